import { isDeepStrictEqual } from 'node:util'
import { type ApprovalAct, EXPIRY_DAYS, isExpired, mayApprove } from '#rules/approval.ts'
import { dayOf } from '#rules/calendar.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { findFullName } from '../auth/user-queries.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isDuplicate, retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, HttpError, notFound } from '../http/errors.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { type Act, asStored, type Done } from './perform.ts'
import { type ApprovalRow, decideRow, findRole, listOverdue, lockApproval } from './queries.ts'

/** The acts that may wait for approval. */
export type Acts = Record<ApprovalAct, Act<unknown, unknown, unknown>>

/** An act can't be done any more, or would do something else. The message says so in a sentence. */
class Outdated extends Error {
  override name = 'Outdated'
}

/**
 * Approves a request of somebody else and does the act, in the name of whoever asked.
 * @throws {HttpError} 403 for one's own request; 404; 409 when it was decided already, or can't be done as it was shown and
 * is therefore closed as outdated
 */
export async function approve(
  context: Context,
  acts: Acts,
  staff: Actor,
  id: number,
): Promise<void> {
  const key = { company_id: staff.company_id, id }
  await carryOutOrClose(context, acts, key, staff.id, async (tx) => {
    const row = await lockOpen(tx, context, staff.company_id, id)
    await requireDecider(tx, staff, row, 'approve')
    return row
  })
}

/** @throws {HttpError} 403 for one's own request; 404; 409 when it was decided already */
export function refuse({ db, ...context }: Context, staff: Actor, id: number, note: string) {
  return retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const row = await lockOpen(tx, context, staff.company_id, id)
      await requireDecider(tx, staff, row, 'refuse')
      const decided_at = context.now()
      await decideRow(tx, row, { outcome: 'refused', decided_by: staff.id, decided_at, note })
      await log(tx, staff, 'approval.refuse', row, { note })
    }),
  )
}

/** @throws {HttpError} 403 for somebody else's request; 404; 409 when it was decided already */
export function withdraw({ db, ...context }: Context, staff: Actor, id: number) {
  return retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const row = await lockOpen(tx, context, staff.company_id, id)
      if (row.asked_by !== staff.id) {
        throw forbidden('Only the person who asked for it can withdraw it.', 'not_your_request')
      }
      const decided_at = context.now()
      await decideRow(tx, row, { outcome: 'withdrawn', decided_by: staff.id, decided_at })
      await log(tx, staff, 'approval.withdraw', row, {})
    }),
  )
}

/**
 * Does the acts that take effect by themselves because nobody else could approve them, and closes requests that nobody decided
 * in time. Each is done once, even with several servers, or while somebody decides it.
 */
export async function settleOverdue(context: Context, acts: Acts): Promise<void> {
  const { db, log: logger, now } = context
  const earliest = new Date(now().getTime() - EXPIRY_DAYS * 86_400_000)
  for (const key of await listOverdue(db, now(), earliest)) {
    try {
      await carryOutOrClose(context, acts, key, null, async (tx) => {
        const row = await lockApproval(tx, key.company_id, key.id)
        if (!row || row.outcome) return null
        if (row.due_at && row.due_at <= now()) return row
        await decideRow(tx, row, { outcome: 'expired', decided_by: null, decided_at: now() })
        await log(tx, makerOf(row), 'approval.expire', row, {})
        return null
      })
    } catch (error) {
      logger.error({ err: error, approval: key.id }, 'an approval failed')
    }
  }
}

const makerOf = ({ company_id, asked_by }: ApprovalRow): Actor => ({ company_id, id: asked_by })

const log = (
  tx: Db,
  staff: Actor,
  act: StaffAct,
  { id, act: of, about, shillings, user_id }: ApprovalRow,
  more: object,
) =>
  logStaffAction(tx, staff, {
    act,
    subject: 'approval',
    subject_id: id,
    before: null,
    after: { act: of, user_id, about, shillings, ...more },
  })

/** @throws {HttpError} 404; 409 when the request was decided, or has expired */
async function lockOpen(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  company_id: number,
  id: number,
): Promise<ApprovalRow> {
  const row = await lockApproval(tx, company_id, id)
  if (!row) throw notFound('There is no such request.', 'approval_not_found')
  if (row.outcome) {
    const who = row.decided_by && (await findFullName(tx, company_id, row.decided_by))
    throw conflict(
      who ? `${who} has already decided: ${row.outcome}.` : `This is already ${row.outcome}.`,
      'already_decided',
    )
  }
  if (row.due_at === null && isExpired(row.asked_at, now())) {
    throw conflict(
      `Nobody decided within ${EXPIRY_DAYS} days, so the request has expired. Please ask again.`,
      'expired',
    )
  }
  return row
}

