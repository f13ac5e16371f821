import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { deleteBlock, insertBlock, isHousemate } from './block-queries.ts'

/** Closes every conversation of the two; only who blocked opens them again. */
export async function block(context: Context, me: AuthUser, person: number): Promise<void> {
  await enter(context, me, person)
  if (await insertBlock(context.db, me, person)) tellBoth(context, me, person)
}

export async function unblock(context: Context, me: AuthUser, person: number): Promise<void> {
  await enter(context, me, person)
  if (await deleteBlock(context.db, me, person)) tellBoth(context, me, person)
}

async function enter({ db, throttles }: Context, me: AuthUser, person: number) {
  await throttles.block.consume(`${me.company_id}:${me.id}`)
  if (!(await isHousemate(db, me, person))) {
    throw notFound('There is no such person.', 'person_not_found')
  }
}

function tellBoth({ sockets }: Context, me: AuthUser, person: number) {
  sockets.emitToUser(me.company_id, me.id, 'conversation', { person })
  sockets.emitToUser(me.company_id, person, 'conversation', { person: me.id })
}
