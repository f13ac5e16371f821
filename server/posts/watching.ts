import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Connection } from '../socket/connection.ts'
import { findStanding } from './queries.ts'

/** The sockets that have a post on screen. */
export const postRoom = (company_id: number, post_id: number) => `post:${company_id}:${post_id}`
/** Those that have a post on screen which their user may not see: they hear only that it is up again. */
export const waitingRoom = (company_id: number, post_id: number) =>
  `waiting:${company_id}:${post_id}`

/** Keeps every socket in the room of the post that it watches. */
export function postSocket({ db }: Context) {
  const standings = openStandings(db)
  return (connection: Connection) => {
    const watch = watching(standings, connection.user, connection)
    connection.on('watch', async (post, answer) => answer(await watch.begin(post)))
    // Whether its user may see the post may have changed.
    connection.beforeEmit('post', ({ id }) => void watch.again(id).catch(() => false))
  }
}

const most_a_second = 5

/**
 * How posts stand, for all sockets of a node: what many ask in one go, as when a post has changed under
 * its watchers, is read once, and after they asked.
 */
function openStandings(db: Db) {
  const asked = new Map<string, ReturnType<typeof findStanding>>()
  return (company_id: number, id: number) => {
    const key = `${company_id}:${id}`
    const same = asked.get(key)
    if (same) return same
    const standing = findStanding(db, company_id, id)
    asked.set(key, standing)
    setImmediate(() => asked.delete(key))
    return standing
  }
}

/**
 * The post that one socket has on screen, one at a time. Its news come only while its person may see it;
 * meanwhile the socket waits until it is up.
 */
function watching(
  standingOf: ReturnType<typeof openStandings>,
  user: AuthUser,
  socket: Connection,
) {
  let watched: number | null = null
  let room: string | null = null
  let turn = 0
  let looks = 0
  let second = 0
  let begun = 0

  async function isSeen(id: number): Promise<boolean> {
    const post = await standingOf(user.company_id, id)
    return post !== undefined && canSeePost(user, post)
  }
  function stay(next: string | null) {
    if (next === room) return
    // The new one first: what is said meanwhile is heard in one of them.
    if (next !== null) socket.join(next)
    if (room !== null) socket.leave(room)
    room = next
  }
  function stop() {
    watched = null
    stay(null)
  }
  /** The post has changed: whoever may no longer see it hears only when it is up again. */
  async function again(id: number): Promise<boolean> {
    if (watched !== id) return false
    looks += 1
    const mine = looks
    const seen = await isSeen(id)
    // Of several looks the last one counts.
    if (mine === looks && watched === id) {
      stay((seen ? postRoom : waitingRoom)(user.company_id, id))
    }
    return seen
  }
  /** Nobody turns pages faster. */
  function tooFast(): boolean {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) begun = 0
    second = now
    begun += 1
    return begun > most_a_second
  }

  return {
    again,
    /** Leaves the former one; the last that was asked for counts. */
    async begin(id: number | null): Promise<boolean> {
      turn += 1
      const mine = turn
      stop()
      if (id === null || tooFast()) return false
      const seen = await isSeen(id)
      if (mine !== turn || !socket.connected) return false
      watched = id
      stay((seen ? postRoom : waitingRoom)(user.company_id, id))
      // It may have been taken down or put up between the look and the joining.
      return again(id)
    },
  }
}
