import { listTalkers } from '../chat/queries.ts'
import type { Context } from '../context.ts'

interface Which {
  company_id: number
  id: number
}

/** To those who have the post on screen: it has changed, or is gone. */
export const tellWatchers = ({ live }: Context, { company_id, id }: Which) =>
  live.toWatchers(company_id, id, 'post', { id })

/** The same of a post that is up from now on, also to those whose page has lost it meanwhile. */
export function tellUp(context: Context, which: Which) {
  tellWatchers(context, which)
  context.live.toWaiting(which.company_id, which.id)
}

/** To everybody who talks about the post: it came down, is up again, or is gone. */
export async function tellTalkers({ db, live, log }: Context, { company_id, id }: Which) {
  try {
    const talkers = await listTalkers(db, company_id, id)
    if (talkers.length > 0) live.toUsers(company_id, talkers, 'conversation', { post: id })
  } catch (error) {
    // What was done stands; they see it when they look the next time.
    log.warn({ err: error }, 'conversations were not told')
  }
}
