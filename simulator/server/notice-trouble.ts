import type { TroubleKind } from '#contract/simulator.ts'
import type { Payment } from './pushes.ts'

/** Another character in the place of the last. */
const otherEnd = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

/** The address with its last path segment altered, in which a payment's secret is. */
export const wrongToken = (url: string) =>
  url.replace(/[^/]+(?=\/*$)/, (segment) => otherEnd(segment))

/** Untrue stories: what a business is told of a payment instead of what happened. */
export const untrue: Partial<Record<TroubleKind, (payment: Payment) => Payment>> = {
  unknown_checkout: (payment) => ({ ...payment, id: otherEnd(payment.id) }),
  other_amount: (payment) => ({ ...payment, amount: payment.amount - 1 }),
}
