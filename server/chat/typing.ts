import type { ConversationKey } from '#contract/chat.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Connection } from '../socket/connection.ts'
import { findConversation, type Me } from './queries.ts'
import { closedBecause } from './shape.ts'

const between_ms = 1000
const remembered_ms = 30_000
const most_remembered = 20
/** From here on those who have stopped are forgotten. */
const most_typists = 1000

/** Lets each person through once a second, however many sockets they have on this node. */
function typingRateLimit() {
  const last = new Map<string, number>()
  return (me: Me): boolean => {
    const [key, now] = [`${me.company_id}:${me.id}`, Date.now()]
    if (now - (last.get(key) ?? 0) < between_ms) return false
    if (last.size >= most_typists) {
      for (const [who, at] of last) if (now - at >= between_ms) last.delete(who)
    }
    last.set(key, now)
    return true
  }
}

/** Passes typing on to the other one of a conversation. */
export function chatSocket({ db, sockets }: Context) {
  const mayEmit = typingRateLimit()
  return (connection: Connection) => {
    const me = connection.user
    const typing = typingIn(db, me, mayEmit)
    connection.on('typing', async ({ post, person }) => {
      if (!(await typing.allowed({ post, person }))) return
      sockets.emitVolatileToUser(me.company_id, person, 'typing', { post, person: me.id })
    })
    // Whether a conversation is open may have changed.
    connection.beforeEmit('conversation', () => typing.forget())
  }
}

/** Whether somebody's typing is passed on; for one socket. */
function typingIn(db: Db, me: Me, mayEmit: ReturnType<typeof typingRateLimit>) {
  /** Open conversations of mine, and until when that is believed. */
  let open = new Map<string, number>()

  return {
    /** At most once a second, in a conversation of mine that can be written in. */
    async allowed(where: ConversationKey): Promise<boolean> {
      if (!mayEmit(me)) return false
      const now = Date.now()
      const key = `${where.post}:${where.person}`
      if ((open.get(key) ?? 0) > now) return true
      const found = open
      const row = await findConversation(db, me, where)
      if (!row || closedBecause(row) !== null) return false
      if (found.size >= most_remembered) found.clear()
      found.set(key, now + remembered_ms)
      return true
    },
    forget() {
      open = new Map()
    },
  }
}
