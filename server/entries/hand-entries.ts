import { isDeepStrictEqual } from 'node:util'
import { type Insertable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Effect, Entered, handEntry } from '#contract/entries.ts'
import { entryName } from '#rules/account-statement.ts'
import { entryStake, undoStake } from '#rules/approval.ts'
import { type Day, dayOf, formatDay, monthOf } from '#rules/calendar.ts'
import { withNote } from '#rules/fee.ts'
import {
  changeOf,
  earliestEntryDay,
  hasReceipt,
  isCharged,
  mayBeEarlier,
  misfit,
  needsReference,
} from '#rules/hand-entry.ts'
import { lateFeeName } from '#rules/late-fee.ts'
import { findMpesaCode } from '#rules/mpesa-code.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { plainReference } from '#rules/statement.ts'
import { tellTenant } from '../account-notices/tell-tenant.ts'
import { fullName } from '../auth/user-queries.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isDuplicate } from '../db/retry.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { findChargedFee, requireFee, requireWaivableFee } from '../fees/queries.ts'
import { conflict, invalid, notFound, submissionUsed } from '../http/errors.ts'
import { isOpeningBalance } from '../ledger/balance.ts'
import { alreadyReversed, OWES_SOMETHING_ELSE } from '../ledger/effect.ts'
import { insertPayment, insertReversal, isReversed, plainSql } from '../ledger/queries.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { ledgerId, lockAccount, shownOf } from '../tenancy/account-act.ts'
import { type EntryPayload, entryActs } from './entry-acts.ts'

type HandEntryForm = z.output<typeof handEntry>

/** Manual entries: cash, bank transfers, refunds, waivers, fees and corrections. */
export const handEntryActs = entryActs<HandEntryForm, Effect, Entered>({
  changed: OWES_SOMETHING_ELSE,
  effectOf: shownOf,
  deedOf: ({ before, after }) => after - before,
  changesOf: (user_id, { before, after }) => [{ of: null, user_id, before, after }],
  mayBeEarlier: ({ kind }) => mayBeEarlier(kind),
  asked: (form) => ({
    act: form.kind === 'refund' ? 'refund' : 'waiver',
    at_stake: entryStake(form),
    about: form.kind === 'refund' ? (form.reference ?? null) : null,
  }),
  undoAsked: { act: 'undo', subject: ({ user_id, entry }) => `entry ${entry} of user ${user_id}` },
  enter,
  undo,
  findKnown,
})

/**
 * Makes an entry, for a preview or for good.
 * @throws {HttpError} 404; 400 for a bad day, or an amount that doesn't fit what is owed; 409 when the bank's code counts already
 */
async function enter(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  form: HandEntryForm,
  /** Null for a preview. */
  submission_id: string | null,
): Promise<Entered> {
  const { company_id } = staff
  const { kind, reason = null } = form
  const reference = referenceOf(form)
  const today = dayOf(context.now())
  requireEntryDay(form.on, today, mayBeEarlier(kind))
  if (kind === 'bank' && reference) await requireNewReference(tx, company_id, reference)
  const { full_name, before } = await lockAccount(tx, context, company_id, user_id)
  const problem = misfit(form, before)
  if (problem) throw invalid('amount', problem)
  const entry = {
    company_id,
    user_id,
    reason,
    entered_by: staff.id,
    submission_id: submission_id ?? crypto.randomUUID(),
  }
  const fee = form.fee === undefined ? null : await requireFee(tx, company_id, form, today)
  const isCharge = isCharged(kind)
  const waived =
    form.waives === undefined
      ? null
      : await requireWaivableFee(tx, company_id, user_id, {
          ...{ entry: ledgerId.read(form.waives), amount: form.amount },
        })
  const row_id = isCharge
    ? await insertCharge(tx, {
        ...entry,
        ...(fee && { name: fee.name, fee_id: fee.id }),
        kind: kind === 'charge' ? 'correction' : kind,
        month: today.slice(0, 7),
        amount: changeOf(form),
        created_at: context.now(),
        ...waived,
      })
    : await insertPayment(
        tx,
        {
          ...entry,
          purpose: 'rent',
          kind,
          amount: -changeOf(form),
          reference,
          paid_at: paidAtOf(form.on, context.now()),
        },
        null,
      )
  const entered = {
    full_name,
    before,
    after: before + changeOf(form),
    id: isCharge ? ledgerId.charge(row_id) : ledgerId.payment(row_id),
    receipt_number: hasReceipt(kind) ? receiptNumber(row_id) : null,
  }
  await logStaffAction(tx, staff, {
    act: 'ledger.enter',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, owes: before },
    after: { ...form, reference: reference ?? undefined, owes: entered.after },
  })
  const { amount, on: day } = form
  const named = fee?.name ?? (waived && (waived.name ?? lateFeeName(waived.late_month ?? '')))
  const notice = {
    kind: kind === 'fee' ? ('charge' as const) : kind,
    reason: named ? withNote(named, reason) : reason,
  }
  await tellTenant(tx, context, staff, { company_id, user_id }, { ...notice, amount, day })
  return entered
}

