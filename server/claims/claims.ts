import { type Claim, NOT_A_CODE, type StaffClaim } from '#contract/claims.ts'
import { isoTime } from '#rules/calendar.ts'
import { claimState, isDisputed, isOpenClaim } from '#rules/claim.ts'
import { readMpesaMessages } from '#rules/mpesa-code.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import { logStaffAction } from '../staff-log.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { askAboutCode, saidOf } from './ask-mpesa.ts'
import {
  type ClaimRow,
  findClaim,
  insertClaim,
  listOwnCodes,
  listRecentClaims,
  lockClaim,
  traceOf,
  updateClaim,
} from './queries.ts'

/**
 * Finds out what became of a payment by the M-Pesa code that its payer types. The code is always kept, so that later proof
 * answers the question, and staff see who says that they paid.
 */
export async function findPayment(context: Context, user: AuthUser, text: string): Promise<Claim> {
  const { company_id, id: user_id } = user
  await context.throttles.claim.consume(userKey(company_id, user_id))
  const row = await keepClaim(context, context.db, { company_id, user_id }, text, null)
  askInBackground(context, row)
  return toClaim(context, row)
}

/** Like `findPayment`, but staff type the code for a tenant at the counter. */
export async function claimForTenant(
  context: Context,
  staff: AuthUser,
  user_id: number,
  text: string,
): Promise<StaffClaim> {
  const { company_id } = staff
  await context.throttles.claim.consume(userKey(company_id, staff.id))
  if (!(await findTenant(context.db, company_id, user_id))) throw tenantNotFound()
  const row = await context.db.transaction().execute(async (tx) => {
    const kept = await keepClaim(context, tx, { company_id, user_id }, text, staff.id)
    const { receipt, amount, full_name } = kept
    await logStaffAction(tx, staff, {
      act: 'claim.enter',
      subject: 'user',
      subject_id: user_id,
      before: null,
      after: { full_name, receipt, amount },
    })
    return kept
  })
  askInBackground(context, row)
  return toStaffClaim(context, row)
}

/** Asks M-Pesa without waiting for its answer, which is shown the next time somebody looks. */
function askInBackground(context: Context, row: ClaimRow) {
  if (!isOpenClaim(claimState(traceOf(row)))) return
  askAboutCode(context, row).catch((error: unknown) =>
    context.log.warn({ err: error, claim: row.id }, 'M-Pesa could not be asked about a code'),
  )
}

async function keepClaim(
  { now }: Context,
  db: Db,
  owner: UserKey,
  text: string,
  entered_by: number | null,
): Promise<ClaimRow> {
  const [likeliest, ...others] = readMpesaMessages(text)
  if (!likeliest) throw invalid('text', NOT_A_CODE)
  const all = [likeliest, ...others]
  const own =
    others.length > 0
      ? await listOwnCodes(
          db,
          owner,
          all.map(({ receipt }) => receipt),
        )
      : []
  const typed = all.find(({ receipt }) => own.includes(receipt)) ?? likeliest
  const id = await insertClaim(db, owner, typed, entered_by, now())
  const row = await findClaim(db, owner.company_id, id)
  if (!row) throw claimNotFound()
  return row
}

const claimNotFound = () => notFound('There is no such code here.', 'claim_not_found')

/**
 * Staff close a claim with a note on what is behind a code that M-Pesa never reported; it leaves their list. If M-Pesa reports
 * the payment later, it counts all the same.
 * @throws {HttpError} 404; 409 when the claim is closed, or when something is known about its code by now
 */
export function closeClaim(context: Context, staff: AuthUser, id: number, note: string) {
  return changeClaim(context, staff, id, 'claim.close', async (tx, row) => {
    if (row.closed_at) throw conflict('This code has been dealt with already.', 'already_closed')
    if (!isOpenClaim(claimState(traceOf(row)))) {
      throw conflict('M-Pesa has reported this payment meanwhile.', 'reported_meanwhile')
    }
    const change = { closed_at: context.now(), closed_by: staff.id, note }
    await updateClaim(tx, staff.company_id, id, change)
  })
}