/** Locks the company, as changes of roles do, so that a role taken away meanwhile is noticed. */
async function requireDecider(tx: Db, staff: Actor, row: ApprovalRow, verb: string) {
  if (row.asked_by === staff.id) {
    throw forbidden(
      `You asked for this yourself, so a second person has to ${verb} it. You can withdraw it.`,
      'own_request',
    )
  }
  await lockCompany(tx, staff.company_id)
  const role = await findRole(tx, staff.company_id, staff.id)
  if (!mayApprove({ id: staff.id, role }, row.asked_by)) {
    throw forbidden(`You may not ${verb} this any more.`, 'not_permitted')
  }
}

/** Does the act of the row that `choose` locks. If it is outdated, the row is closed and nothing else happens. */
async function carryOutOrClose(
  context: Context,
  acts: Acts,
  key: Pick<ApprovalRow, 'company_id' | 'id'>,
  decided_by: number | null,
  choose: (tx: Db) => Promise<ApprovalRow | null>,
) {
  const { db, now } = context
  const close = async (tx: Db, row: ApprovalRow, note: string) => {
    await decideRow(tx, row, { outcome: 'outdated', decided_by, decided_at: now(), note })
    await log(tx, makerOf(row), 'approval.outdated', row, { note })
    return decided_by === null ? null : conflict(`It was not done. ${note}`, 'outdated')
  }
  const work = async (tx: Db) => {
    const row = await choose(tx)
    if (!row) return null
    const done = await carryOut(tx, context, acts[row.act], row)
    // The money has been counted meanwhile: only its desk item is closed.
    if (isSettled(done, row)) return { row, done, refused: await close(tx, row, COUNTS_BY_NOW) }
    await decideRow(tx, row, { outcome: 'approved', decided_by, decided_at: now() })
    if (decided_by === null) await log(tx, makerOf(row), 'approval.due', row, {})
    else await log(tx, { ...key, id: decided_by }, 'approval.approve', row, {})
    return { row, done, refused: null }
  }
  try {
    const carried = await retryOnConflict(() => db.transaction().execute(work))
    if (carried) await acts[carried.row.act].announce?.(context, makerOf(carried.row), carried.done)
    if (carried?.refused) throw carried.refused
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    const refused = await db.transaction().execute(async (tx) => {
      const row = await choose(tx)
      return row ? close(tx, row, error.message) : null
    })
    if (refused) throw refused
  }
}

const COUNTS_BY_NOW = 'This payment has already been counted.'

/** Whether an act that had an effect when it was asked for has none any more. */
const isSettled = ({ effect }: Done<unknown, unknown>, row: ApprovalRow) =>
  effect === null && row.effect !== null

/** @throws {Outdated} */
async function carryOut(
  tx: Db,
  context: Context,
  act: Act<unknown, unknown, unknown>,
  row: ApprovalRow,
): Promise<Done<unknown, unknown>> {
  const maker = makerOf(row)
  const role = await findRole(tx, row.company_id, row.asked_by)
  if (!mayDo(role, act.permission)) {
    const name = await findFullName(tx, row.company_id, row.asked_by)
    throw new Outdated(`${name} asked for it and may not do this any more.`)
  }
  const today = dayOf(context.now())
  const payload = act.renew?.(row.payload, today) ?? row.payload
  const done = await act.run(tx, context, maker, payload).catch((error: unknown) => {
    if (error instanceof HttpError && error.status < 500) throw new Outdated(error.message)
    // The form was sent again after the limit was raised, so the act was done at once.
    if (isDuplicate(error)) throw new Outdated('It has been entered already.')
    throw error
  })
  const deedOf = (effect: unknown) => asStored(act.deedOf ? act.deedOf(effect) : effect)
  if (!isSettled(done, row) && !isDeepStrictEqual(deedOf(done.effect), deedOf(row.effect))) {
    throw new Outdated(
      'Something has changed since this was requested, so it would do something else now. Please check, and ask again if it’s still right.',
    )
  }
  return done
}
