import {
  type Account,
  addCharge,
  allCharges,
  atLeastNothing,
  type Bill,
  type BillTerm,
  type Charge,
  type Day,
  firstOf,
  type House,
  isIn,
  lastOf,
  type Month,
  monthOf,
  plusDays,
  plusMonths,
  rentFor,
  rentOn,
  type Stay,
  sum,
  todayOf,
} from './ledger.ts'

/** Rent that is billed by the term: whole months at once, due on one day. */

export const isByTerm = (house: House, account: Account) =>
  (account.billed_by ?? house.billed_by) === 'term'

export const termOf = ({ terms }: House, month: Month): BillTerm | undefined =>
  terms.find(({ from, to }) => from <= month && month <= to)

/** Who has which room in a month, and from which day on; the first of the month counts, or else whoever moves in. */
export function heldIn(stays: readonly Stay[], month: Month): { room: string; day: Day } | null {
  const days = Array.from({ length: lastOf(month) }, (_, at) => plusDays(firstOf(month), at))
  for (const day of days) {
    const stay = stays.find((one) => isIn(one, day) && (day === firstOf(month) || one.from === day))
    if (stay) return { room: stay.room, day }
  }
  return null
}

const monthsOf = ({ from, to }: BillTerm): Month[] => {
  const months = [from]
  while ((months.at(-1) ?? to) < to) months.push(plusMonths(months.at(-1) ?? to, 1))
  return months
}

/** The bill of a term, of whoever has no bill for the months in which they have a room. */
export function bill(house: House, account: Account, term: BillTerm): Bill | null {
  const today = todayOf(house)
  const lived = account.stays.filter(({ from, until }) => from !== until)
  if (account.over !== null || !isByTerm(house, account)) return null
  if (!lived.some((stay) => isIn(stay, today)) && lived.some(({ from }) => from > today))
    return null
  const months = monthsOf(term).flatMap((month) => {
    const held = heldIn(account.stays, month)
    return rentFor(account, month) || !held
      ? []
      : [{ month, amount: rentOn(house, held.room, held.day) }]
  })
  const [first] = months
  if (!first) return null
  const due = [term.due, today].toSorted().at(-1) ?? today
  const made: Bill = {
    due,
    first: first.month,
    last: months.at(-1)?.month ?? '',
    leaving: house.leaving,
    ...{ term, made: house.time, after: house.payments, isTaken: false },
  }
  account.bills.push(made)
  for (const line of months) addCharge(house, account, { kind: 'rent', ...line, due, bill: made })
  return made
}

/** By itself on its day, or on the first of the term. */
export function billDue(house: House, account: Account) {
  for (const term of house.terms) {
    const [day = ''] = [term.due, firstOf(term.from)].toSorted()
    if (day <= todayOf(house)) bill(house, account, term)
  }
}

export const billedSum = ({ charges, ahead }: Account, made: Bill): number =>
  sum([...charges, ...ahead].filter((one: Charge) => one.bill === made).map(({ amount }) => amount))

/** What a change of stays means for billed months that have not begun. */
export function settle(house: House, account: Account, before: readonly Stay[]) {
  const today = todayOf(house)
  for (const made of account.bills) {
    const lines = allCharges(account).filter(
      (one) => one.bill === made && one.kind === 'rent' && !one.isVoid,
    )
    for (const { month } of lines) {
      if (month <= monthOf(today)) continue
      const [was, is] = [heldIn(before, month), heldIn(account.stays, month)]
      if (was?.room === is?.room) continue
      const charged = allCharges(account).filter((one) => one.bill === made && one.month === month)
      const now = sum(charged.map(({ amount }) => amount))
      const meant = is
        ? rentOn(house, is.room, is.day)
        : now - Math.floor((atLeastNothing(now) * made.leaving) / 100)
      const due = [made.due, today].toSorted().at(-1) ?? today
      const kind = 'charge_correction'
      if (meant !== now) {
        addCharge(house, account, { kind, amount: meant - now, month, due, bill: made })
      }
    }
  }
}

/** The day on which a bill that is taken back today is made again, while it is billed by the term. */
function billedAgainOn(house: House, account: Account, { term }: Bill): Day | null {
  const [day = ''] = [term.due, firstOf(term.from)].toSorted()
  let again = [day, plusDays(todayOf(house), 1)].toSorted()[1] ?? day
  const goesOn = account.stays.filter(
    ({ from, until }) => from !== until && (until === null || until > again),
  )
  if (goesOn.length === 0) return null
  while (!goesOn.some((stay) => isIn(stay, again))) again = plusDays(again, 1)
  return again
}

/** Why a bill isn't taken back. */
export function whyBillStays(house: House, account: Account, made: Bill): string[] {
  const lines = allCharges(account).filter((one) => one.bill === made)
  const rents = lines.filter(({ kind }) => kind === 'rent')
  const tomorrow = plusDays(todayOf(house), 1)
  const isBack = (time: number) => time >= made.made
  const [first = '', last = ''] = [rents[0]?.month, rents.at(-1)?.month]
  const isCorrected = ({ kind, bill: of, month, at }: Charge) =>
    kind === 'charge_correction' &&
    of !== null &&
    (of === made || (!of.isTaken && isBack(at) && first <= month && month <= last))
  const isNeverMadeAgain =
    account.over !== null ||
    !account.stays.some(({ until }) => until === null || until > tomorrow) ||
    // What is past isn't charged again once the term is over, and by the month not at all.
    (isByTerm(house, account) ? last : first) < monthOf(tomorrow) ||
    last < monthOf(tomorrow) ||
    rents.some(({ month }) => heldIn(account.stays, month) === null)
  const reasons = {
    paid: account.paid.some(({ order }) => order > made.after),
    corrected: allCharges(account).some(isCorrected),
    late_fee: allCharges(account).some(({ late, at }) => late === made.first && isBack(at)),
    agreed: account.agreements.some((one) => isBack(one.made)),
    lost: isNeverMadeAgain,
  }
  return Object.entries(reasons).flatMap(([why, holds]) => (holds ? [why] : []))
}

/** Every month by its opposite. @returns what was taken back, and when it comes again by itself */
export function takeBack(house: House, account: Account, made: Bill) {
  const lines = allCharges(account).filter((one) => one.bill === made && one.kind === 'rent')
  const due = [made.due, todayOf(house)].toSorted()[1] ?? made.due
  for (const line of lines) {
    line.isVoid = true
    const { month, amount } = line
    addCharge(house, account, {
      ...{ kind: 'charge_correction', amount: -amount, month, due, bill: made, isVoid: true },
    })
  }
  made.isTaken = true
  return {
    amount: sum(lines.map(({ amount }) => amount)),
    again_on: isByTerm(house, account) ? billedAgainOn(house, account, made) : null,
  }
}

export const standingBills = ({ bills }: Account): Bill[] => bills.filter(({ isTaken }) => !isTaken)
