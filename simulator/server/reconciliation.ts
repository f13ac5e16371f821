import type { FastifyBaseLogger } from 'fastify'
import type { Fault } from '#contract/simulator.ts'
import { toMpesaTime } from '#rules/calendar.ts'
import { swapTypes } from './faults.ts'
import {
  createConversationId,
  createReceipt,
  createRequestId,
  receiptOf,
  type SimulatedPayment,
  timePaid,
} from './payments.ts'
import { masked } from './replies.ts'
import { postJson } from './webhooks.ts'

/** A request that is answered later, with a post to an URL of the business. */
export interface AsyncRequest {
  shortcode: string
  result_url: string
  timeout_url: string
  occasion: string
}

interface AsyncResult {
  code: number | string
  description: string
  parameters?: { Key: string; Value?: string }[]
}

const MAX_RESULT_DELAY_MS = 2000
const RESULT_TIMEOUT_MS = 10_000

/** Posts the results of asynchronous requests, once. A restart loses those that were not sent. */
export function createResultSender(options: {
  clock: () => number
  delayMs: number
  log: FastifyBaseLogger
}) {
  const { clock, log } = options
  const now = () => new Date(clock())
  const delayMs = Math.min(options.delayMs / 10, MAX_RESULT_DELAY_MS)
  const stopped = new AbortController()
  const waiting = new Set<NodeJS.Timeout>()

  async function post(url: string, body: object, conversation: string) {
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(RESULT_TIMEOUT_MS)])
    try {
      const { status } = await postJson(url, body, { signal })
      log.info({ conversation, status }, 'pretend M-Pesa: result delivered')
    } catch (error) {
      log.warn({ conversation, reason: String(error) }, 'pretend M-Pesa: result lost')
    }
  }

  /** Returns the acknowledgement; the result is computed when it is sent. */
  function accept(query: AsyncRequest, fault: Fault | null, result: () => AsyncResult) {
    const ids = {
      OriginatorConversationID: createRequestId(),
      ConversationID: createConversationId(now()),
    }

    function send() {
      waiting.delete(timer)
      const timedOut = fault?.kind === 'queue_timeout'
      const body = resultBody(query, ids, timedOut ? queueTimeout : result(), now())
      const url = timedOut ? query.timeout_url : query.result_url
      const posted = fault?.kind === 'types_swapped' ? swapTypes(body) : body
      if (fault?.kind !== 'lost') void post(url, posted, ids.ConversationID)
    }

    const timer = setTimeout(send, delayMs)
    waiting.add(timer)
    return {
      ...ids,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    }
  }

  function stop() {
    for (const timer of waiting) clearTimeout(timer)
    stopped.abort()
  }

  return { accept, stop }
}

const queueTimeout: AsyncResult = { code: 1, description: 'The request timed out in the queue.' }

/** An occasion that was not given, and a parameter without a value, appear as a key only. */
const resultBody = (query: AsyncRequest, ids: object, result: AsyncResult, instant: Date) => ({
  Result: {
    ResultType: 0,
    ResultCode: result.code,
    ResultDesc: result.description,
    ...ids,
    TransactionID: createReceipt(instant, () => false),
    ...(result.parameters && { ResultParameters: { ResultParameter: result.parameters } }),
    ReferenceData: {
      ReferenceItem: { Key: 'Occasion', ...(query.occasion && { Value: query.occasion }) },
    },
  },
})

/** A business has to register once before it can pull its payments. */
export interface PullRegistration {
  shortcode: string
  nominated_number: string
  callback_url: string
}

export interface PullQuery {
  shortcode: string
  /** `YYYYMMDDHHmmss`, which sorts by time. */
  start: string
  end: string
  /** Rows to skip. */
  offset: number
}

/** Older payments are not listed. */
const PULL_HISTORY_MS = 48 * 60 * 60 * 1000
export const PULL_PAGE_SIZE = 100

interface PulledRow {
  payment: SimulatedPayment
  paid_at: number
  stamp: string
}

function findRows(payments: SimulatedPayment[], query: PullQuery, now: number): PulledRow[] {
  const rows: PulledRow[] = []
  for (const payment of payments) {
    const paid_at = timePaid(payment, now)
    if (paid_at === null || paid_at < now - PULL_HISTORY_MS) continue
    const stamp = toMpesaTime(new Date(paid_at))
    if (stamp >= query.start && stamp <= query.end) rows.push({ payment, paid_at, stamp })
  }
  return rows.sort((a, b) => a.paid_at - b.paid_at)
}

