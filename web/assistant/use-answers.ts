import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type AnswerLine, answerLine, askAssistant } from '#contract/assistant.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { containsPin } from '#rules/assistant/pin.ts'
import { unavailableMessage } from '#rules/assistant/unavailable.ts'
import { isVisible } from '#rules/visible.ts'
import { ApiError, prepareRequest, readError, refresh } from '../api.ts'
import { draftStore } from '../ui/draft.ts'
import { errorMessage } from '../ui/error-message.ts'
import { type Exchange, earlierThan, nextKey, updateExchanges } from './exchange.ts'
import type { Stage } from './state.ts'
import type { Facts } from './use-facts.ts'

export interface Answers {
  exchanges: Exchange[]
  /** An answer is being received. */
  asking: boolean
  /** The text of the question field. */
  draft: string
  setDraft: (text: string) => void
  ask: (text: string) => void
  askAgain: () => void
  stop: () => void
}

const questionDraft = draftStore('question', ({ text }) =>
  typeof text === 'string' ? { text } : null,
)

/**
 * Questions to support and their answers. Leaving support stops an answer; the main menu deletes
 * everything, including the question being typed.
 */
export function useAnswers(at: Stage['at'], facts: Facts): Answers {
  const [exchanges, dispatch] = useReducer(updateExchanges, [])
  const [draft, setText] = useState(() => questionDraft.read()?.text ?? '')
  const setDraft = useCallback((text: string) => {
    setText(text)
    // A text with a PIN is neither stored nor sent.
    questionDraft.save(text && !containsPin(text) ? { text } : null)
  }, [])
  const last = exchanges.at(-1)
  const asking = last?.state === 'asking'
  const request = useRef<AbortController | null>(null)
  const stop = useCallback(() => {
    request.current?.abort()
    dispatch({ type: 'stopped' })
  }, [])
  const before = useRef(at)
  useEffect(() => {
    if (at !== 'support') stop()
    const returned = at === 'main' && before.current !== at
    before.current = at
    if (!returned) return
    dispatch({ type: 'cleared' })
    setDraft('')
  }, [at, stop, setDraft])
  useEffect(() => () => request.current?.abort(), [])

  async function fetchAnswer(question: string, key: number) {
    const { user, company } = facts
    const fallback = unavailableMessage(company?.phone ?? 'the office')
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    const { signal } = controller
    const body = {
      text: question,
      earlier: earlierThan(exchanges, key),
      ...(company && { slug: company.slug }),
    }
    const read = async (mayRefresh: boolean): Promise<void> => {
      for await (const line of readAnswer({ body }, signal)) {
        if (signal.aborted) return
        // With an expired access token a signed-in user would count as a visitor.
        if (line.type === 'flow' && line.flow === 'sign_in' && mayRefresh) {
          await refresh()
          return read(false)
        }
        dispatch({ type: 'line_received', line })
      }
    }
    try {
      await read(user !== null).catch(async (error: unknown) => {
        // Visitors share a rate limit per IP address; each signed-in user has their own.
        const asVisitor = error instanceof ApiError && error.status === 429 && user !== null
        if (!asVisitor || signal.aborted) throw error
        await refresh()
        await read(false)
      })
      if (!signal.aborted) dispatch({ type: 'ended', fallback })
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? errorMessage(error, fallback) : fallback
      const permanent =
        error instanceof ApiError && ['api_key_missing', 'used_up'].includes(error.code)
      const {
        questions: nearest = [],
        language = 'en',
        common = false,
      } = (error instanceof ApiError && error.body) || {}
      dispatch({ type: 'failed', message, permanent, nearest, common, language })
    }
  }
  return {
    exchanges,
    asking,
    draft,
    setDraft,
    stop,
    ask: (typed) => {
      const text = typed.trim()
      if (asking || !isVisible(text) || containsPin(text)) return
      dispatch({ type: 'asked', text })
      void fetchAnswer(text, nextKey(exchanges))
    },
    askAgain: () => {
      if (asking || !last) return
      dispatch({ type: 'asked_again' })
      void fetchAnswer(last.question, last.key)
    },
  }
}

/**
 * Streams an answer, line by line.
 * @throws {ApiError} for every refusal, and when the network breaks off (status 0)
 * @throws {Error} for an incomplete line, when the answer was cut off
 */
async function* readAnswer(
  input: CallInput<typeof askAssistant>,
  signal: AbortSignal,
): AsyncGenerator<AnswerLine> {
  const { method, path, headers, body } = prepareRequest(askAssistant, input)
  const networkError = (): never => {
    throw new ApiError(0, null)
  }
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    body,
    credentials: 'include',
    signal,
  }).catch(networkError)
  if (!response.ok) throw await readError(response)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  try {
    let rest = ''
    for (;;) {
      const { done, value = '' } = await reader.read().catch(networkError)
      const lines = (rest + value).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) {
        if (line.trim()) yield answerLine.parse(JSON.parse(line))
      }
      if (done) return
    }
  } finally {
    // When the consumer stops, the server stops too.
    void reader.cancel().catch(() => {})
  }
}
