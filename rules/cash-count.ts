import { findMpesaCode } from './mpesa-code.ts'
import type { PaymentKind } from './payment.ts'

/** Who has the drawer's money after a count. The sum that the next shift takes over stays in the drawer. */
export const cashHolders = ['bank', 'owner', 'next_shift'] as const
export type HandedTo = (typeof cashHolders)[number]

interface Count {
  counted: number
  handed_to: HandedTo | null
  handed: number
}

/** The cash left in the drawer after a count; nothing before the first one. */
export const leftInDrawer = (count: Count | null): number => {
  if (!count) return 0
  return count.counted - (leavesDrawer(count.handed_to) ? count.handed : 0)
}

/** Whether the money is gone then, so that its amount is asked for. */
export const leavesDrawer = (to: HandedTo | null): boolean => to === 'bank' || to === 'owner'

export interface DrawerEntry {
  kind: PaymentKind
  /** As in the ledger: negative for what was given back. */
  amount: number
  reference: string | null
  /** For a correction: the entry that it takes back. */
  reverses: { kind: PaymentKind; reference: string | null } | null
}

/** Whether an entry changed what is in the drawer. A refund with a code of M-Pesa was sent from a phone. */
export function isCash({ kind, reference, reverses }: Omit<DrawerEntry, 'amount'>): boolean {
  if (kind === 'cash') return true
  if (kind === 'refund') return reference === null || findMpesaCode(reference) === null
  return kind === 'correction' && reverses !== null && isCash({ ...reverses, reverses: null })
}

/** The cash that should be in the drawer: what was left at the last count, and what came and went since. */
export const expectedInDrawer = (left: number, entries: DrawerEntry[]): number =>
  entries.filter(isCash).reduce((sum, { amount }) => sum + amount, left)
