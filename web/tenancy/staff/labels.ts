import type { Tenant } from '#contract/tenants.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import type { RemovalReason, TransferReason } from '#rules/tenancy.ts'

export const transferReasonLabels: Record<TransferReason, string> = {
  personal: 'Tenant’s request',
  maintenance: 'Repairs in the current room',
  upgrade: 'Upgrade',
  other: 'Another reason',
}

export const removalReasonLabels: Record<RemovalReason, string> = {
  disciplinary: 'Broke the rules',
  insufficient_funds: 'Can’t pay the rent',
  transfer: 'Moves to another residence',
  other: 'Another reason',
}

/** `Amina Otieno, A101` */
export const tenantLabel = ({ full_name, room }: Tenant): string => `${full_name}, ${room}`

/** `moves to B203 on 1 Dec 2026, leaves 30 Nov 2027`; empty when nothing is planned. */
export function plannedMoves({ from, until, next }: Tenant, today: Day): string {
  const movesIn = from > today ? `moves in ${formatDay(from)}` : ''
  const transfer = next ? `moves to ${next.room} on ${formatDay(next.on)}` : ''
  const leaves = until === null ? '' : `leaves ${formatDay(until)}`
  return [movesIn, transfer, leaves].filter(Boolean).join(', ')
}
