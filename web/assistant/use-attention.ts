import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Flow } from './stage.ts'

/** Keeps the newest lines in sight, and the focus with a person who has just pressed something. */
export function useAttention({ stage, log }: Flow, shown: boolean) {
  const talk = useRef<HTMLElement>(null)
  const acting = useRef(false)
  const acted = useCallback(() => {
    acting.current = true
  }, [])
  const error = 'error' in stage ? stage.error : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what makes something new to see
  useLayoutEffect(() => {
    talk.current?.scrollTo(0, talk.current.scrollHeight)
  }, [stage.at, error, log.length, shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage, and each refusal of a field
  useEffect(() => {
    if (!acting.current || !talk.current) return
    acting.current = false
    const field = talk.current.querySelector('input')
    const keyboard = matchMedia('(pointer: fine)').matches
    const toField = field && (keyboard || error || field.value === '')
    const target = toField ? field : talk.current
    target.focus({ preventScroll: true })
    if (toField) field.select()
  }, [stage.at, stage, error])
  return { talk, acted }
}
