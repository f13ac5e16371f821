import type { Tenant } from '#contract/tenancy.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { RemovalReason, TransferReason } from '#rules/tenancy.ts'

/** In the order in which they are offered. */
export const transferReasonWords: Record<TransferReason, string> = {
  personal: 'They asked for it',
  maintenance: 'The old room needs repair',
  upgrade: 'A better room',
  other: 'Another reason',
}

export const removalReasonWords: Record<RemovalReason, string> = {
  disciplinary: 'Broke the rules of the house',
  insufficient_funds: 'Cannot pay the rent',
  transfer: 'Moves to another residence',
  other: 'Another reason',
}

/** `Amina Otieno, A101` */
export const personWords = ({ full_name, room }: Tenant): string => `${full_name}, ${room}`

/** `moves to B203 on 1 Dec 2026, leaves 30 Nov 2027`; empty when nothing is to come. */
export function comingWords({ from, until, next }: Tenant, today: Day): string {
  const moving = from > today ? `moves in ${formatDay(from)}` : ''
  const leaving = until === null ? '' : `leaves ${formatDay(until)}`
  const changing = next ? `moves to ${next.room} on ${formatDay(next.on)}` : ''
  return [moving, changing, leaving].filter(Boolean).join(', ')
}

/** `Ksh 6,000 to pay` */
export const balanceWords = (balance: number): string => {
  if (balance === 0) return 'Nothing to pay'
  return balance > 0 ? `${ksh(balance)} to pay` : `${ksh(-balance)} credit`
}

/** A list in words: `a day, a room and a reason`. */
export const listed = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
