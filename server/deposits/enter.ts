import type * as z from 'zod/mini'
import type { DepositEffect, DepositEntered, depositForm } from '#contract/deposits.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import {
  depositEntryName,
  depositMisfit,
  depositNeedsReference,
  depositStake,
  depositUndoStake,
  heldChangeOf,
  isDepositMoney,
  owedChangeOf,
} from '#rules/deposit.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { tellTenant } from '../account-notices/tell-tenant.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findDocumentOf } from '../documents/queries.ts'
import { entryActs } from '../entries/entry-acts.ts'
import {
  paidAtOf,
  requireEntryDay,
  requireNewReference,
  requireSameForm,
} from '../entries/hand-entries.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { alreadyReversed, rethrowMoreThanHeld } from '../ledger/effect.ts'
import { insertPayment, insertReversal } from '../ledger/queries.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { lockAccount } from '../tenancy/account-act.ts'
import {
  findDepositEntry,
  findDepositState,
  findDepositSubmission,
  findEntryOfPayment,
  insertDepositEntry,
} from './queries.ts'

type DepositForm = z.output<typeof depositForm>

/** Entries about deposits: paid, moved between the two ledgers, deducted from, or given back. */
export const depositActs = entryActs<DepositForm, DepositEffect, DepositEntered>({
  changed: 'The deposit, or what they owe, has just changed. Please check the new figures.',
  effectOf: ({ full_name, held, owes }) => ({ full_name, held, owes }),
  deedOf: ({ held, owes }) => ({
    ...{ held: held.after - held.before, owes: owes.after - owes.before },
  }),
  changesOf: (user_id, { held, owes }) => [
    { of: 'Deposit held', ...held },
    ...(owes.before === owes.after ? [] : [{ of: null, user_id, ...owes }]),
  ],
  mayBeEarlier: ({ kind }) => isDepositMoney(kind),
  asked: (form) => ({
    act: form.kind === 'refund' ? 'deposit_refund' : 'deposit',
    at_stake: depositStake(form),
    about: form.reference ?? null,
  }),
  undoAsked: { act: 'deposit_undo', subject: ({ entry }) => `deposit entry ${entry}` },
  enter,
  undo,
  async findKnown(tx, context, company_id, { user_id, entry, submission_id }) {
    const found = await findDepositSubmission(tx, company_id, submission_id)
    if (!found) return null
    const { id, payment_id, at, ...known } = found
    const { kind, reason = null, document_id = null } = entry
    const change = heldChangeOf(entry)
    const isMoney = isDepositMoney(kind)
    const { kind: entryKind, payment } = stored(entry)
    requireSameForm(
      { ...known, on: isMoney ? dayOf(at) : entry.on },
      {
        ...{ user_id, reason, amount: change, kind: entryKind, on: entry.on },
        payment_kind: payment?.kind ?? null,
        reference: isMoney ? referenceOf(entry) : null,
        document_id: kind === 'deducted' ? document_id : null,
      },
    )
    const { full_name, owes, held } = await lockDeposit(tx, context, company_id, user_id)
    return {
      full_name,
      held: { before: held - change, after: held },
      owes: { before: owes - owedChangeOf(entry), after: owes },
      ...{ id, receipt_number: payment_id === null ? null : receiptNumber(payment_id) },
    }
  },
})

const referenceOf = ({ kind, reference }: Pick<DepositForm, 'kind' | 'reference'>) =>
  depositNeedsReference(kind) ? (reference ?? null) : null

/** Locks the account, so that entries are made one after the other. */
async function lockDeposit(tx: Db, context: Context, company_id: number, user_id: number) {
  const { full_name, before: owes } = await lockAccount(tx, context, company_id, user_id)
  const { held } = await findDepositState(tx, { company_id, id: user_id }, dayOf(context.now()))
  return { full_name, owes, held }
}

/** How an entry is stored: as a payment of the deposit, as a payment of rent, or without a payment. */
function stored({ kind }: Pick<DepositForm, 'kind'>) {
  switch (kind) {
    case 'cash':
    case 'bank':
      return { kind: 'received', payment: { purpose: 'deposit', kind } } as const
    case 'refund':
      return { kind: 'refunded', payment: { purpose: 'deposit', kind } } as const
    case 'from_rent':
      return { kind, payment: { purpose: 'rent', kind: 'to_deposit' } } as const
    case 'to_rent':
      return { kind, payment: { purpose: 'rent', kind: 'from_deposit' } } as const
    default:
      return { kind, payment: null } as const
  }
}

/**
 * Makes an entry, for a preview or for good.
 * @throws {HttpError} 404; 400 for a bad day, or an amount that doesn't fit; 409 when the bank's code counts already
 */
