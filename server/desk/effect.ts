import { sql } from 'kysely'
import type { DeskEffect } from '#contract/desk.ts'
import { dayOf } from '#rules/calendar.ts'
import type { Purpose } from '#rules/payment.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AskedChange } from '../approvals/perform.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { findDepositState } from '../deposits/queries.ts'
import { findBalance } from '../ledger/balance.ts'
import { lockPush, type StkPushRow } from '../payments/push-queries.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

type AccountEffect = DeskEffect['accounts'][number]

/** A payment that an act has made, taken back, or given its M-Pesa code. */
export interface PaymentChange {
  company_id: number
  id: number
  user_id: number
  /** Negative when it is taken back. */
  amount: number
  purpose?: Purpose
  receipt: NonNullable<AccountEffect['receipt']>['change'] | null
  /** The payment whose receipt changes, where that isn't this one but the one that it takes back. */
  receipt_of?: number
}

/** The effect of an act, read in its transaction; `push` is the item's push before the act. */
export async function effectOf(
  tx: Db,
  { now }: Context,
  company_id: number,
  changes: PaymentChange[],
  push: StkPushRow | undefined,
): Promise<DeskEffect> {
  const accounts: AccountEffect[] = []
  let wifi_code = false
  for (const change of changes) {
    const payment = await findChanged(tx, change, dayOf(now()))
    // A code that becomes known, or turns out to belong to other money, credits nothing.
    const isCode = change.receipt === 'code' || change.receipt === 'replaced'
    const amount = isCode ? 0 : change.amount
    const own = change.company_id === company_id
    const after = own ? (await findBalance(tx, company_id, change.user_id, dayOf(now()))).due : null
    const isNew = change.receipt === 'new'
    const held =
      own && payment.purpose === 'deposit' && amount !== 0
        ? (await findDepositState(tx, { company_id, id: change.user_id }, dayOf(now()))).held
        : null
    accounts.push({
      ...(held !== null && { deposit: { before: held - amount, after: held } }),
      account_number: payment.account_number,
      full_name: own ? payment.full_name : null,
      room_number: own ? payment.room_number : null,
      amount,
      before: after === null ? null : after + (payment.purpose === 'rent' ? amount : 0),
      after,
      receipt: change.receipt && {
        change: change.receipt,
        number: own && !isNew ? receiptNumber(change.receipt_of ?? change.id) : null,
      },
    })
    wifi_code ||= isNew && payment.has_voucher
  }
  const status = push && (await lockPush(tx, push.company_id, push.id))?.status
  return { accounts, push: status && status !== push.status ? status : null, wifi_code }
}

/** The part of an effect that the act itself causes, without the balances, which other events change too. */
export const deedOf = ({ accounts, ...others }: DeskEffect) => ({
  accounts: accounts.map(({ account_number, amount, receipt }) => ({
    account_number,
    amount,
    receipt,
  })),
  ...others,
})

/** The changes as a second person sees them: what each account owes, or has as deposit, before and after. */
export const changesOf = (
  company_id: number,
  { accounts }: DeskEffect,
  payments: PaymentChange[],
): AskedChange[] =>
  accounts.flatMap(({ full_name, before, after, deposit }, at): AskedChange[] => {
    const payment = payments[at]
    if (before === null || after === null || payment?.company_id !== company_id) return []
    const name = accounts.length > 1 ? full_name : null
    if (deposit) return [{ of: name ? `${name}: deposit held` : 'Deposit held', ...deposit }]
    return [{ of: name, user_id: payment.user_id, before, after }]
  })

/** The user of the residence's only account that an act changes; null when it changes several, or none. */
export function onlyUser(company_id: number, payments: PaymentChange[]): number | null {
  const [only, ...others] = payments.filter((one) => one.company_id === company_id)
  return only && others.length === 0 ? only.user_id : null
}

const findChanged = (tx: Db, { company_id, id }: PaymentChange, day: string) =>
  tx
    .selectFrom('payments')
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'payments.user_id'))
    .where('payments.company_id', '=', company_id)
    .where('payments.id', '=', id)
    .select(['payments.purpose', 'account_numbers.account_number'])
    .select([
      fullName().as('full_name'),
      roomNumberOn('payments.company_id', 'payments.user_id', day).as('room_number'),
      sql<boolean>`exists (select from vouchers where vouchers.company_id = payments.company_id
        and vouchers.payment_id = payments.id)`.as('has_voucher'),
    ])
    .executeTakeFirstOrThrow()
