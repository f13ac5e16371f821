import { receiptOf, type SimulatedPayment, timePaid } from './payments.ts'

/** Sums of money here are in cents, as charges and paybill payments may have them. */
export type AccountName = 'utility' | 'settlement'

/** Money that an operator moved: to the settlement account, or from there to the bank. */
export interface Transfer {
  kind: 'sweep' | 'withdrawal'
  receipt: string
  shortcode: string
  cents: number
  at: number
}

/** The balances of a paybill's accounts, now or before the first movement that is still known. */
export type Balances = Record<AccountName, number>

export interface Movement {
  kind: 'payment' | 'charge' | 'reversal' | Transfer['kind']
  account: AccountName
  receipt: string
  at: number
  /** Negative when money goes out. */
  cents: number
  /** The payment that was made, charged for or reversed. */
  payment: SimulatedPayment | null
}

/** A plausible tariff of a paybill: the charge in shillings for amounts up to a limit. Real ones change. */
const tariff: readonly [upTo: number, charge: number][] = [
  [100, 0],
  [500, 5],
  [1_000, 10],
  [1_500, 15],
  [2_500, 20],
  [3_500, 25],
  [5_000, 34],
  [7_500, 42],
  [10_000, 48],
  [15_000, 57],
  [20_000, 62],
  [25_000, 67],
  [30_000, 72],
  [40_000, 83],
  [50_000, 99],
]
const MOST_CHARGED = 108

/** The business's charge for a payment of so many shillings, in cents. */
export const chargeFor = (amount: number): number =>
  100 * (tariff.find(([upTo]) => amount <= upTo)?.[1] ?? MOST_CHARGED)

const toCents = (shillings: number) => Math.round(shillings * 100)

/** The movements of a payment by now. A reversal returns the whole payment; the charge stays. */
export function movementsOfPayment(payment: SimulatedPayment, now: number): Movement[] {
  const at = timePaid(payment, now)
  if (at === null) return []
  const cents = toCents(payment.amount)
  const one = { account: 'utility' as const, receipt: receiptOf(payment), at, payment }
  const movements: Movement[] = [{ ...one, kind: 'payment', cents }]
  if (payment.charge_cents) {
    movements.push({ ...one, kind: 'charge', cents: -payment.charge_cents })
  }
  const { reversed_at, reversal_receipt: receipt } = payment
  if (reversed_at && receipt) {
    movements.push({ ...one, kind: 'reversal', receipt, at: reversed_at, cents: -cents })
  }
  return movements
}

/** A sweep leaves one account and enters the other under one receipt. */
export function movementsOfTransfer({ kind, receipt, at, cents }: Transfer): Movement[] {
  const one = { kind, receipt, at, payment: null }
  if (kind === 'withdrawal') return [{ ...one, account: 'settlement', cents: -cents }]
  return [
    { ...one, account: 'utility', cents: -cents },
    { ...one, account: 'settlement', cents },
  ]
}

/** Everything that is known about the money of a paybill. */
export interface Book {
  opening: Balances
  payments: SimulatedPayment[]
  transfers: Transfer[]
}

export function balancesOf({ opening, payments, transfers }: Book, now: number): Balances {
  const balances = { ...opening }
  const add = ({ account, cents }: Movement) => {
    balances[account] += cents
  }
  for (const payment of payments) movementsOfPayment(payment, now).forEach(add)
  for (const transfer of transfers) movementsOfTransfer(transfer).forEach(add)
  return balances
}

/** A movement with the balance after it. */
export interface BookedMovement extends Movement {
  balance: number
}

export interface Period {
  from: number
  /** The day's last instant, in milliseconds. */
  until: number
}

export interface Extract {
  opening: number
  closing: number
  paid_in: number
  /** Not positive. */
  withdrawn: number
  /** The oldest first. */
  movements: BookedMovement[]
}

/** The movements of a period: of one account, or of the whole paybill, whose balance a sweep does not change. */
export function extractOf(
  book: Book,
  { from, until }: Period,
  { now, account }: { now: number; account?: AccountName },
): Extract {
  const movements = [
    ...book.payments.flatMap((payment) => movementsOfPayment(payment, now)),
    ...book.transfers.flatMap(movementsOfTransfer),
  ]
    .filter((movement) => !account || movement.account === account)
    .sort((one, other) => one.at - other.at)
  const { utility, settlement } = book.opening
  let balance = account ? book.opening[account] : utility + settlement
  const extract: Extract = { opening: 0, closing: 0, paid_in: 0, withdrawn: 0, movements: [] }
  for (const movement of movements) {
    if (movement.at < from) balance += movement.cents
  }
  extract.opening = balance
  for (const movement of movements) {
    if (movement.at < from || movement.at > until) continue
    balance += movement.cents
    if (movement.cents > 0) extract.paid_in += movement.cents
    else extract.withdrawn += movement.cents
    extract.movements.push({ ...movement, balance })
  }
  extract.closing = balance
  return extract
}
