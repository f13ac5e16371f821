import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { unavailableMessage } from '#rules/assistant/answers.ts'
import { isVisible } from '#rules/visible.ts'
import { ApiError, refresh } from '../../api.ts'
import { keepTyped, readTyped } from '../../ui/draft.ts'
import { errorMessage } from '../../ui/error-message.ts'
import type { Stage } from '../state.ts'
import type { Facts } from '../use-facts.ts'
import { type Exchange, earlierThan, exchange, nextKey } from './exchange.ts'
import { readAnswer } from './read-answer.ts'

export interface Answers {
  exchanges: Exchange[]
  /** An answer is on its way. */
  going: boolean
  /** What is being typed. */
  draft: string
  setDraft: (text: string) => void
  ask: (text: string) => void
  askAgain: () => void
  stop: () => void
}

const kept_as = 'question'

function typedBefore(): string {
  const { text } = readTyped(kept_as) ?? {}
  return typeof text === 'string' ? text : ''
}

/**
 * Questions and their answers; leaving support stops them, and the main menu forgets them, also the one
 * that is half typed.
 */
export function useAnswers(at: Stage['at'], facts: Facts): Answers {
  const [exchanges, dispatch] = useReducer(exchange, [])
  const [draft, type] = useState(typedBefore)
  const setDraft = useCallback((text: string) => {
    type(text)
    keepTyped(kept_as, text ? { text } : null)
  }, [])
  const last = exchanges.at(-1)
  const going = last?.state === 'asking'
  const leaving = useRef<AbortController | null>(null)
  const stop = useCallback(() => {
    leaving.current?.abort()
    dispatch({ type: 'stopped' })
  }, [])
  const before = useRef(at)
  useEffect(() => {
    if (at !== 'support') stop()
    const came_back = at === 'main' && before.current !== at
    before.current = at
    if (!came_back) return
    dispatch({ type: 'cleared' })
    setDraft('')
  }, [at, stop, setDraft])
  useEffect(() => () => leaving.current?.abort(), [])

  async function fetchAnswer(question: string, key: number) {
    const { user, company } = facts
    const otherwise = unavailableMessage(company?.phone ?? 'the office')
    leaving.current?.abort()
    const leave = new AbortController()
    leaving.current = leave
    const { signal } = leave
    const body = {
      text: question,
      earlier: earlierThan(exchanges, key),
      ...(company && { slug: company.slug }),
    }
    const hear = async (mayRefresh: boolean): Promise<void> => {
      for await (const line of readAnswer({ body }, signal)) {
        if (signal.aborted) return
        // A token that has run out makes a visitor of somebody who is signed in.
        if (line.type === 'flow' && line.flow === 'sign_in' && mayRefresh) {
          await refresh()
          return hear(false)
        }
        dispatch({ type: 'heard', line })
      }
    }
    try {
      await hear(user !== null).catch(async (error: unknown) => {
        // Visitors share what their address may ask; whoever is signed in does not.
        const as_visitor = error instanceof ApiError && error.status === 429 && user !== null
        if (!as_visitor || signal.aborted) throw error
        await refresh()
        await hear(false)
      })
      if (!signal.aborted) dispatch({ type: 'ended', otherwise })
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? errorMessage(error, otherwise) : otherwise
      const lasting = error instanceof ApiError && error.code === 'api_key_missing'
      dispatch({ type: 'failed', message, lasting })
    }
  }
  return {
    exchanges,
    going,
    draft,
    setDraft,
    stop,
    ask: (typed) => {
      const text = typed.trim()
      if (going || !isVisible(text)) return
      dispatch({ type: 'asked', text })
      void fetchAnswer(text, nextKey(exchanges))
    },
    askAgain: () => {
      if (going || !last) return
      dispatch({ type: 'asked_again' })
      void fetchAnswer(last.question, last.key)
    },
  }
}
