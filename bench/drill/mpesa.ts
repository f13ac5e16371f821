import { readFileSync } from 'node:fs'
import { endOf, isOpen, type SimulatedPayment, timePaid } from '../../simulator/server/payments.ts'

export type { SimulatedPayment }

/** All payments of the simulator, read from its journal. */
export function readMpesa(journal: string): SimulatedPayment[] {
  const payments = new Map<string, SimulatedPayment>()
  for (const line of readFileSync(journal, 'utf8').split('\n')) {
    // The last line may still be being written.
    if (!line.endsWith('}')) continue
    const { payment } = JSON.parse(line) as { payment?: SimulatedPayment }
    if (payment) payments.set(payment.id, payment)
  }
  return [...payments.values()]
}

export const isPaid = (payment: SimulatedPayment): boolean => timePaid(payment, Date.now()) !== null

/** Whether the payment may still change. */
export const isUndecided = (payment: SimulatedPayment): boolean =>
  payment.kind === 'push' && isOpen(payment, Date.now())

export const resultOf = (payment: SimulatedPayment): string =>
  payment.kind === 'push' ? endOf(payment).code : '0'
