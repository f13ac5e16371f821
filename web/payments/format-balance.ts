import type { PaymentSummary } from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import { dueOfAccount, dueSentence } from '#rules/due.ts'
import { ksh } from '#rules/money.ts'

const phrases = {
  /** `Ksh 6,000 due` */
  due: { owed: '% due', credit: '% credit', none: 'nothing due' },
  /** `owes Ksh 6,000` */
  owes: { owed: 'owes %', credit: 'has % credit', none: 'owes nothing' },
  /** `owe Ksh 6,000`, with "they" */
  owe: { owed: 'owe %', credit: 'have % credit', none: 'owe nothing' },
  /** `Ksh 6,000 to pay` */
  toPay: { owed: '% to pay', credit: '% credit', none: 'Nothing to pay' },
  /** `Ksh 6,000` */
  amount: { owed: '%', credit: '% credit', none: '%' },
}

/** A balance in words. Debt is positive; a credit is shown as a word, never as a minus. */
export function formatBalance(balance: number, style: keyof typeof phrases): string {
  const { owed, credit, none } = phrases[style]
  const phrase = balance > 0 ? owed : balance < 0 ? credit : none
  return phrase.replace('%', ksh(Math.abs(balance)))
}

/** A sentence on the tenant's balance now and after an action. */
export const balanceChange = (before: number, after: number): string =>
  `They ${formatBalance(before, 'owe')} now, and will ${formatBalance(after, 'owe')} after this.`

/** A sentence on the sums due and their dates, including overdue ones; null when nothing is to be paid. */
export function summaryDue(summary: PaymentSummary): string | null {
  const today = dayOf(new Date())
  const due = dueOfAccount(summary, today)
  return due && dueSentence(due, today)
}
