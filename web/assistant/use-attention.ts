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
    const { current } = talk
    // The last big message from its head on; a question down to its button.
    const heads = current?.querySelectorAll('.log > .full')
    const head = heads?.item(heads.length - 1)
    if (!current) return
    const above = head ? head.getBoundingClientRect().top - current.getBoundingClientRect().top : 0
    const asks = current.querySelector('form') !== null || !head
    current.scrollTop += asks ? current.scrollHeight : above - 8
  }, [stage.at, error, log.length, shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage, and each refusal of a field
  useEffect(() => {
    if (!acting.current || !talk.current) return
    acting.current = false
    const field = talk.current.querySelector('input')
    const keyboard = matchMedia('(pointer: fine)').matches
    const toField = field && (keyboard || error || field.value === '')
    const target = toField ? field : talk.current.querySelector<HTMLElement>('[role=log]')
    target?.focus({ preventScroll: true })
    if (toField) field.select()
  }, [stage.at, stage, error])
  return { talk, acted }
}
