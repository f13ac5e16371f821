/** What M-Pesa says of a push; any code can be wished for. 4999 comes from queries only: not yet. */
export type ResultCode = string
type ScriptedCode = '0' | '1' | '1032' | '1037' | '2001' | '4999'

export interface Script {
  /** What becomes of the submit itself. */
  submit: 'accepted' | 'busy' | 'reply_lost'
  /** What the customer's side comes to, one delay after the submit. */
  result: ScriptedCode
  /** When the result is posted to the callback address, in delays after the submit. */
  callbacks: number[]
  /** When the paybill confirmation of the same receipt is posted, in delays after the submit. */
  confirmations: number[]
  /** What a query is told from the result on. */
  query: ScriptedCode | 'result'
  /** Only a person at the phone page brings a result, or 1037 the end of their time. */
  person: boolean
}

const usual: Script = {
  submit: 'accepted',
  result: '0',
  callbacks: [1],
  confirmations: [],
  query: 'result',
  person: false,
}

/** The last three digits of the paying phone choose (design 7). */
export const scripts = {
  else: usual,
  '001': { ...usual, result: '1' },
  '032': { ...usual, result: '1032' },
  '037': { ...usual, result: '1037' },
  '201': { ...usual, result: '2001' },
  '404': { ...usual, callbacks: [] },
  '405': { ...usual, callbacks: [], confirmations: [2], query: '4999' },
  '409': { ...usual, callbacks: [1, 1, 1, 1.5, 2], confirmations: [1] },
  '500': { ...usual, submit: 'busy' },
  '504': { ...usual, submit: 'reply_lost' },
  '777': { ...usual, callbacks: [3], query: '1037' },
  '900': { ...usual, person: true },
} satisfies Record<string, Script>

export type ScriptName = keyof typeof scripts

const isScriptName = (text: string): text is ScriptName => Object.hasOwn(scripts, text)

export function scriptNameOf(msisdn: string): ScriptName {
  const digits = msisdn.slice(-3)
  return isScriptName(digits) ? digits : 'else'
}

/** How long a person at the phone page has. */
export const person_ms = 60_000

interface Description {
  callback: string
  query: string
}

const alike = (text: string): Description => ({ callback: text, query: text })

/** The words differ by channel as the real ones do; the code is what counts (daraja 3). */
const descriptions: Record<string, Description> = {
  '0': alike('The service request is processed successfully.'),
  '1': alike('The balance is insufficient for the transaction.'),
  '2': alike('Declined due to limit rule: less than the minimum transaction amount.'),
  '3': alike('Declined due to limit rule: greater than the maximum transaction amount.'),
  '4': alike('Declined due to limit rule: would exceed daily transfer limit.'),
  '8': alike('Declined due to limit rule: would exceed the maximum balance.'),
  '17': alike('Rule limited.'),
  '26': alike('System busy. The service request is rejected.'),
  '1001': alike('Unable to lock subscriber, a transaction is already in process.'),
  '1019': alike('Transaction has expired.'),
  '1025': alike('An error occurred while sending a push request.'),
  '1032': alike('Request cancelled by user'),
  '1037': {
    callback: 'No response from user.',
    query: 'DS timeout user cannot be reached.',
  },
  '2001': alike('The initiator information is invalid.'),
  '2028': alike('The request is not permitted according to product assignment.'),
  '4999': alike('The transaction is still under processing'),
  '8006': alike('The security credential is locked.'),
  '9999': alike('An error occurred while sending a push request.'),
  SFC_IC0003: alike('The operator does not exist.'),
}

export const descriptionOf = (code: ResultCode): Description =>
  descriptions[code] ?? alike('The service request failed.')
