import { expectedHelb, isOpen, judgeAll, mayPromise, plannedOf } from './agreements.ts'
import { billedSum, standingBills } from './bills.ts'
import { gradeOf } from './grades.ts'
import {
  type Account,
  askedOf,
  atLeastNothing,
  balanceOf,
  dayAt,
  daysFrom,
  type House,
  heldOf,
  isIn,
  lastOf,
  leftOn,
  monthOf,
  owedMonths,
  type Paid,
  plusDays,
  plusMonths,
  sum,
  todayOf,
} from './ledger.ts'

/** In which group of those to call somebody is who owes something. */
function callOf(house: House, account: Account) {
  const current = judgeAll(house, account).find(({ state }) => state === 'in_force')
  const due = current?.parts.filter(({ day }) => day !== null && day <= todayOf(house)) ?? []
  const late = sum(due.map(({ unpaid }) => unpaid))
  const owed = Math.max(balanceOf(account), Math.min(late, plannedOf(account, current?.agreement)))
  if (owed <= 0) return null
  const today = current?.parts.some(({ day, unpaid }) => day === todayOf(house) && unpaid > 0)
  const group = current?.missing
    ? 'broken'
    : today
      ? 'today'
      : current?.unpaid
        ? 'promised'
        : 'no_promise'
  return { owed, group, missing: current?.missing ?? 0 }
}

/** What the next part is that is still to come. */
function agreedOf(house: House, account: Account) {
  const current = judgeAll(house, account).find(({ state }) => state === 'in_force')
  const owed = plannedOf(account, current?.agreement)
  const next = current?.parts.find(({ outcome, unpaid }) => outcome === 'pending' && unpaid > 0)
  if (!current || !next || owed <= 0) return null
  return {
    kind: current.agreement.kind,
    amount: Math.min(next.unpaid, owed),
    day: next.day,
    days_after: next.days_after,
    missing: current.missing,
    rest: atLeastNothing(Math.min(balanceOf(account), owed - current.unpaid)),
  }
}

function depositOf(house: House, account: Account) {
  const today = todayOf(house)
  const held = heldOf(account)
  const left = leftOn(house, account)
  const asked = askedOf(house, account)
  if (asked === null && held === 0) return null
  const due = left && plusDays(left, account.asked?.days ?? house.deposit.days)
  const refund =
    left && due && held > 0 ? { left_on: left, due_on: due, days_left: daysFrom(today, due) } : null
  return { asked, held, to_pay: atLeastNothing((asked ?? 0) - held), refund }
}

/** All that the product shows of an account. */
export function viewOf(house: House, account: Account) {
  const month = monthOf(todayOf(house))
  const owes = balanceOf(account)
  const isEarlier = ({ at }: Paid) => monthOf(dayAt(at)) < month
  const paidThen = account.paid.filter(isEarlier)
  const amounts = (rows: { amount: number }[]) => sum(rows.map(({ amount }) => amount))
  const thisMonth = account.charges.filter(({ due }) => monthOf(due) === month)
  const judged = judgeAll(house, account)
  const lives = account.stays.find((stay) => isIn(stay, todayOf(house)))
  return {
    room: lives?.room ?? null,
    balance: {
      brought_forward: amounts(account.charges) - amounts(thisMonth) - amounts(paidThen),
      this_month: amounts(thisMonth),
      paid_this_month: amounts(account.paid) - amounts(paidThen),
    },
    owed_months: owes > 0 ? owedMonths(account) : [],
    owes,
    deposit: depositOf(house, account),
    agreed: agreedOf(house, account),
    may_promise: mayPromise(house, account),
    may_be_asked: house.promises.allowed && owes > 0 && !judged.some(isOpen),
    helb: expectedHelb(house)?.day ?? null,
    agreements: judged.toReversed().map(({ agreement: { kind, owed }, parts, ...rest }) => ({
      ...{ kind, owed, ...rest },
      parts: parts.map(({ round: _, ...part }) => part),
    })),
    ledger: [
      ...account.charges.map(
        ({ kind, month, late, amount }) => `${kind} ${late ?? month} ${amount}`,
      ),
      ...account.paid.map(({ kind, amount }) => `${kind} null ${-amount}`),
    ].toSorted(),
    call: callOf(house, account),
    grade: gradeOf(house, account),
    bills: standingBills(account)
      .map((bill) => {
        const { first, last, due } = bill
        return { first, last, due, amount: billedSum(account, bill) }
      })
      .toSorted((one, other) => (one.first < other.first ? -1 : 1)),
  }
}
export type View = ReturnType<typeof viewOf>

const ages = ['this_month', 'one_month', 'two_months'] as const

/** What all accounts owe by age, and what is held of them. */
export function overviewOf(house: House) {
  const arrears = { this_month: 0, one_month: 0, two_months: 0, older: 0 }
  const owing = house.accounts.filter((account) => balanceOf(account) > 0)
  const month = monthOf(todayOf(house))
  for (const { month: of, owed } of owing.flatMap(owedMonths)) {
    const age = ages.find((_, at) => of === plusMonths(month, -at))
    arrears[age ?? 'older'] += owed
  }
  return { arrears, debtors: owing.length, held: sum(house.accounts.map(heldOf)) }
}

export function depositTotalsOf(house: House) {
  const states = house.accounts.flatMap((account) => depositOf(house, account) ?? [])
  const total = (shillings: number[]) => {
    const some = shillings.filter((one) => one > 0)
    return { shillings: sum(some), tenants: some.length }
  }
  return {
    held: total(states.map(({ held }) => held)),
    to_refund: total(states.map(({ held, refund }) => (refund ? held : 0))),
    late: total(states.map(({ held, refund }) => (refund && refund.days_left < 0 ? held : 0))),
    to_pay: total(states.map(({ to_pay }) => to_pay)),
  }
}

/** What is due by the end of the month of HELB's payout, if it comes when it is expected. */
export function forecastOf(house: House) {
  const helb = expectedHelb(house)
  if (!helb) return null
  const month = monthOf(helb.day)
  const by = plusDays(`${month}-01`, lastOf(month) - 1)
  const parts = house.accounts
    .flatMap((account) => judgeAll(house, account))
    .filter(({ state }) => state === 'in_force')
    .flatMap(({ parts }) => parts)
    .filter(({ round, expected }) => round === helb.round && expected !== null && expected <= by)
  return { by, shillings: sum(parts.map(({ unpaid }) => unpaid)) }
}
