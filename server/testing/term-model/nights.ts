import { judgeAll } from './agreements.ts'
import {
  type Account,
  addCharge,
  type Day,
  daysFrom,
  endIfOver,
  fallDue,
  firstOf,
  type House,
  plusDays,
  spread,
  sum,
  todayOf,
} from './ledger.ts'
import { chargeSince } from './rent.ts'

const DISPUTED_MS = 90 * 86_400_000

/** The nightly work for all days since it was done last. */
export function work(house: House, last: Day) {
  fallDue(house)
  for (const account of house.accounts) {
    endIfOver(house, account)
    chargeSince(house, account, plusDays(last, 1))
  }
  for (const account of house.accounts) chargeLate(house, account)
}

function chargeLate(house: House, account: Account) {
  const today = todayOf(house)
  const isDisputed = account.disputes.some(
    ({ isOpen, at }) => isOpen && at > house.time - DISPUTED_MS,
  )
  if (isDisputed) return
  const promised = judgeAll(house, account)
    .filter(({ state }) => state === 'in_force')
    .flatMap(({ parts }) => parts.filter(({ outcome }) => outcome === 'pending'))
  const paid = sum(account.paid.map(({ amount }) => amount))
  const owed = spread(
    account.charges
      .filter(({ kind, waives }) => kind !== 'fee' && kind !== 'late_fee' && !waives)
      .map(({ month, bill, amount }) => ({ month: bill?.first ?? month, amount })),
    paid + sum(promised.map(({ unpaid }) => unpaid)),
  )
  const rents = account.charges.filter(({ kind, isVoid }) => kind === 'rent' && !isVoid)
  for (const { month: of, bill, amount, on } of rents) {
    // A bill is one rent.
    const month = bill?.first ?? of
    const rent = bill
      ? sum(rents.filter((one) => one.bill === bill).map((one) => one.amount))
      : amount
    const terms = house.late.filter(({ from }) => from <= month).at(-1)
    if (!terms || account.charges.some(({ late }) => late === month)) continue
    const due = bill?.due ?? [on, firstOf(month)].toSorted().at(-1) ?? on
    if (daysFrom(due, today) <= terms.grace) continue
    const unpaid = Math.min(rent, owed.find((one) => one.month === month)?.owed ?? 0)
    const share = Math.floor((unpaid * (terms.percent ?? 0)) / 100)
    const capped = terms.cap === null ? share : Math.min(share, terms.cap)
    const fee = Math.min(unpaid, terms.amount ?? capped)
    if (fee > 0)
      addCharge(house, account, { kind: 'late_fee', amount: fee, late: month, undo: 'possible' })
  }
}
