import { canSeePost } from '#rules/post.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Connection } from '../socket/connection.ts'
import { findPostStatus } from './queries.ts'

/** The sockets that have a post on screen. */
export const postRoom = (company_id: number, post_id: number) => `post:${company_id}:${post_id}`
/** The sockets with a post on screen that their user may not see: they only receive the event of its publication. */
export const waitingRoom = (company_id: number, post_id: number) =>
  `waiting:${company_id}:${post_id}`

/** Keeps every socket in the room of the post that it watches. */
export function postSocket({ db }: Context) {
  const loadStatus = createPostStatusLoader(db)
  return (connection: Connection) => {
    const subscription = openPostSubscription(loadStatus, connection)
    connection.on('watch', async (post, answer) => answer(await subscription.watch(post)))
    connection.beforeEmit('post', ({ id }) => void subscription.refresh(id).catch(() => false))
  }
}

const MAX_CHANGES_PER_SECOND = 5

/**
 * Loads author and status of a post once for all sockets of this node that ask in the same turn of the event
 * loop: when a post changes, everybody who has it on screen asks at once.
 */
function createPostStatusLoader(db: Db) {
  const pending = new Map<string, ReturnType<typeof findPostStatus>>()
  return (company_id: number, id: number) => {
    const key = `${company_id}:${id}`
    const shared = pending.get(key)
    if (shared) return shared
    const status = findPostStatus(db, company_id, id)
    pending.set(key, status)
    setImmediate(() => pending.delete(key))
    return status
  }
}

/**
 * The one post that a socket has on screen. The socket is in the post's room while its user may see the post;
 * otherwise it is in the waiting room.
 */
function openPostSubscription(
  loadStatus: ReturnType<typeof createPostStatusLoader>,
  connection: Connection,
) {
  const { user } = connection
  let watchedId: number | null = null
  let room: string | null = null
  // The last of concurrent calls counts: each compares its number after it has awaited.
  let watchCalls = 0
  let refreshCalls = 0
  let second = 0
  let callsInSecond = 0

  async function isVisible(id: number): Promise<boolean> {
    const post = await loadStatus(user.company_id, id)
    return post !== undefined && canSeePost(user, post)
  }
  function moveTo(next: string | null) {
    if (next === room) return
    // Joined first: an event in between arrives through one of the two.
    if (next !== null) connection.join(next)
    if (room !== null) connection.leave(room)
    room = next
  }
  const roomOf = (id: number, visible: boolean) =>
    (visible ? postRoom : waitingRoom)(user.company_id, id)
  function isTooFast(): boolean {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) callsInSecond = 0
    second = now
    callsInSecond += 1
    return callsInSecond > MAX_CHANGES_PER_SECOND
  }
  /** The post has changed: its user may have lost or gained the right to see it. */
  async function refresh(id: number): Promise<boolean> {
    if (watchedId !== id) return false
    refreshCalls += 1
    const call = refreshCalls
    const visible = await isVisible(id)
    if (call === refreshCalls && watchedId === id) moveTo(roomOf(id, visible))
    return visible
  }

  return {
    refresh,
    /** Replaces the watched post; null for none. @returns whether the user may see it */
    async watch(id: number | null): Promise<boolean> {
      watchCalls += 1
      const call = watchCalls
      watchedId = null
      moveTo(null)
      if (id === null || isTooFast()) return false
      const visible = await isVisible(id)
      if (call !== watchCalls || !connection.connected) return false
      watchedId = id
      moveTo(roomOf(id, visible))
      // It may have been taken down or published between the query and the join.
      return refresh(id)
    },
  }
}
