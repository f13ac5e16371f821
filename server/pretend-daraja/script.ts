/** What M-Pesa says of a push. 4999 comes from queries only and means: not yet. */
export type ResultCode = '0' | '1' | '1032' | '1037' | '2001' | '4999'

export interface Script {
  /** What becomes of the submit itself. */
  submit: 'accepted' | 'busy' | 'reply_lost'
  /** What the customer's side comes to, one delay after the submit. */
  result: ResultCode
  /** When the result is posted to the callback address, in delays after the submit. */
  callbacks: number[]
  /** When the paybill confirmation of the same receipt is posted, in delays after the submit. */
  confirmations: number[]
  /** What a query is told from the result on. */
  query: ResultCode | 'result'
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
export const descriptions: Record<ResultCode, Description> = {
  '0': alike('The service request is processed successfully.'),
  '1': alike('The balance is insufficient for the transaction.'),
  '1032': alike('Request cancelled by user'),
  '1037': {
    callback: 'No response from user.',
    query: 'DS timeout user cannot be reached.',
  },
  '2001': alike('The initiator information is invalid.'),
  '4999': alike('The transaction is still under processing'),
}
