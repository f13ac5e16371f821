import {
  type Account,
  beginOf,
  type Charge,
  dayAt,
  daysFrom,
  type House,
  type Month,
  plusDays,
  sameDate,
  sum,
  todayOf,
} from './ledger.ts'

/** How punctually somebody pays: each bill is followed day by day until all that was owed with it is paid. */

/** A charge counts when it is made, or from its day on when that is to come, or is more than a month ago. */
function countsFrom({ at, due }: Charge): number {
  const isOfThatMonth = at >= beginOf(due) && at < beginOf(sameDate(due, 1))
  return isOfThatMonth ? at : beginOf(due)
}

const nameOf = (month: Month) => new Date(`${month}-15`).toLocaleDateString('en', { month: 'long' })

export function gradeOf(house: House, account: Account) {
  const charges = account.charges
    .filter(({ isVoid }) => !isVoid)
    .map((one) => ({
      ...{ at: countsFrom(one), amount: one.amount },
      rent: one.kind === 'rent' ? (one.bill?.first ?? one.month) : null,
    }))
  const paid = account.paid
    .filter(({ isVoid }) => !isVoid)
    .map(({ at, amount }) => ({ at, amount: -amount, rent: null }))
  const all = [...charges, ...paid].filter(({ at }) => at <= house.time)
  const bills = [...new Set(all.flatMap(({ rent }) => rent ?? []))]
    .map((month) => ({
      month,
      at: Math.max(...all.filter(({ rent }) => rent === month).map(({ at }) => at)),
    }))
    .toSorted((one, other) => one.at - other.at || (one.month < other.month ? -1 : 1))
  const graded = bills.slice(-6).map(({ month, at }) => {
    // At the same moment rent comes first.
    const owed = all.filter(
      (one) =>
        one.amount > 0 &&
        (one.at < at || (one.at === at && one.rent !== null && one.rent <= month)),
    )
    const needed = sum(owed.map(({ amount }) => amount))
    const credits = all.filter(({ amount }) => amount < 0)
    const isPaidBy = (day: string) =>
      sum(credits.filter((one) => one.at < beginOf(plusDays(day, 1))).map((one) => -one.amount)) >=
      needed
    const due = dayAt(at)
    let day = due
    while (!isPaidBy(day) && day < todayOf(house)) day = plusDays(day, 1)
    return { month: nameOf(month), late: daysFrom(due, day), isPaid: isPaidBy(day) }
  })
  if (graded.length === 0) return null
  const late = sum(graded.map((one) => one.late)) / graded.length
  const grade = late <= 3 ? 'A' : late <= 7 ? 'B' : late <= 14 ? 'C' : late <= 30 ? 'D' : 'E'
  return { grade, bills: graded.toReversed() }
}
