import { listTalkers } from '../chat/queries.ts'
import type { Context } from '../context.ts'
import { postRoom, waitingRoom } from './watching.ts'

interface Which {
  company_id: number
  id: number
}

/** To those who have the post on screen: it has changed, or is gone. */
export const tellWatchers = ({ sockets }: Context, { company_id, id }: Which) =>
  sockets.emitToRooms([postRoom(company_id, id)], 'post', { id })

/** The same of a post that is up from now on, also to those whose page has lost it meanwhile. */
export function tellUp({ sockets }: Context, { company_id, id }: Which) {
  const rooms = [postRoom(company_id, id), waitingRoom(company_id, id)]
  sockets.emitToRooms(rooms, 'post', { id })
}

/** To everybody who talks about the post: it came down, is up again, or is gone. */
export async function notifyParticipants({ db, sockets, log }: Context, { company_id, id }: Which) {
  try {
    const talkers = await listTalkers(db, company_id, id)
    if (talkers.length > 0) sockets.emitToUsers(company_id, talkers, 'conversation', { post: id })
  } catch (error) {
    // What was done stands; they see it when they look the next time.
    log.warn({ err: error }, 'conversations were not told')
  }
}
