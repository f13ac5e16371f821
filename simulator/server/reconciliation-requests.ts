import { fromMpesaTime } from '#rules/calendar.ts'
import type { PullQuestion, PullRegistration } from './pull.ts'
import { isCallbackUrl, phone, reader, shortcode } from './requests.ts'
import type { Asynchronous } from './results.ts'
import type { ReversalRequest } from './reversal.ts'
import type { StatusQuestion } from './transaction-status.ts'

const pull = '400.002.02'
const asynchronous = '400.003.02'

export function readPullRegistration(body: unknown): PullRegistration {
  const read = reader(body, pull)
  read('RequestType', /^Pull$/)
  return {
    shortcode: read('ShortCode', shortcode),
    nominated_number: read('NominatedNumber', phone),
    callback_url: read('CallBackURL', isCallbackUrl),
  }
}

const digits = (time: string) => time.replace(/\D/g, '')

/** `2026-11-20 08:00:00`, Nairobi time. */
const isPullTime = (text: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && fromMpesaTime(digits(text)) !== null

export function readPullQuestion(body: unknown): PullQuestion {
  const read = reader(body, pull)
  return {
    shortcode: read('ShortCode', shortcode),
    start: digits(read('StartDate', isPullTime)),
    end: digits(read('EndDate', isPullTime)),
    offset: Number(read('OffSetValue', /^\d{1,9}$/)),
  }
}

/** What the asynchronous calls have in common, beside who is asked about. */
function readAsynchronous(
  read: ReturnType<typeof reader>,
  command: RegExp,
): Omit<Asynchronous, 'shortcode'> {
  read('Initiator', /^.{1,100}$/)
  read('SecurityCredential', /^[\w+/-]+=*$/)
  read('CommandID', command)
  read('Remarks', /^.{1,100}$/)
  return {
    result_url: read('ResultURL', isCallbackUrl),
    timeout_url: read('QueueTimeOutURL', isCallbackUrl),
    occasion: read('Occasion', /^.{0,100}$/),
  }
}

export function readStatusQuestion(body: unknown): StatusQuestion {
  const read = reader(body, asynchronous)
  read('IdentifierType', /^4$/)
  const conversation = read('OriginalConversationID', /^.{0,100}$/)
  return {
    ...readAsynchronous(read, /^TransactionStatusQuery$/),
    shortcode: read('PartyA', shortcode),
    receipt: read('TransactionID', conversation ? /^\w{0,20}$/ : /^\w{1,20}$/),
    conversation,
  }
}

/** `Reciever` is Daraja's own spelling. */
export function readReversal(body: unknown): ReversalRequest {
  const read = reader(body, asynchronous)
  read('RecieverIdentifierType', /^11$/)
  return {
    ...readAsynchronous(read, /^TransactionReversal$/),
    shortcode: read('ReceiverParty', shortcode),
    receipt: read('TransactionID', /^\w{1,20}$/),
    amount: Number(read('Amount', /^\d{1,6}(\.\d{1,2})?$/)),
  }
}
