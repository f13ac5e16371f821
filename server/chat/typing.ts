import type { Db } from '../db/connect.ts'
import { findConversation, type Me, type Where } from './queries.ts'
import { closedBecause } from './shape.ts'

const between_ms = 1000
const remembered_ms = 30_000
const most_remembered = 20

/** Whether somebody's typing is passed on; for one socket. */
export function typingIn(db: Db, me: Me) {
  /** Open conversations of mine, and until when that is believed. */
  let open = new Map<string, number>()
  let last = 0

  return {
    /** At most once a second, in a conversation of mine that can be written in. */
    async allowed(where: Where): Promise<boolean> {
      const now = Date.now()
      if (now - last < between_ms) return false
      last = now
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
