import { setTimeout as pause } from 'node:timers/promises'
import { listDesk } from '#contract/desk.ts'
import { getOpenPush, getPushStatus } from '#contract/payments.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listVouchers } from '#contract/wifi.ts'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import type { Order } from './customers.ts'
import type { Installation } from './installation.ts'
import { isPaid, isUndecided, readMpesa } from './mpesa.ts'
import type { People } from './people.ts'

const POLL_MS = 500
/**
 * A push whose submit's reply never reached its customer may be one that M-Pesa cannot be asked about;
 * so the wait for it has a limit. The comparison shows afterwards which it was.
 */
const DOUBTFUL_MS = 40_000

/**
 * Polls the API, as users would, until everything that M-Pesa counts as paid is credited or on the
 * desk, and everything that ended without payment has ended here too.
 * @returns the milliseconds since `since`, or null when the limit was reached
 */
export async function untilSettled(
  { journal }: Installation,
  { tenants, staff }: People,
  orders: Order[],
  { since, limitMs }: { since: number; limitMs: number },
): Promise<number | null> {
  const seen = new Set<number>()

  /** Each amount occurs once, so it identifies a payment. */
  async function lookAt(account: string) {
    const tenant = tenants.find((one) => one.account === account)
    if (tenant) {
      const { body } = await tenant.caller.call(getPaymentSummary, {})
      for (const { amount } of body.matched_payments ?? []) seen.add(amount)
      return
    }
    const { body } = await staff.call(listDesk, { query: { limit: '100' } })
    for (const { amount } of body) seen.add(Number(amount))
  }

  /** A bundle's reference names no account, and one of an earlier round may belong to any user. */
  async function lookForCode(paid: number) {
    const buyer = orders.find(({ amount }) => amount === paid)?.tenant
    for (const { caller } of buyer ? [buyer] : tenants) {
      const { body } = await caller.call(listVouchers, { query: { limit: '100' } })
      for (const { price } of body ?? []) seen.add(price)
    }
  }

  async function isKnownOpen({ tenant, checkout_request_id }: Order): Promise<boolean> {
    if (!checkout_request_id) return false
    const { body } = await tenant.caller.call(getPushStatus, { body: { checkout_request_id } })
    return body.data?.status === 'processing'
  }

  async function isPerhapsOpen({ tenant, checkout_request_id, amount }: Order): Promise<boolean> {
    if (checkout_request_id) return false
    const { body } = await tenant.caller.call(getOpenPush, {})
    return body.data?.amount === amount
  }

  const any = async (orders: Order[], is: (order: Order) => Promise<boolean>) =>
    (await Promise.all(orders.map(is))).includes(true)

  let settled: number | null = null
  for (;;) {
    const mpesa = readMpesa(journal)
    const missing = mpesa.filter((payment) => isPaid(payment) && !seen.has(payment.amount))
    const accounts = missing.map(({ reference }) => normaliseAccountNumber(reference).slice(0, 8))
    for (const account of new Set(accounts)) await lookAt(account)
    const bundles = missing.filter(({ reference }) => reference.startsWith('WIFI'))
    for (const { amount } of bundles) if (!seen.has(amount)) await lookForCode(amount)
    const waiting = missing.filter(({ amount }) => !seen.has(amount))
    if (waiting.length === 0 && !mpesa.some(isUndecided)) {
      const ended = new Set(mpesa.map(({ amount }) => amount))
      const unpaid = orders.filter(({ amount }) => ended.has(amount) && !seen.has(amount))
      if (!(await any(unpaid, isKnownOpen))) {
        settled ??= Date.now() - since
        if (Date.now() - since > DOUBTFUL_MS) return settled
        if (!(await any(unpaid, isPerhapsOpen))) return Date.now() - since
      }
    }
    if (Date.now() - since > limitMs) return null
    await pause(POLL_MS)
  }
}
