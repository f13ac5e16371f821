/** M-Pesa's result code of a push. 4999, still under processing, comes from queries only. */
export type ResultCode = string
type ScriptedCode = '0' | '1' | '1032' | '1037' | '2001' | '4999'

export interface Script {
  /** How the request for the push is answered. */
  submit: 'accepted' | 'busy' | 'reply_lost'
  /** The result, one delay after the submit. */
  result: ScriptedCode
  /** When the result is posted to the callback URL, in delays after the submit. */
  callbacks: number[]
  /** When the paybill confirmation of the same receipt is posted, in delays after the submit. */
  confirmations: number[]
  /** The answer to a query once there is a result. */
  query: ScriptedCode | 'result'
  /** The push waits for an answer on the phone page, and ends with 1037 when none comes. */
  waitsForPhonePage: boolean
}

const normal: Script = {
  submit: 'accepted',
  result: '0',
  callbacks: [1],
  confirmations: [],
  query: 'result',
  waitsForPhonePage: false,
}

/** Chosen by the last three digits of the paying phone (docs/tour.md lists them). */
export const scripts = {
  else: normal,
  '001': { ...normal, result: '1' },
  '032': { ...normal, result: '1032' },
  '037': { ...normal, result: '1037' },
  '201': { ...normal, result: '2001' },
  '404': { ...normal, callbacks: [] },
  '405': { ...normal, callbacks: [], confirmations: [2], query: '4999' },
  '409': { ...normal, callbacks: [1, 1, 1, 1.5, 2], confirmations: [1] },
  '500': { ...normal, submit: 'busy' },
  '504': { ...normal, submit: 'reply_lost' },
  '777': { ...normal, callbacks: [3], query: '1037' },
  '900': { ...normal, waitsForPhonePage: true },
} satisfies Record<string, Script>

export type ScriptName = keyof typeof scripts

const isScriptName = (text: string): text is ScriptName => Object.hasOwn(scripts, text)

export function scriptNameOf(msisdn: string): ScriptName {
  const digits = msisdn.slice(-3)
  return isScriptName(digits) ? digits : 'else'
}

/** How long an open phone page has to answer. */
export const ANSWER_TIME_MS = 60_000

interface Description {
  callback: string
  query: string
}

const sameOnBoth = (text: string): Description => ({ callback: text, query: text })

/** Real descriptions differ between callback and query; only the code counts. */
const descriptions: Record<string, Description> = {
  '0': sameOnBoth('The service request is processed successfully.'),
  '1': sameOnBoth('The balance is insufficient for the transaction.'),
  '2': sameOnBoth('Declined due to limit rule: less than the minimum transaction amount.'),
  '3': sameOnBoth('Declined due to limit rule: greater than the maximum transaction amount.'),
  '4': sameOnBoth('Declined due to limit rule: would exceed daily transfer limit.'),
  '8': sameOnBoth('Declined due to limit rule: would exceed the maximum balance.'),
  '17': sameOnBoth('Rule limited.'),
  '26': sameOnBoth('System busy. The service request is rejected.'),
  '1001': sameOnBoth('Unable to lock subscriber, a transaction is already in process.'),
  '1019': sameOnBoth('Transaction has expired.'),
  '1025': sameOnBoth('An error occurred while sending a push request.'),
  '1032': sameOnBoth('Request cancelled by user'),
  '1037': {
    callback: 'No response from user.',
    query: 'DS timeout user cannot be reached.',
  },
  '2001': sameOnBoth('The initiator information is invalid.'),
  '2028': sameOnBoth('The request is not permitted according to product assignment.'),
  '4999': sameOnBoth('The transaction is still under processing'),
  '8006': sameOnBoth('The security credential is locked.'),
  '9999': sameOnBoth('An error occurred while sending a push request.'),
  SFC_IC0003: sameOnBoth('The operator does not exist.'),
}

export const descriptionOf = (code: ResultCode): Description =>
  descriptions[code] ?? sameOnBoth('The service request failed.')
