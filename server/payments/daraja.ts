import { toMpesaDateTime, toMpesaTime } from '#rules/calendar.ts'
import type { DarajaSettings } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { type CredentialsAnswer, isThrottle, NotSent, openDarajaHttp } from './daraja-http.ts'
import {
  type Accepted,
  type PaybillPayment,
  readAccepted,
  readQueryResult,
  readRefusal,
  readRegistered,
  readStatementPage,
} from './daraja-messages.ts'

interface PushSubmit {
  phone: string
  amount: number
  reference: string
  description: string
  callbackUrl: string
}

/**
 * - `accepted`: M-Pesa has queued the PIN prompt
 * - `refused`: there is certainly no prompt
 * - `unsure`: sent without a clear answer; there may be a prompt
 */
export type PushAnswer =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; why: 'busy' | 'phone_busy' | 'bad_field' | 'unreachable'; message: string }
  | { kind: 'unsure' }

/** No answer, or M-Pesa asks us to slow down. */
interface Silence {
  kind: 'no_answer' | 'throttled'
}

type QueryAnswer = { kind: 'result'; code: string; description: string } | Silence

export interface Daraja {
  push(push: PushSubmit): Promise<PushAnswer>
  /** The status query: how did this push end? Aborted when the server stops. */
  query(checkoutId: string, signal?: AbortSignal): Promise<QueryAnswer>
  /**
   * M-Pesa's Transaction Status API: finds the payment of a push by `merchantId`, the second id that M-Pesa gives a push, or any
   * payment by its receipt. M-Pesa posts the result, which has the receipt, to `resultUrl`.
   */
  queryTransactionStatus(
    of: { merchantId: string } | { receipt: string },
    resultUrl: string,
    signal?: AbortSignal,
  ): Promise<{ kind: 'asked' } | Silence>
  /**
   * Every payment to the paybill between two instants, at most 48 hours ago, page by page.
   * @throws when M-Pesa does not send it, or not all of it
   */
  statement(from: Date, to: Date, signal?: AbortSignal): AsyncIterable<StatementEntry[]>
  /**
   * Tells M-Pesa where the paybill's payments are reported.
   * @throws with M-Pesa’s message when it refused
   */
  registerUrls(urls: { confirmation: string; validation: string }): Promise<void>
  /** Needed once; from then on the statement can be read. */
  registerStatement(callbackUrl: string): Promise<void>
  tryCredentials(): Promise<CredentialsAnswer>
  /** Whether M-Pesa knows the paybill and its passkey: asks for a push that doesn't exist. */
  tryPaybill(): Promise<{ kind: 'ok' | 'wrong_passkey' | 'unknown_paybill' | 'unclear' }>
}

/** An id in M-Pesa's form, dated before M-Pesa existed, so that no push has it. */
const NO_PUSH = 'ws_CO_010120000000000000000000'

/** The two days that the statement goes back have fewer pages than this in any residence. */
const MAX_PAGES = 200

/** The payment is null when the entry cannot be read. */
export interface StatementEntry {
  payment: PaybillPayment | null
  raw: unknown
}

