import type { WillWait } from '#contract/approvals.ts'
import { isAbove, mayApprove, type Stake } from '#rules/approval.ts'
import { dayOf, dayStart } from '#rules/calendar.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { forbidden } from '../http/errors.ts'
import type { Actor } from '../staff-log.ts'
import { findLimit, findRole, insertGiven, listDeciders, sumGivenSince } from './queries.ts'

type Clock = Pick<Context, 'now'>

/** The end of a refusal for an act that can't wait. */
export const OWNER_ONLY = 'That is above the residence’s limit, so an owner has to do it.'

/** Whether an act is above the limit, alone or together with what the same person has given away today. */
export async function isAboveLimit(tx: Db, { now }: Clock, staff: Actor, stake: Stake) {
  if (stake.at_stake <= 0) return false
  const limit = await findLimit(tx, staff.company_id)
  if (limit === null) return false
  // The lock makes two concurrent acts of one person count together.
  await lockUser(tx, staff.company_id, staff.id)
  const today = await sumGivenSince(tx, staff, dayStart(dayOf(now())))
  return isAbove(limit, stake, today)
}

/** Counts what somebody gives away alone, in the transaction in which they do. */
export async function recordGiven(
  tx: Db,
  { now }: Clock,
  staff: Actor,
  { at_stake, given = at_stake }: Stake,
) {
  if (given > 0) await insertGiven(tx, staff, given, now())
}

/**
 * For an act that can't wait: above the limit only an owner does it, and that counts as little as what somebody else has approved.
 * @throws {HttpError} 403 for others
 */
export async function requireWithinLimit(
  tx: Db,
  context: Clock,
  staff: Actor,
  { given, refusal }: { given: number; refusal: string },
): Promise<void> {
  const stake = { at_stake: given }
  if (!(await isAboveLimit(tx, context, staff, stake))) {
    return recordGiven(tx, context, staff, stake)
  }
  const role = await findRole(tx, staff.company_id, staff.id)
  if (!mayDo(role, 'limit')) throw forbidden(refusal, 'owner_only')
}

/** Whether an act will wait, and for what; asked in the transaction of its preview. */
export async function waitsOf(
  tx: Db,
  context: Clock,
  staff: Actor,
  stake: Stake,
): Promise<{ waits?: WillWait }> {
  if (!(await isAboveLimit(tx, context, staff, stake))) return {}
  const deciders = await listDeciders(tx, staff.company_id)
  const others = deciders.some((one) => mayApprove(one, staff.id))
  return { waits: others ? 'for_approval' : 'a_day' }
}
