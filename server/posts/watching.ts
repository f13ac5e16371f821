import { canSeePost } from '#rules/post.ts'
import type { Member } from '../auth/access.ts'
import type { Db } from '../db/connect.ts'
import { postRoom } from '../live/rooms.ts'
import { posts } from './queries.ts'

interface Joining {
  readonly connected: boolean
  join(room: string): unknown
  leave(room: string): unknown
}

/** The post that one socket has on screen; one at a time, and only while its person may see it. */
export function watching(db: Db, member: Member, socket: Joining) {
  let watched: number | null = null
  let turn = 0

  async function isSeen(id: number): Promise<boolean> {
    const post = await posts(db, member.company_id).where('id', '=', id).executeTakeFirst()
    return post !== undefined && canSeePost(member, post)
  }
  function stop() {
    if (watched !== null) socket.leave(postRoom(member.company_id, watched))
    watched = null
  }
  /** The post has changed: whoever may no longer see it hears nothing more of it. */
  async function again(id: number): Promise<boolean> {
    if (watched !== id) return false
    const seen = await isSeen(id)
    if (!seen && watched === id) stop()
    return seen
  }

  return {
    again,
    /** Leaves the former one; the last that was asked for counts. */
    async begin(id: number | null): Promise<boolean> {
      turn += 1
      const mine = turn
      stop()
      if (id === null || !(await isSeen(id))) return false
      if (mine !== turn || !socket.connected) return false
      socket.join(postRoom(member.company_id, id))
      watched = id
      // It may have been taken down between the look and the joining.
      return again(id)
    },
  }
}