/** @throws {HttpError} 404; 409 when the claim is not closed */
export function reopenClaim(context: Context, staff: AuthUser, id: number) {
  return changeClaim(context, staff, id, 'claim.reopen', async (tx, row) => {
    if (!row.closed_at) throw conflict('We’re already checking for this code.', 'not_closed')
    const change = { closed_at: null, closed_by: null, note: null }
    await updateClaim(tx, staff.company_id, id, change)
  })
}

async function changeClaim(
  context: Context,
  staff: AuthUser,
  id: number,
  act: 'claim.close' | 'claim.reopen',
  change: (tx: Db, row: ClaimRow) => Promise<void>,
): Promise<StaffClaim> {
  const { company_id } = staff
  const row = await context.db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, company_id, id))) throw claimNotFound()
    const before = await findClaim(tx, company_id, id)
    if (!before) throw claimNotFound()
    await change(tx, before)
    const after = await findClaim(tx, company_id, id)
    if (!after) throw claimNotFound()
    const { full_name, receipt } = before
    await logStaffAction(tx, staff, {
      act,
      subject: 'user',
      subject_id: before.user_id,
      before: { full_name, receipt, note: before.note },
      after: { note: after.note },
    })
    return after
  })
  return toStaffClaim(context, row)
}

/** The users in the list who wait for an answer about a payment. */
export async function listDisputing(db: Db, company_id: number, users: number[], now: Date) {
  const rows = await listRecentClaims(db, company_id, users, now)
  const open = rows.filter((row) => isDisputed(claimState(traceOf(row))))
  return [...new Set(open.map(({ user_id }) => user_id))]
}

/** A claim as its claimant sees it, without anything about money that is neither on their account nor paid by their push. */
export function toClaim({ config }: Pick<Context, 'config'>, row: ClaimRow): Claim {
  const state = claimState(traceOf(row))
  return {
    id: row.id,
    receipt: row.receipt,
    amount: row.amount,
    on: row.paid_on,
    account: row.account,
    reversal: row.reversal,
    created_at: isoTime(row.created_at),
    by: row.helper_name,
    state,
    mpesa: saidOf(row.status_answer, config.daraja.shortcode),
    payment: paymentOf(row, state),
    returned_at: state === 'returned' && row.returned_at ? isoTime(row.returned_at) : null,
    closed: row.closed_at && { at: isoTime(row.closed_at), note: row.note ?? '' },
  }
}

function paymentOf(row: ClaimRow, state: Claim['state']): Claim['payment'] {
  const nothing = { receipt_number: null, paid_for: null }
  if (state === 'likely' && row.likely_at && row.likely_purpose && row.likely_amount !== null) {
    const { likely_amount: amount, likely_purpose: purpose, likely_at } = row
    return { ...nothing, amount, purpose, paid_at: isoTime(likely_at) }
  }
  const isTheirs = state === 'credited' || state === 'for_other'
  if (!isTheirs || !row.paid_at || !row.purpose || row.paid_amount === null) return null
  const { payment_id, purpose, paid_amount: amount } = row
  return {
    amount,
    purpose,
    paid_at: isoTime(row.paid_at),
    receipt_number: state === 'credited' && payment_id ? receiptNumber(payment_id) : null,
    paid_for: state === 'for_other' ? row.account_reference : null,
  }
}

export function toStaffClaim(context: Pick<Context, 'config'>, row: ClaimRow): StaffClaim {
  const { payee_name, paid_user, company_id } = row
  return {
    ...toClaim(context, row),
    user_id: row.user_id,
    full_name: row.full_name,
    item: row.item_company === company_id ? row.item_id : null,
    credited_to:
      payee_name !== null && paid_user !== null
        ? { user_id: paid_user, full_name: payee_name }
        : null,
    closed_by: row.closer_name,
  }
}