/** The client of Safaricom's Daraja API, or of the simulator's. */
export function openDaraja(settings: DarajaSettings, db: Db, now: () => Date): Daraja {
  const { post, tryCredentials } = openDarajaHttp(settings, db, now)

  function signed() {
    const Timestamp = toMpesaTime(now())
    const Password = Buffer.from(settings.shortcode + settings.passkey + Timestamp).toString(
      'base64',
    )
    return { BusinessShortCode: Number(settings.shortcode), Password, Timestamp }
  }

  return {
    async push(push) {
      const body = {
        ...signed(),
        TransactionType: 'CustomerPayBillOnline',
        Amount: push.amount,
        PartyA: Number(push.phone),
        PartyB: Number(settings.shortcode),
        PhoneNumber: Number(push.phone),
        CallBackURL: push.callbackUrl,
        AccountReference: push.reference,
        TransactionDesc: push.description.slice(0, 13),
      }
      try {
        const { body: reply } = await post('/mpesa/stkpush/v1/processrequest', body)
        const accepted = readAccepted(reply)
        if (accepted) return { kind: 'accepted', ...accepted }
        const refusal = readRefusal(reply)
        // A fault of the gateway does not tell what happened behind it, unless it is throttling.
        if (!refusal || (refusal.by === 'gateway' && !isThrottle(refusal.code))) {
          return { kind: 'unsure' }
        }
        return { kind: 'refused', why: refusalReason(refusal), message: refusal.message }
      } catch (error) {
        if (error instanceof NotSent) {
          return { kind: 'refused', why: 'unreachable', message: error.message }
        }
        return { kind: 'unsure' }
      }
    },

    async query(checkoutId, signal) {
      try {
        const query = { ...signed(), CheckoutRequestID: checkoutId }
        const { body } = await post('/mpesa/stkpushquery/v1/query', query, signal)
        const refusal = readRefusal(body)
        if (refusal) return silence(refusal)
        const result = readQueryResult(body)
        return result ? { kind: 'result', ...result } : { kind: 'no_answer' }
      } catch {
        return { kind: 'no_answer' }
      }
    },

    async queryTransactionStatus(of, resultUrl, signal) {
      if (!settings.initiator) return { kind: 'no_answer' }
      try {
        const query = {
          Initiator: settings.initiator.name,
          SecurityCredential: settings.initiator.credential,
          CommandID: 'TransactionStatusQuery',
          ...('receipt' in of
            ? { TransactionID: of.receipt }
            : { OriginalConversationID: of.merchantId }),
          PartyA: settings.shortcode,
          IdentifierType: '4',
          ResultURL: resultUrl,
          QueueTimeOutURL: resultUrl,
          Remarks: 'Receipt',
          Occasion: '',
        }
        const { body } = await post('/mpesa/transactionstatus/v1/query', query, signal)
        const refusal = readRefusal(body)
        return refusal ? silence(refusal) : { kind: 'asked' }
      } catch {
        return { kind: 'no_answer' }
      }
    },

    async *statement(from, to, signal) {
      let offset = 0
      const seen = new Set<string>()
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = {
          ShortCode: settings.shortcode,
          StartDate: toMpesaDateTime(from),
          EndDate: toMpesaDateTime(to),
          OffSetValue: String(offset),
        }
        const { body } = await post('/pulltransactions/v1/query', query, signal)
        const rows = readStatementPage(body)
        if (!rows) throw new Error(`no statement: ${readRefusal(body)?.message ?? 'no answer'}`)
        const fresh = rows.filter(({ raw }) => !seen.has(JSON.stringify(raw)))
        // Some gateways ignore the offset: a page that repeats itself is the last one.
        if (fresh.length === 0) return
        for (const { raw } of fresh) seen.add(JSON.stringify(raw))
        offset += rows.length
        yield fresh
      }
      throw new Error('the statement does not end')
    },

    tryCredentials,

    async tryPaybill() {
      try {
        const query = { ...signed(), CheckoutRequestID: NO_PUSH }
        const { body } = await post('/mpesa/stkpushquery/v1/query', query)
        const message = readRefusal(body)?.message ?? ''
        if (/transaction does not exist/i.test(message)) return { kind: 'ok' }
        if (/wrong credentials/i.test(message)) return { kind: 'wrong_passkey' }
        if (/merchant does not exist/i.test(message)) return { kind: 'unknown_paybill' }
        return { kind: 'unclear' }
      } catch {
        return { kind: 'unclear' }
      }
    },

    registerUrls: ({ confirmation, validation }) =>
      register('/mpesa/c2b/v2/registerurl', {
        ShortCode: settings.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmation,
        ValidationURL: validation,
      }),

    registerStatement: (callbackUrl) =>
      register('/pulltransactions/v1/register', {
        ShortCode: settings.shortcode,
        RequestType: 'Pull',
        NominatedNumber: settings.statementNumber,
        CallBackURL: callbackUrl,
      }),
  }

  async function register(path: string, body: object) {
    const reply = await post(path, body)
    const { ok, message } = readRegistered(reply.body)
    if (ok) return
    throw new Error(`M-Pesa refused: ${message ?? `HTTP ${reply.status}, and no reason`}`)
  }
}

const silence = ({ code }: { code: string }): Silence => ({
  kind: isThrottle(code) ? 'throttled' : 'no_answer',
})

/** One code, such as 500.001.1001, has many meanings; the message decides. */
function refusalReason({ code, message }: { code: string; message: string }) {
  if (/unable to lock subscriber/i.test(message)) return 'phone_busy'
  if (/^400\.002\.0[25]$/.test(code) && /invalid/i.test(message)) return 'bad_field'
  return 'busy'
}
