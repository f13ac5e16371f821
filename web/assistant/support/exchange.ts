import type { AnswerLine } from '#contract/assistant.ts'

/** A question, and what has come of it so far. */
export interface Exchange {
  key: number
  question: string
  answer: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  failure: string | null
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
  | { type: 'failed'; message: string }
  | { type: 'stopped' }
  | { type: 'cleared' }

const fresh = { answer: '', state: 'asking', failure: null, flow: null } as const

/** The talk with support: no calls, no clock. */
export function exchange(talk: Exchange[], event: ExchangeEvent): Exchange[] {
  const last = talk.at(-1)
  const going = last?.state === 'asking'
  const changed = (change: Partial<Exchange>) =>
    last ? [...talk.slice(0, -1), { ...last, ...change }] : talk
  switch (event.type) {
    case 'cleared':
      return talk.length === 0 ? talk : []
    case 'asked':
      if (going) return talk
      return [...talk, { ...fresh, key: (last?.key ?? 0) + 1, question: event.text }]
    case 'asked_again':
      return going ? talk : changed(fresh)
    case 'heard':
      return going && last ? hear(talk, last, event.line) : talk
    case 'ended':
      if (!going || !last) return talk
      return last.answer.trim() || last.flow
        ? changed({ state: 'done' })
        : changed({ state: 'failed', failure: event.otherwise })
    case 'failed':
      return going ? changed({ state: 'failed', failure: event.message }) : talk
    case 'stopped':
      return going ? changed({ state: 'stopped' }) : talk
  }
}

function hear(talk: Exchange[], last: Exchange, line: AnswerLine): Exchange[] {
  const before = talk.slice(0, -1)
  switch (line.type) {
    case 'text':
      return [...before, { ...last, answer: last.answer + line.text }]
    case 'flow':
      return [...before, { ...last, flow: line.flow }]
    case 'failed':
      return [...before, { ...last, state: 'failed', failure: line.message }]
  }
}

/** The contract takes so much of the talk before a question. */
const most_earlier = 6
const longest_earlier = 2000

/** What was said before the question that is asked now. */
export const earlierThan = (talk: Exchange[], key: number) =>
  talk
    .filter((one) => one.key < key && one.answer.trim() !== '')
    .flatMap(({ question, answer }) => [
      { from: 'person' as const, text: question.slice(0, longest_earlier) },
      { from: 'assistant' as const, text: answer.slice(0, longest_earlier) },
    ])
    .slice(-most_earlier)
