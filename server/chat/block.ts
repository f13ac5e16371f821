import type { Member } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { deleteBlock, insertBlock, isColleague, listSharedPosts } from './block-queries.ts'

/** Closes every conversation of the two; only who blocked opens them again. */
export async function block(context: Context, me: Member, person: number): Promise<void> {
  await requireColleague(context, me, person)
  if (await insertBlock(context.db, me, person)) await tellBoth(context, me, person)
}

export async function unblock(context: Context, me: Member, person: number): Promise<void> {
  await requireColleague(context, me, person)
  if (await deleteBlock(context.db, me, person)) await tellBoth(context, me, person)
}

async function requireColleague({ db }: Context, me: Member, person: number) {
  if (!(await isColleague(db, me, person))) {
    throw notFound('There is no such person.', 'person_not_found')
  }
}

async function tellBoth({ db, live }: Context, me: Member, person: number) {
  for (const post of await listSharedPosts(db, me, person)) {
    live.toUser(me.company_id, me.id, 'conversation', { post, person })
    live.toUser(me.company_id, person, 'conversation', { post, person: me.id })
  }
}
