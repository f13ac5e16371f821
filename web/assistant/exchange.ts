import {
  type AnswerLine,
  type AnswerPage,
  MAX_EARLIER,
  MAX_EARLIER_LENGTH,
} from '#contract/assistant.ts'

/** A question to support, and its answer so far. */
export interface Exchange {
  key: number
  question: string
  answer: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  failure: string | null
  /** The failure is permanent: asking again would fail again. */
  permanent: boolean
  /** A flow of the assistant that the answer suggests. */
  flow: Extract<AnswerLine, { type: 'flow' }>['flow'] | null
  /** A page that the answer suggests. */
  page: AnswerPage | null
  /** Questions that can be asked instead of one without an answer. */
  nearest: string[]
  /** No similar question was found: `nearest` holds the questions that are asked most often. */
  common: boolean
  /** The language of the question, used for the texts around `nearest`. */
  language: 'en' | 'sw'
}

export type ExchangeAction =
  | { type: 'asked'; text: string }
  /** Asks the last question again. */
  | { type: 'asked_again' }
  | { type: 'line_received'; line: AnswerLine }
  /** The answer is complete; `fallback` is the failure to show if it is empty. */
  | { type: 'ended'; fallback: string }
  | ({ type: 'failed'; message: string } & Pick<
      Exchange,
      'permanent' | 'nearest' | 'common' | 'language'
    >)
  | { type: 'stopped' }
  | { type: 'cleared' }

export const nextKey = (exchanges: Exchange[]): number => (exchanges.at(-1)?.key ?? 0) + 1

const unanswered = {
  answer: '',
  state: 'asking',
  failure: null,
  permanent: false,
  flow: null,
  page: null,
  nearest: [],
  common: false,
  language: 'en',
} satisfies Partial<Exchange>

/** The conversation with support as a pure reducer. One question at a time. */
export function updateExchanges(exchanges: Exchange[], action: ExchangeAction): Exchange[] {
  const last = exchanges.at(-1)
  const asking = last?.state === 'asking'
  const updateLast = (change: Partial<Exchange>) =>
    last ? [...exchanges.slice(0, -1), { ...last, ...change }] : exchanges
  switch (action.type) {
    case 'cleared':
      return exchanges.length === 0 ? exchanges : []
    case 'asked':
      if (asking) return exchanges
      return [...exchanges, { ...unanswered, key: nextKey(exchanges), question: action.text }]
    case 'asked_again':
      return asking ? exchanges : updateLast(unanswered)
    case 'line_received':
      return asking && last ? updateLast(changesFrom(action.line, last)) : exchanges
    case 'ended':
      if (!asking || !last) return exchanges
      return last.answer.trim() || last.flow
        ? updateLast({ state: 'done' })
        : updateLast({ state: 'failed', failure: action.fallback })
    case 'failed':
      return asking
        ? updateLast({
            state: 'failed',
            failure: action.message,
            permanent: action.permanent,
            nearest: action.nearest,
            common: action.common,
            language: action.language,
          })
        : exchanges
    case 'stopped':
      return asking ? updateLast({ state: 'stopped' }) : exchanges
  }
}

function changesFrom(line: AnswerLine, exchange: Exchange): Partial<Exchange> {
  switch (line.type) {
    case 'text':
      return { answer: exchange.answer + line.text }
    case 'flow':
      return { flow: line.flow }
    case 'page':
      return { page: line.page }
    case 'failed':
      return { state: 'failed', failure: line.message }
  }
}

/** The history to send with a question: the latest earlier exchanges that have an answer. */
export const earlierThan = (exchanges: Exchange[], key: number) =>
  exchanges
    .filter((exchange) => exchange.key < key && exchange.answer.trim() !== '')
    .flatMap(({ question, answer }) => [
      { from: 'person' as const, text: question.slice(0, MAX_EARLIER_LENGTH) },
      { from: 'assistant' as const, text: answer.slice(0, MAX_EARLIER_LENGTH) },
    ])
    .slice(-MAX_EARLIER)
