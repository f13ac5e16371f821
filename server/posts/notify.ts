import { listParticipantIds } from '../chat/queries.ts'
import type { Context } from '../context.ts'
import type { Key } from '../db/keys.ts'
import { postRoom, waitingRoom } from './subscription.ts'

/** To the sockets that have the post on screen: it has changed or is gone. */
export const notifyWatchers = ({ sockets }: Context, { company_id, id }: Key) =>
  sockets.emitToRooms([postRoom(company_id, id)], 'post', { id })

/** A post was published: also to the sockets that have it on screen but could not see it until now. */
export function notifyPublished({ sockets }: Context, { company_id, id }: Key) {
  const rooms = [postRoom(company_id, id), waitingRoom(company_id, id)]
  sockets.emitToRooms(rooms, 'post', { id })
}

/** To everybody with a conversation about the post: it was taken down, published again or deleted. */
export async function notifyParticipants({ db, sockets, log }: Context, { company_id, id }: Key) {
  try {
    const participants = await listParticipantIds(db, company_id, id)
    if (participants.length > 0)
      sockets.emitToUsers(company_id, participants, 'conversation', { post: id })
  } catch (error) {
    // The change itself is committed; browsers see it when they next fetch the conversation.
    log.warn({ err: error }, 'participants were not notified')
  }
}

export const notifyCommentGone = (
  { sockets }: Context,
  company_id: number,
  comment: { id: number; post: number },
) => sockets.emitToRooms([postRoom(company_id, comment.post)], 'comment_gone', comment)
