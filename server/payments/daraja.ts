import { toMpesaDateTime, toMpesaTime } from '#rules/calendar.ts'
import type { DarajaSettings } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { isThrottle, NotSent, openDarajaHttp } from './daraja-http.ts'
import {
  type Accepted,
  type PaybillPayment,
  readAccepted,
  readQueryResult,
  readRefusal,
  readRegistered,
  readStatementPage,
} from './wire.ts'

interface Push {
  phone: string
  amount: number
  reference: string
  description: string
  callback_url: string
}

/**
 * - `accepted`: the prompt is queued
 * - `refused`: surely no prompt; the phone is free
 * - `unsure`: something was sent and no clear answer came back; there may be a prompt
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
  push(push: Push): Promise<PushAnswer>
  /** `signal` gives a question up when the server stops. */
  query(checkout_id: string, signal?: AbortSignal): Promise<QueryAnswer>
  /**
   * Asks for what became of a push, by the id that M-Pesa gave it beside the checkout id; the result
   * is posted to `result_url`.
   */
  askStatus(
    merchant_id: string,
    result_url: string,
    signal?: AbortSignal,
  ): Promise<{ kind: 'asked' } | Silence>
  /**
   * Every payment to the paybill between two instants, at most 48 hours ago, page by page.
   * @throws when M-Pesa does not show it, or not to its end
   */
  statement(from: Date, to: Date, signal?: AbortSignal): AsyncIterable<StatementEntry[]>
  /**
   * Tells M-Pesa where the paybill's payments are reported.
   * @throws what M-Pesa said when it refused
   */
  registerUrls(urls: { confirmation: string; validation: string }): Promise<void>
  /** Opens the statement; once registered it stays so. */
  registerStatement(callback_url: string): Promise<void>
}

/** More pages than two days of any residence have. */
const most_pages = 200

/** A line of the paybill's statement; the payment is null when it could not be read. */
export interface StatementEntry {
  payment: PaybillPayment | null
  raw: unknown
}

/** Our client of Safaricom's Daraja, or of the pretend one: the same code for both. */
export function openDaraja(settings: DarajaSettings, db: Db, now: () => Date): Daraja {
  const post = openDarajaHttp(settings, db, now)

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
        CallBackURL: push.callback_url,
        AccountReference: push.reference,
        TransactionDesc: push.description.slice(0, 13),
      }
      try {
        const { body: reply } = await post('/mpesa/stkpush/v1/processrequest', body)
        const accepted = readAccepted(reply)
        if (accepted) return { kind: 'accepted', ...accepted }
        const refusal = readRefusal(reply)
        // The gateway's own faults leave open what happened behind it, except its throttling.
        if (!refusal || (refusal.by === 'gateway' && !isThrottle(refusal.code))) {
          return { kind: 'unsure' }
        }
        return { kind: 'refused', why: reasonOf(refusal), message: refusal.message }
      } catch (error) {
        if (error instanceof NotSent) {
          return { kind: 'refused', why: 'unreachable', message: error.message }
        }
        return { kind: 'unsure' }
      }
    },

    async query(checkout_id, signal) {
      try {
        const question = { ...signed(), CheckoutRequestID: checkout_id }
        const { body } = await post('/mpesa/stkpushquery/v1/query', question, signal)
        const refusal = readRefusal(body)
        if (refusal) return silence(refusal)
        const result = readQueryResult(body)
        return result ? { kind: 'result', ...result } : { kind: 'no_answer' }
      } catch {
        return { kind: 'no_answer' }
      }
    },

    async askStatus(merchant_id, result_url, signal) {
      if (!settings.initiator) return { kind: 'no_answer' }
      try {
        const question = {
          Initiator: settings.initiator.name,
          SecurityCredential: settings.initiator.credential,
          CommandID: 'TransactionStatusQuery',
          OriginalConversationID: merchant_id,
          PartyA: settings.shortcode,
          IdentifierType: '4',
          ResultURL: result_url,
          QueueTimeOutURL: result_url,
          Remarks: 'Receipt',
          Occasion: '',
        }
        const { body } = await post('/mpesa/transactionstatus/v1/query', question, signal)
        const refusal = readRefusal(body)
        return refusal ? silence(refusal) : { kind: 'asked' }
      } catch {
        return { kind: 'no_answer' }
      }
    },

    async *statement(from, to, signal) {
      let offset = 0
      const seen = new Set<string>()
      for (let page = 0; page < most_pages; page++) {
        const question = {
          ShortCode: settings.shortcode,
          StartDate: toMpesaDateTime(from),
          EndDate: toMpesaDateTime(to),
          OffSetValue: String(offset),
        }
        const { body } = await post('/pulltransactions/v1/query', question, signal)
        const rows = readStatementPage(body)
        if (!rows) throw new Error(`no statement: ${readRefusal(body)?.message ?? 'no answer'}`)
        const fresh = rows.filter(({ raw }) => !seen.has(JSON.stringify(raw)))
        // A page that repeats itself is the last one too: some gateway overlooks the offset.
        if (fresh.length === 0) return
        for (const { raw } of fresh) seen.add(JSON.stringify(raw))
        offset += rows.length
        yield fresh
      }
      throw new Error('the statement does not end')
    },

    registerUrls: ({ confirmation, validation }) =>
      register('/mpesa/c2b/v2/registerurl', {
        ShortCode: settings.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmation,
        ValidationURL: validation,
      }),

    registerStatement: (callback_url) =>
      register('/pulltransactions/v1/register', {
        ShortCode: settings.shortcode,
        RequestType: 'Pull',
        NominatedNumber: settings.statementNumber,
        CallBackURL: callback_url,
      }),
  }

  /** M-Pesa says 0 for the addresses, and 1000 or 1001 (it was so already) for the statement. */
  async function register(path: string, body: object) {
    const answer = await post(path, body)
    const said = readRegistered(answer.body)
    if (said.ok) return
    throw new Error(`M-Pesa refused: ${said.message ?? `HTTP ${answer.status}, and no reason`}`)
  }
}

const silence = ({ code }: { code: string }): Silence => ({
  kind: isThrottle(code) ? 'throttled' : 'no_answer',
})

/** 500.001.1001 and its like stand for many things; the message decides (daraja 2). */
function reasonOf({ code, message }: { code: string; message: string }) {
  if (/unable to lock subscriber/i.test(message)) return 'phone_busy'
  if (/^400\.002\.0[25]$/.test(code) && /invalid/i.test(message)) return 'bad_field'
  return 'busy'
}
