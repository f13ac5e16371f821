import { readFileSync } from 'node:fs'
import { endOf, isOpen, type Payment, paidAt } from '../../simulator/server/payments.ts'

export type { Payment }

/** All payments of the simulator, read from its journal. */
export function readMpesa(journal: string): Payment[] {
  const payments = new Map<string, Payment>()
  for (const line of readFileSync(journal, 'utf8').split('\n')) {
    // The last line may still be being written.
    if (!line.endsWith('}')) continue
    const { payment } = JSON.parse(line) as { payment?: Payment }
    if (payment) payments.set(payment.id, payment)
  }
  return [...payments.values()]
}

export const isPaid = (payment: Payment): boolean => paidAt(payment, Date.now()) !== null

/** Whether the payment may still change. */
export const isUndecided = (payment: Payment): boolean =>
  payment.kind === 'push' && isOpen(payment, Date.now())

export const resultOf = (payment: Payment): string =>
  payment.kind === 'push' ? endOf(payment).code : '0'
