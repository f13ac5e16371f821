import type { Context } from '../context.ts'
import { listTalks } from './queries.ts'

interface Which {
  company_id: number
  id: number
}

/** To those who have the post on screen: it has changed, or is gone. */
export const tellWatchers = ({ live }: Context, { company_id, id }: Which) =>
  live.toWatchers(company_id, id, 'post', { id })

/** To both people of every conversation about the post: it was closed, or is open again. */
export async function tellTalkers({ db, live, log }: Context, { company_id, id }: Which) {
  try {
    for (const { author_id, reader_id } of await listTalks(db, company_id, id)) {
      live.toUser(company_id, author_id, 'conversation', { post: id, person: reader_id })
      live.toUser(company_id, reader_id, 'conversation', { post: id, person: author_id })
    }
  } catch (error) {
    // What was done stands; they see it when they look the next time.
    log.warn({ err: error }, 'conversations were not told')
  }
}
