import { type Day, dayOf, formatDay, type Month, monthName } from './calendar.ts'
import { type FeeKind, isFee } from './fee.ts'
import { formatNumber, ksh } from './money.ts'
import type { PaymentKind } from './payment.ts'

/** A charge or payment of an account; `amount` is how it changes what is owed: positive for rent, negative for a payment. */
export interface Entry {
  at: Date
  amount: number
  kind: EntryKind
  /** The kind of the entry that it takes back. */
  named_kind: EntryKind | null
  /** A payment that had been taken back from this account before. */
  is_again: boolean
}

/** The sums of a statement, in the order in which it lists them. */
const sumLabels = {
  charged: 'Rent and fees',
  taken_off: 'Waivers and corrections',
  paid: 'Payments',
  taken_back: 'Payments taken back',
  credited_again: 'Payments credited again',
  given_back: 'Given back, or moved to the deposit',
}
export type StatementSums = Record<keyof typeof sumLabels, number>

export interface AccountStatement<E extends Entry> {
  /** The debt before the first day; negative means credit. */
  opening: number
  /** In their order, each with what is owed after it. */
  rows: (E & { balance: number })[]
  /** The sum of what was added; never negative. */
  charged: number
  /** The sum of what was paid or taken off; never negative. */
  credited: number
  /** The sums by kind. Reversed payments are apart, or a sum would say that somebody paid more than they did. */
  sums: StatementSums
  /** `opening + charged - credited`. */
  closing: number
}

/** The statement of these days, both included; null leaves an end open. `entries` are all, the earliest first. */
export function accountStatement<E extends Entry>(
  entries: readonly E[],
  { from, until }: { from: Day | null; until: Day | null },
): AccountStatement<E> {
  const statement: AccountStatement<E> = {
    opening: 0,
    rows: [],
    charged: 0,
    credited: 0,
    sums: { charged: 0, taken_off: 0, paid: 0, taken_back: 0, credited_again: 0, given_back: 0 },
    closing: 0,
  }
  for (const entry of entries) {
    const day = dayOf(entry.at)
    if (until !== null && day > until) continue
    statement.closing += entry.amount
    if (from !== null && day < from) {
      statement.opening += entry.amount
      continue
    }
    statement.rows.push({ ...entry, balance: statement.closing })
    if (entry.amount > 0) statement.charged += entry.amount
    else statement.credited -= entry.amount
    statement.sums[sumOf(entry)] += Math.abs(entry.amount)
  }
  return statement
}

const chargeKinds: readonly EntryKind[] = ['rent', 'waiver', 'charge_correction', 'fee', 'late_fee']

function sumOf({ kind, amount, named_kind, is_again }: Entry): keyof StatementSums {
  if (chargeKinds.includes(kind)) return amount > 0 ? 'charged' : 'taken_off'
  if (amount <= 0) return is_again ? 'credited_again' : 'paid'
  return kind === 'correction' && named_kind !== null ? 'taken_back' : 'given_back'
}

/** In place of lines. */
export const NO_ENTRIES = 'Nothing was charged or paid in these days.'

/** The lines above a statement's table, label by label. Letters from before there were `sums` don't have them. */
export const statementFacts = ({
  from,
  until,
  opening,
  charged,
  credited,
  sums,
  closing,
}: {
  from: Day | null
  until: Day
  opening: number
  charged: number
  credited: number
  sums?: StatementSums | undefined
  closing: number
}): { label: string; value: string }[] => [
  {
    label: 'Days',
    value: from ? `${formatDay(from)} to ${formatDay(until)}` : `Until ${formatDay(until)}`,
  },
  ...(from ? [{ label: `Balance before ${formatDay(from)}`, value: balanceText(opening) }] : []),
  ...(sums
    ? Object.entries(sumLabels).flatMap(([name, label]) => {
        const sum = sums[name as keyof StatementSums]
        return sum > 0 || name === 'charged' || name === 'paid' ? [{ label, value: ksh(sum) }] : []
      })
    : [
        { label: 'Rent, fees and corrections', value: ksh(charged) },
        { label: 'Paid and taken off', value: ksh(credited) },
      ]),
  { label: `Balance on ${formatDay(until)}`, value: balanceText(closing) },
]

export type EntryKind = 'rent' | 'waiver' | 'charge_correction' | FeeKind | PaymentKind

const entryNames: Record<EntryKind, string> = {
  rent: 'Rent',
  waiver: 'Waiver',
  charge_correction: 'Correction of the rent',
  fee: 'Fee',
  late_fee: 'Late fee',
  push: 'M‑Pesa payment',
  paybill: 'Paybill payment',
  cash: 'Cash payment',
  bank: 'Bank transfer',
  refund: 'Refund',
  to_deposit: 'Moved to the deposit',
  from_deposit: 'Paid from the deposit',
  correction: 'Correction',
}

/** A balance in a column of them: `6,000`, `500 credit` */
export const balanceInColumn = (owes: number): string =>
  owes < 0 ? `${formatNumber(-owes)} credit` : formatNumber(owes)

/** A balance beside a line: `6,000 owed`, `500 credit`, `nothing owed` */
export const balanceBeside = (owes: number): string =>
  owes > 0 ? `${formatNumber(owes)} owed` : owes === 0 ? 'nothing owed' : balanceInColumn(owes)

/** `Ksh 6,000 owed`, `Ksh 500 credit` or `Nothing owed` */
export const balanceText = (owes: number): string =>
  owes > 0 ? `${ksh(owes)} owed` : owes < 0 ? `${ksh(-owes)} credit` : 'Nothing owed'

/** The entry that another one takes back. */
export interface NamedEntry {
  kind: EntryKind
  at: Date
  /** The receipt of a payment. */
  receipt_number: string | null
}

/**
 * The name of a ledger entry: `Rent, November`, `Waiver taken back, November`. A fee has a name of its own, and a late
 * fee the month of rent that it is for: `Late fee, October`. A fee's waiver names it: `Key replacement waived`. A payment that
 * counts again says so: `Paybill payment, credited again`.
 */
export function entryName(
  kind: EntryKind,
  month: Month | null,
  takesBack: Pick<NamedEntry, 'kind'> | null = null,
  feeName: string | null = null,
  isAgain = false,
): string {
  const isCorrection = kind === 'correction' || kind === 'charge_correction' || isFee(kind)
  const named = feeName ?? entryNames[takesBack && isCorrection ? takesBack.kind : kind]
  const name =
    takesBack && isCorrection
      ? `${takesBack.kind === 'waiver' && feeName ? `Waiver of ${feeName}` : named} taken back`
      : kind === 'waiver' && feeName
        ? `${feeName} waived`
        : isAgain
          ? `${named}, credited again`
          : named
  return month ? `${name}, ${monthName(month)}` : name
}

/** Names the other entry: `Takes back R000124`, `Takes back the waiver of 12 Nov 2026`. */
export const takesBackText = ({ kind, at, receipt_number }: NamedEntry): string =>
  receipt_number
    ? `Takes back ${receipt_number}`
    : `Takes back the ${entryNames[kind].toLowerCase()} of ${formatDay(dayOf(at))}`

/** `Taken back on 12 Nov 2026` */
export const takenBackText = (at: Date): string => `Taken back on ${formatDay(dayOf(at))}`
