import type { PaymentSummary } from '#contract/tenancy.ts'
import { type Month, monthName, monthOf, previousMonth } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'

export type BalanceState = 'owing' | 'paid_up' | 'credit'

export interface BalanceWords {
  state: BalanceState
  /** What there was to pay this month, before this month's payments. */
  asked: number
  paid: number
  /** How much of the window the blind covers, from 0 (all paid) to 1. */
  owedShare: number
}

export function balanceWords({ current_month_balance, balance }: PaymentSummary): BalanceWords {
  const asked = balance.brought_forward + balance.this_month
  const state =
    current_month_balance > 0 ? 'owing' : current_month_balance < 0 ? 'credit' : 'paid_up'
  const owedShare =
    state === 'owing'
      ? Math.min(1, current_month_balance / Math.max(asked, current_month_balance))
      : 0
  return { state, asked, paid: balance.paid_this_month, owedShare }
}

export interface LedgerLine {
  name: string
  detail: string
  amount: string
}

/** The three parts of a balance, each with a word on where it comes from. */
export function ledgerLines(summary: PaymentSummary, month: Month): LedgerLine[] {
  const { brought_forward, this_month, paid_this_month } = summary.balance
  const last = monthName(previousMonth(month))
  const count = summary.matched_payments.filter(
    ({ date_time }) => monthOf(new Date(date_time)) === month,
  ).length
  return [
    {
      name: 'Brought forward',
      detail:
        brought_forward > 0
          ? `left from ${last}`
          : brought_forward < 0
            ? `credit from ${last}`
            : `nothing left from ${last}`,
      amount: ksh(brought_forward),
    },
    {
      name: 'This month’s rent',
      detail:
        // Not the room's number: they may have changed rooms since it was charged.
        this_month === 0 ? `${monthName(month)}, none` : monthName(month),
      amount: ksh(this_month),
    },
    {
      name: 'Paid this month',
      detail: count === 1 ? '1 payment' : `${count === 0 ? 'no' : count} payments`,
      amount: ksh(paid_this_month === 0 ? 0 : -paid_this_month),
    },
  ]
}
