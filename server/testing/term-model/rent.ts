import { billDue, heldIn, isByTerm, termOf } from './bills.ts'
import {
  type Account,
  addCharge,
  allCharges,
  type Day,
  firstOf,
  type House,
  monthOf,
  plusDays,
  priceOn,
  rentFor,
  rentOn,
  todayOf,
} from './ledger.ts'

/** The rent of the month of a day, if it is due on that day and not charged yet. */
function chargeRentOn(house: House, account: Account, day: Day) {
  const month = monthOf(day)
  if (rentFor(account, month)) return
  if (isByTerm(house, account) && termOf(house, month)) return
  const held = heldIn(account.stays, month)
  if (held?.day !== day) return
  addCharge(house, account, { kind: 'rent', month, amount: rentOn(house, held.room, day) })
}

/** Whoever pays by the month by now pays so for the months of a bill that was taken back. */
function chargeAgain(house: House, account: Account) {
  const taken = account.bills.filter(({ isTaken }) => isTaken)
  const lines = account.charges
    .concat(account.ahead)
    .filter(({ bill, kind }) => bill && taken.includes(bill) && kind === 'rent')
  for (const month of new Set(lines.map((line) => line.month))) {
    if (month > monthOf(todayOf(house)) || rentFor(account, month)) continue
    if (isByTerm(house, account) && termOf(house, month)) continue
    const held = heldIn(account.stays, month)
    if (!held || held.day > todayOf(house)) continue
    addCharge(house, account, { kind: 'rent', month, amount: rentOn(house, held.room, held.day) })
  }
}

/** What recurs is charged for the months whose rent is. */
export function chargeRecurring(house: House, account: Account) {
  for (const fee of account.recurring) {
    for (const { kind, month, isVoid } of allCharges(account)) {
      if (isVoid || month > monthOf(todayOf(house))) continue
      if (kind !== 'rent' || month < fee.from || (fee.until !== null && month > fee.until)) continue
      if (account.charges.some((one) => one.recurring === fee && one.month === month)) continue
      // For the month in which it was entered it costs what it did on that day.
      const day = [firstOf(month), fee.on].toSorted().at(-1) ?? fee.on
      const amount = fee.isOwn ? fee.amount : priceOn(house, fee.fee, day)
      addCharge(house, account, { kind: 'fee', amount, month, recurring: fee, undo: 'possible' })
    }
  }
}

/** Charges the rent of some days, and what recurs with it. */
export function chargeSince(house: House, account: Account, from: Day) {
  for (let day = from; day <= todayOf(house); day = plusDays(day, 1)) {
    chargeRentOn(house, account, day)
  }
  chargeAgain(house, account)
  billDue(house, account)
  chargeRecurring(house, account)
}