/** A form may still have a reference from before another kind was chosen; on a receipt for cash it would be meaningless. */
const referenceOf = ({ kind, reference }: Pick<HandEntryForm, 'kind' | 'reference'>) =>
  needsReference(kind) ? (reference ?? null) : null

/** When money was paid. For an earlier day the time isn't known, so noon is taken. */
export const paidAtOf = (on: Day, now: Date): Date =>
  on === dayOf(now) ? now : new Date(`${on}T12:00:00+03:00`)

/** @throws {HttpError} 400 */
export function requireEntryDay(on: Day, today: Day, earlier: boolean) {
  if (on > today) throw invalid('on', 'That day hasn’t come yet.')
  if (on !== today && !earlier) throw invalid('on', 'This counts from today.')
  const earliest = earliestEntryDay(today)
  if (on < earliest) throw invalid('on', `Choose a day from ${formatDay(earliest)} on.`)
}

/**
 * Refuses a reference that counts already, and any M-Pesa code: that counts when M-Pesa reports it, never because it was typed.
 * @throws {HttpError} 400, 409
 */
export async function requireNewReference(tx: Db, company_id: number, reference: string) {
  if (findMpesaCode(reference)) {
    throw invalid(
      'reference',
      'That is a code of M-Pesa. The payment counts when M-Pesa reports it: look for it at the desk.',
    )
  }
  const code = plainReference(reference)
  if (code === '') throw invalid('reference', 'A bank’s code has letters or digits.')
  await lockCompany(tx, company_id)
  const known = await tx
    .selectFrom('payments')
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .where('payments.company_id', '=', company_id)
    .where('payments.kind', '=', 'bank')
    .where(plainSql('payments.reference'), '=', code)
    .where(({ not }) => not(isReversed))
    .select(['payments.paid_at', fullName().as('full_name')])
    .executeTakeFirst()
  if (!known) return
  const message = `This code was entered for ${known.full_name} on ${formatDay(dayOf(known.paid_at))}.`
  throw conflict(message, 'reference_used', { fields: { reference: message } })
}

