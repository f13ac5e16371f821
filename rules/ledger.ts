import { type Day, firstDay, type Month, monthOf, monthsBetween } from './calendar.ts'

export interface Charge {
  month: Month
  amount: number
}

export interface Payment {
  amount: number
  paid_at: Date
}

export interface Balance {
  brought_forward: number
  this_month: number
  paid_this_month: number
  /** The first two less the third: what is to pay now; negative means credit. */
  due: number
}

/**
 * What is owed in a month: all charges up to it minus all payments, in any order. This is the definition;
 * server/payments/balance.ts computes it in SQL.
 */
export function balance(charges: Charge[], payments: Payment[], month: Month): Balance {
  let brought_forward = 0
  let this_month = 0
  let paid_this_month = 0
  for (const charge of charges) {
    if (charge.month < month) brought_forward += charge.amount
    else if (charge.month === month) this_month += charge.amount
  }
  for (const payment of payments) {
    if (monthOf(payment.paid_at) < month) brought_forward -= payment.amount
    else paid_this_month += payment.amount
  }
  const due = brought_forward + this_month - paid_this_month
  return { brought_forward, this_month, paid_this_month, due }
}

/** `until_day` is the first day on which the room is free again; null without a known end. */
export interface Stay {
  from_day: Day
  until_day: Day | null
  /** Shillings a month. */
  rate: number
}

/**
 * The rent of one tenancy up to and including today: one charge a month, for the room held on the
 * 1st or, in the month of moving in, on that day. A month is charged in full, but the first one by its
 * days, rounded to the shilling, where the company has chosen so.
 */
export function rentDue(
  stays: Stay[],
  today: Day,
  firstMonth: 'full' | 'pro_rata' = 'full',
): Charge[] {
  const movedIn = stays.map((stay) => stay.from_day).sort()[0]
  if (!movedIn || movedIn > today) return []
  return monthsBetween(movedIn.slice(0, 7), today.slice(0, 7)).flatMap((month) => {
    const chargeDay = movedIn.startsWith(month) ? movedIn : firstDay(month)
    const held = stays.find(
      (stay) =>
        stay.from_day <= chargeDay && (stay.until_day === null || chargeDay < stay.until_day),
    )
    if (!held) return []
    const share = firstMonth === 'pro_rata' && chargeDay === movedIn ? shareLeft(chargeDay) : 1
    return [{ month, amount: Math.max(1, Math.round(held.rate * share)) }]
  })
}

/** The share of the month that is left, that day included. */
function shareLeft(day: Day): number {
  const [year = 0, month = 0, date = 1] = day.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return (days - date + 1) / days
}