/** Nairobi time with a wrong Z, as in real replies. */
const formatPullTime = (stamp: string) =>
  stamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')

const toPullRow = ({ payment, stamp }: PulledRow, businessName: string) => ({
  transactionId: receiptOf(payment),
  trxDate: formatPullTime(stamp),
  msisdn: Number(payment.msisdn.slice(3)),
  sender: masked(payment.msisdn),
  transactiontype: 'c2b-pay-bill-debit',
  billreference: payment.reference,
  amount: payment.amount.toFixed(2),
  organizationname: businessName,
})

export const pullRegistrationReply = (registration: PullRegistration, before: boolean) => ({
  ResponseRefID: createRequestId(),
  ResponseStatus: before ? '1001' : '1000',
  ShortCode: registration.shortcode,
  ResponseDescription: before
    ? 'ShortCode already Registered'
    : 'ShortCode Registered Successfully',
})

/** A page of payments, oldest first; an empty list is the string `[[]]`. */
export function pullReply(
  payments: SimulatedPayment[],
  query: PullQuery,
  { now, pageSize, businessName }: { now: number; pageSize: number; businessName: string },
) {
  const page = findRows(payments, query, now).slice(query.offset, query.offset + pageSize)
  const some = page.length > 0
  return {
    ResponseRefID: createRequestId(),
    ResponseCode: some ? '1000' : '1001',
    ResponseMessage: some ? 'Success' : 'No transactions',
    Response: some ? [page.map((row) => toPullRow(row, businessName))] : '[[]]',
  }
}

export interface TransactionStatusQuery extends AsyncRequest {
  /** A receipt, or empty. */
  receipt: string
  /** The MerchantRequestID of a push, or empty. */
  conversation: string
}

/** Only payments that were paid are found. */
function findPaid(payments: SimulatedPayment[], query: TransactionStatusQuery, now: number) {
  for (const payment of payments) {
    const found =
      receiptOf(payment) === query.receipt ||
      (payment.kind === 'push' && payment.merchant_request_id === query.conversation)
    const paid_at = found ? timePaid(payment, now) : null
    if (paid_at !== null) return { payment, paid_at }
  }
  return null
}

const plain = (amount: number) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

/** The result of a transaction status query. */
export function transactionStatus(
  payments: SimulatedPayment[],
  query: TransactionStatusQuery,
  { now, businessName }: { now: number; businessName: string },
): AsyncResult {
  const found = findPaid(payments, query, now)
  if (!found) return { code: 2032, description: 'The transaction receipt number does not exist.' }
  const { payment, paid_at } = found
  return {
    code: 0,
    description: 'The service request is processed successfully.',
    parameters: [
      { Key: 'ReceiptNo', Value: receiptOf(payment) },
      { Key: 'TransactionStatus', Value: payment.reversed_at ? 'Reversed' : 'Completed' },
      { Key: 'Amount', Value: plain(payment.amount) },
      { Key: 'FinalisedTime', Value: toMpesaTime(new Date(paid_at)) },
      { Key: 'DebitPartyName', Value: `${payment.msisdn} - PRETEND` },
      { Key: 'CreditPartyName', Value: `${payment.shortcode} - ${businessName}` },
      { Key: 'TransactionReason' },
    ],
  }
}

export interface ReversalRequest extends AsyncRequest {
  receipt: string
  amount: number
}

/** Sends the money of a payment back, once and in full. */
export function reversePayment(
  payments: SimulatedPayment[],
  request: ReversalRequest,
  { now, reverse }: { now: number; reverse: (payment: SimulatedPayment) => void },
): AsyncResult {
  const payment = payments.find(
    (one) => receiptOf(one) === request.receipt && timePaid(one, now) !== null,
  )
  if (payment?.amount !== request.amount)
    return { code: 'R000002', description: 'The OriginalTransactionID is invalid.' }
  if (payment.reversed_at)
    return { code: 'R000001', description: 'The transaction has already been reversed.' }
  reverse(payment)
  return {
    code: 0,
    description: 'The service request is processed successfully.',
    parameters: [
      { Key: 'Amount', Value: String(payment.amount) },
      { Key: 'OriginalTransactionID', Value: request.receipt },
      { Key: 'Charge', Value: '0' },
      { Key: 'CreditPartyPublicName', Value: `${payment.msisdn} - PRETEND` },
    ],
  }
}