async function insertCharge(tx: Db, charge: Insertable<Schema['charges']>): Promise<number> {
  const { id } = await tx
    .insertInto('charges')
    .values(charge)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Finds the entry that an earlier submission of the form has made, with what is owed since.
 * @throws {HttpError} 409 when it was a different entry
 */
async function findKnown(
  tx: Db,
  context: Context,
  company_id: number,
  { user_id, entry, submission_id }: EntryPayload<HandEntryForm>,
): Promise<Entered | null> {
  const { kind, reason = null } = entry
  const sent = { user_id, reason }
  const paid = await tx
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('submission_id', '=', submission_id)
    .select(['id', 'user_id', 'kind', 'purpose', 'amount', 'reason', 'reference', 'paid_at'])
    .executeTakeFirst()
  if (paid) {
    const { id, paid_at, ...known } = paid
    requireSameForm(
      { ...known, on: dayOf(paid_at) },
      {
        ...sent,
        kind,
        amount: -changeOf(entry),
        ...{ purpose: 'rent', reference: referenceOf(entry), on: entry.on },
      },
    )
    const receipt_number = hasReceipt(kind) ? receiptNumber(id) : null
    return { ...(await figures()), id: ledgerId.payment(id), receipt_number }
  }
  const charged = await tx
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('submission_id', '=', submission_id)
    .select(['id', 'user_id', 'kind', 'amount', 'reason', 'fee_id', 'waives_charge_id'])
    .executeTakeFirst()
  if (!charged) return null
  const { id, kind: stored, fee_id, ...known } = charged
  const waives_charge_id = entry.waives === undefined ? null : ledgerId.read(entry.waives).id
  // A waiver of a fee has the kind and the price of its fee.
  const isOfFee = waives_charge_id !== null
  requireSameForm(
    { ...known, ...(!isOfFee && { kind: stored, fee_id }) },
    {
      ...{ ...sent, amount: changeOf(entry), waives_charge_id },
      ...(!isOfFee && { kind: kind === 'charge' ? 'correction' : kind, fee_id: entry.fee ?? null }),
    },
  )
  return { ...(await figures()), id: ledgerId.charge(id), receipt_number: null }

  async function figures() {
    const { full_name, before: due } = await lockAccount(tx, context, company_id, user_id)
    return { full_name, before: due - changeOf(entry), after: due }
  }
}

/** @throws {HttpError} 409 when the entry that a submission has made isn't the one that its form asks for now */
export function requireSameForm(known: object, sent: object) {
  if (!isDeepStrictEqual(known, sent)) throw submissionUsed()
}

/** Whether a payment is in the rent's ledger only. Those in the deposit's ledger too are taken back there. */
const isOfRentAlone = sql<boolean>`(purpose = 'rent' and kind not in ('to_deposit', 'from_deposit'))`

/** @throws {HttpError} 404; 409 when it was taken back already, wasn't entered by hand, or is a fee of which something is waived */
async function undo(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  { entry, reason }: { entry: number; reason: string },
): Promise<{ entered: Entered; about: string; at_stake: number }> {
  const { company_id } = staff
  const { full_name, before } = await lockAccount(tx, context, company_id, user_id)
  const { isCharge, id } = ledgerId.read(entry)
  const found = await tx
    .selectFrom(isCharge ? 'charges' : 'payments')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(isCharge ? sql<boolean>`true` : isOfRentAlone)
    .select(['amount', 'kind', 'submission_id', 'created_at'])
    // A wrong opening balance of an import can be taken back, too; staff then enter the right one.
    .select((isCharge ? isOpeningBalance : sql<boolean>`false`).as('is_opening'))
    .executeTakeFirst()
  if (!found) throw notFound('There is no such entry.', 'entry_not_found')
  const fee = isCharge ? await findChargedFee(tx, company_id, id) : null
  if (found.submission_id === null && !fee && !found.is_opening) {
    throw conflict('Only what staff entered by hand can be taken back here.', 'not_by_hand')
  }
  const why = { reason, entered_by: staff.id }
  const done = await (isCharge
    ? insertCharge(tx, {
        ...why,
        company_id,
        user_id,
        kind: 'correction',
        ...fee?.named,
        month: monthOf(context.now()),
        amount: -found.amount,
        reverses_charge_id: id,
        created_at: context.now(),
      })
    : insertReversal(tx, { company_id, id }, why, context.now()).then((made) => made.reversal_id)
  ).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    throw alreadyReversed()
  })
  const change = isCharge ? -found.amount : found.amount
  const kind = fee?.isWaiver
    ? 'waiver'
    : isCharge && found.kind === 'correction'
      ? 'charge_correction'
      : found.kind
  await logStaffAction(tx, staff, {
    act: 'ledger.undo',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, owes: before, entry },
    after: { reason, owes: before + change },
  })
  const notice = { kind: 'undone', amount: found.amount, reason } as const
  await tellTenant(tx, context, staff, { company_id, user_id }, notice)
  return {
    entered: {
      full_name,
      before,
      after: before + change,
      id: isCharge ? ledgerId.charge(done) : ledgerId.payment(done),
      receipt_number: null,
    },
    about: `${entryName(kind, fee?.named.late_month ?? null, null, fee?.named.name)} of ${formatDay(dayOf(found.created_at))}`,
    at_stake: undoStake(found.amount),
  }
}