async function enter(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  form: DepositForm,
  /** Null for a preview. */
  submission_id: string | null,
): Promise<DepositEntered> {
  const { company_id } = staff
  const { kind, reason = null, document_id = null } = form
  const reference = referenceOf(form)
  const today = dayOf(context.now())
  requireEntryDay(form.on, today, isDepositMoney(kind))
  if (kind === 'bank' && reference) await requireNewReference(tx, company_id, reference)
  const { full_name, owes, held } = await lockDeposit(tx, context, company_id, user_id)
  const problem = depositMisfit(form, held, owes)
  if (problem) throw invalid('amount', problem)
  const entry = {
    company_id,
    user_id,
    reason,
    entered_by: staff.id,
    submission_id: submission_id ?? crypto.randomUUID(),
  }
  const { kind: entryKind, payment } = stored(form)
  const [change, owedChange] = [heldChangeOf(form), owedChangeOf(form)]
  const payment_id =
    payment &&
    (await insertPayment(
      tx,
      {
        ...entry,
        ...payment,
        amount: payment.purpose === 'deposit' ? change : -owedChange,
        reference: isDepositMoney(kind) ? reference : null,
        paid_at: paidAtOf(form.on, context.now()),
      },
      null,
    ))
  if (document_id !== null && kind === 'deducted') {
    const picture = await findDocumentOf(tx, { company_id, id: user_id }, document_id)
    if (picture?.kind !== 'deduction') {
      throw invalid('document_id', 'Please choose the picture again.')
    }
  }
  const id =
    payment_id === null
      ? await insertDepositEntry(tx, {
          ...entry,
          kind: entryKind,
          amount: change,
          at: context.now(),
          document_id: kind === 'deducted' ? document_id : null,
        })
      : await findEntryOfPayment(tx, company_id, payment_id)
  const entered = {
    full_name,
    held: { before: held, after: held + change },
    owes: { before: owes, after: owes + owedChange },
    id,
    receipt_number: payment_id === null ? null : receiptNumber(payment_id),
  }
  await logStaffAction(tx, staff, {
    act: 'deposit.enter',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, held, owes },
    after: { ...form, held: entered.held.after, owes: entered.owes.after },
  })
  await tellTenant(tx, context, staff, { company_id, user_id }, noticeOf(form))
  return entered
}

function noticeOf({ kind, amount, on, reason: why }: DepositForm) {
  const reason = why ?? null
  if (kind === 'deducted') return { kind: 'deduction', amount, reason } as const
  if (kind === 'refund') return { kind: 'deposit_refund', amount, day: on } as const
  if (kind === 'from_rent') return { kind: 'deposit_moved', amount } as const
  if (kind === 'to_rent') return { kind: 'deposit_moved', amount: -amount } as const
  return { kind: 'deposit', amount, day: kind === 'opening' ? null : on } as const
}

/** @throws {HttpError} 404; 409 when it was taken back already, wasn't entered by staff, or has been used since */
async function undo(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  { entry, reason }: { entry: number; reason: string },
): Promise<{ entered: DepositEntered; about: string; at_stake: number }> {
  const { company_id } = staff
  const before = await lockDeposit(tx, context, company_id, user_id)
  const { full_name, held, owes } = before
  const found = await findDepositEntry(tx, { company_id, id: user_id }, entry)
  if (!found) throw notFound('There is no such entry.', 'entry_not_found')
  const { kind, amount, payment_id, payment_kind, by_hand } = found
  if (!by_hand || kind === 'undone') {
    throw conflict('Only what staff entered can be taken back here.', 'not_by_hand')
  }
  // Checked here, because the database would rather complain that more is taken than is held.
  if (found.is_undone) throw alreadyReversed()
  const why = { reason, entered_by: staff.id }
  const id = await (payment_id === null
    ? insertDepositEntry(tx, {
        ...{ ...why, company_id, user_id, kind: 'undone', amount: -amount },
        ...{ at: context.now(), reverses_entry_id: entry },
      })
    : insertReversal(tx, { company_id, id: payment_id }, why, context.now()).then(
        ({ reversal_id }) => findEntryOfPayment(tx, company_id, reversal_id),
      )
  ).catch(rethrowMoreThanHeld)
  const owedChange = payment_kind === 'to_deposit' || payment_kind === 'from_deposit' ? -amount : 0
  const entered = {
    full_name,
    held: { before: held, after: held - amount },
    owes: { before: owes, after: owes + owedChange },
    id,
    receipt_number: null,
  }
  await logStaffAction(tx, staff, {
    act: 'deposit.undo',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, held, owes, entry },
    after: { reason, held: entered.held.after, owes: entered.owes.after },
  })
  const notice = { kind: 'deposit_undone', amount, reason } as const
  await tellTenant(tx, context, staff, { company_id, user_id }, notice)
  return {
    entered,
    about: `${depositEntryName(kind, payment_kind)} of ${formatDay(dayOf(found.created_at))}`,
    at_stake: depositUndoStake(kind, amount),
  }
}
