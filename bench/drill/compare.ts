import { normaliseAccountNumber } from '#rules/account-number.ts'
import type { MoneyRows } from './money-rows.ts'
import { isPaid, isUndecided, resultOf, type SimulatedPayment } from './mpesa.ts'

export interface Verdict {
  /** Sentences that say what is wrong. */
  lost: string[]
  doubled: string[]
  left_open: string[]
  /** Counted, though M-Pesa knows of no such money. */
  invented: string[]
  /** Rows whose push never reached M-Pesa: killed before the call. */
  never_sent: number
  /**
   * Unpaid pushes, whose submit's reply and whose callback both went to a dead process: there is
   * nothing to ask M-Pesa with, and they wait for the desk.
   */
  unanswerable: number
  /** Shillings paid at M-Pesa, and where they are in our database. */
  paid: number
  credited: number
  on_desk: number
  /** Of paid bundles. */
  codes: number
}

type Push = SimulatedPayment & { kind: 'push' }
type Paybill = SimulatedPayment & { kind: 'paybill' }

/** Compares M-Pesa's payments with ours, to the shilling; `before` is the last payment of the demo data. */
export function compare(
  mpesa: SimulatedPayment[],
  rows: MoneyRows,
  acknowledged: string[],
  before: number,
): Verdict {
  const verdict: Verdict = {
    lost: [],
    doubled: [],
    left_open: [],
    invented: [],
    never_sent: 0,
    unanswerable: 0,
    paid: 0,
    credited: 0,
    on_desk: 0,
    codes: 0,
  }
  const requests = new Map(rows.requests.map((request) => [request.wire_reference, request]))
  const ours = rows.payments.filter(({ id }) => id > before)
  const explained = new Set<number>()
  verdict.credited = ours.reduce((sum, { amount }) => sum + amount, 0)

  function checkPush(push: Push) {
    const name = `${push.receipt} of ${push.amount} from ${push.msisdn}`
    const request = requests.get(push.reference)
    if (!request) return verdict.lost.push(`${name}: sent, and not in our database`)
    const counted = ours.filter(({ request_id }) => request_id === request.id)
    for (const { id } of counted) explained.add(id)
    if (isUndecided(push)) return verdict.left_open.push(`${name}: the customer is not done`)
    if (!isPaid(push)) {
      if (counted.length > 0) verdict.invented.push(`${name}: result ${resultOf(push)}`)
      if (request.status !== 'processing') return
      if (request.daraja_checkout_id === null) verdict.unanswerable++
      else verdict.left_open.push(`${name}: result ${resultOf(push)}`)
      return
    }
    verdict.paid += push.amount
    if (counted.length === 0)
      verdict.lost.push(`${name} (${request.status}, ending ${push.script})`)
    if (counted.length > 1) verdict.doubled.push(`${name}: ${counted.length} times`)
    for (const { amount, receipt } of counted) {
      if (amount !== push.amount) verdict.invented.push(`${name}: counted as ${amount}`)
      if (receipt !== null && receipt !== push.receipt) {
        verdict.invented.push(`${name}: counted as ${receipt}`)
      }
    }
    if (counted.length > 0 && request.status !== 'completed') {
      verdict.left_open.push(`${name}: counted, yet ${request.status}`)
    }
  }

  function checkPaybill({ id: receipt, amount, reference }: Paybill) {
    const name = `${receipt} of ${amount} to ${reference}`
    const account = rows.accounts.find(
      ({ account_number }) => account_number === normaliseAccountNumber(reference),
    )
    const counted = ours.filter((payment) => payment.receipt === receipt)
    for (const { id } of counted) explained.add(id)
    const waiting = rows.desk.filter((item) => item.receipt === receipt)
    verdict.paid += amount
    verdict.on_desk += waiting.length * amount
    const times = counted.length + waiting.length
    if (times === 0) verdict.lost.push(name)
    if (times > 1) verdict.doubled.push(`${name}: ${times} times`)
    for (const payment of counted) {
      if (payment.amount !== amount || payment.user_id !== account?.user_id) {
        verdict.invented.push(`${name}: counted as ${payment.amount}`)
      }
    }
    if (account && waiting.length > 0) verdict.lost.push(`${name}: at the desk, though clear`)
  }

  for (const payment of mpesa) {
    if (payment.kind === 'push') checkPush(payment)
    else checkPaybill(payment)
  }
  for (const { id, amount, receipt, request_id } of ours) {
    if (explained.has(id)) continue
    verdict.invented.push(`payment ${id} of ${amount} (${receipt ?? `push ${request_id}`})`)
  }
  for (const { id, purpose } of ours) {
    const codes = rows.vouchers.filter(({ payment_id }) => payment_id === id)
    verdict.codes += codes.length
    if (purpose === 'wifi' && codes.length === 0) verdict.lost.push(`the code of payment ${id}`)
    if (codes.length > 1) verdict.doubled.push(`payment ${id} has ${codes.length} codes`)
    for (const { code, attributes } of codes) {
      if (purpose !== 'wifi') verdict.invented.push(`code ${code} for rent`)
      if (Number(attributes) !== 4) verdict.lost.push(`what the hotspot needs of code ${code}`)
    }
  }
  const sent = new Set(
    mpesa.flatMap((payment) => (payment.kind === 'push' ? payment.reference : [])),
  )
  for (const { id, wire_reference, status, held_phone } of rows.requests) {
    if (!sent.has(wire_reference) && status === 'processing') verdict.never_sent++
    if (status !== 'processing' && held_phone) {
      verdict.left_open.push(`push ${id} is ${status}, and still holds ${held_phone}`)
    }
  }
  const known = new Set(rows.requests.map(({ checkout_request_id }) => checkout_request_id))
  for (const id of acknowledged) if (!known.has(id)) verdict.lost.push(`acknowledged push ${id}`)
  if (verdict.paid !== verdict.credited + verdict.on_desk && wrongs(verdict).length === 0) {
    verdict.lost.push(`${verdict.paid} paid, ${verdict.credited} + ${verdict.on_desk} here`)
  }
  return verdict
}

/** Every violated rule, as a sentence. */
export const wrongs = ({ lost, doubled, left_open, invented }: Verdict): string[] => [
  ...lost.map((one) => `lost: ${one}`),
  ...doubled.map((one) => `doubled: ${one}`),
  ...left_open.map((one) => `left open: ${one}`),
  ...invented.map((one) => `invented: ${one}`),
]
