import { type AnswerLine, MAX_EARLIER, MAX_EARLIER_LENGTH } from '#contract/assistant.ts'

/** A question, and what has come of it so far. */
export interface Exchange {
  key: number
  question: string
  answer: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  failure: string | null
  /** Asking again would fail again. */
  lasting: boolean
  /** What helps is a flow of the assistant. */
  flow: Extract<AnswerLine, { type: 'flow' }>['flow'] | null
}

export type ExchangeEvent =
  | { type: 'asked'; text: string }
  /** The last one once more. */
  | { type: 'asked_again' }
  | { type: 'heard'; line: AnswerLine }
  /** The answer is whole; `otherwise` is said when there was nothing in it. */
  | { type: 'ended'; otherwise: string }
  | { type: 'failed'; message: string; lasting: boolean }
  | { type: 'stopped' }
  | { type: 'cleared' }

export const nextKey = (exchanges: Exchange[]): number => (exchanges.at(-1)?.key ?? 0) + 1

const fresh = { answer: '', state: 'asking', failure: null, lasting: false, flow: null } as const

/** The talk with support: no calls, no clock. */
export function exchange(exchanges: Exchange[], event: ExchangeEvent): Exchange[] {
  const last = exchanges.at(-1)
  const going = last?.state === 'asking'
  const changed = (change: Partial<Exchange>) =>
    last ? [...exchanges.slice(0, -1), { ...last, ...change }] : exchanges
  switch (event.type) {
    case 'cleared':
      return exchanges.length === 0 ? exchanges : []
    case 'asked':
      if (going) return exchanges
      return [...exchanges, { ...fresh, key: nextKey(exchanges), question: event.text }]
    case 'asked_again':
      return going ? exchanges : changed(fresh)
    case 'heard':
      return going && last ? hear(exchanges, last, event.line) : exchanges
    case 'ended':
      if (!going || !last) return exchanges
      return last.answer.trim() || last.flow
        ? changed({ state: 'done' })
        : changed({ state: 'failed', failure: event.otherwise })
    case 'failed':
      return going
        ? changed({ state: 'failed', failure: event.message, lasting: event.lasting })
        : exchanges
    case 'stopped':
      return going ? changed({ state: 'stopped' }) : exchanges
  }
}

function hear(exchanges: Exchange[], last: Exchange, line: AnswerLine): Exchange[] {
  const before = exchanges.slice(0, -1)
  switch (line.type) {
    case 'text':
      return [...before, { ...last, answer: last.answer + line.text }]
    case 'flow':
      return [...before, { ...last, flow: line.flow }]
    case 'failed':
      return [...before, { ...last, state: 'failed', failure: line.message }]
  }
}

/** What was said before the question that is asked now. */
export const earlierThan = (exchanges: Exchange[], key: number) =>
  exchanges
    .filter((one) => one.key < key && one.answer.trim() !== '')
    .flatMap(({ question, answer }) => [
      { from: 'person' as const, text: question.slice(0, MAX_EARLIER_LENGTH) },
      { from: 'assistant' as const, text: answer.slice(0, MAX_EARLIER_LENGTH) },
    ])
    .slice(-MAX_EARLIER)
