import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { AssistantState } from '../state.ts'

/** The last big message from its head on, a list from its beginning; a question down to its button. */
function showNewest(talk: HTMLElement) {
  if (!talk.querySelector('form, .log > *')) {
    talk.scrollTop = 0
    return
  }
  const head = [...talk.querySelectorAll('.log > .full')].at(-1)
  if (!head || talk.querySelector('form')) {
    talk.scrollTop = talk.scrollHeight
    return
  }
  talk.scrollTop += head.getBoundingClientRect().top - talk.getBoundingClientRect().top - 8
}

/** Keeps the newest lines in sight, and the focus with a person who has just pressed something. */
export function useAttention({ stage, log }: AssistantState, shown: boolean, begun: boolean) {
  const scroller = useRef<HTMLElement>(null)
  const acting = useRef(begun)
  const acted = useCallback(() => {
    acting.current = true
  }, [])
  const error = 'error' in stage ? stage.error : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what makes something new to see
  useLayoutEffect(() => {
    if (scroller.current) showNewest(scroller.current)
  }, [stage.at, error, log.length, shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage, and each refusal of a field
  useEffect(() => {
    if (!acting.current || !scroller.current) return
    acting.current = false
    const dialog = scroller.current.closest('[role=dialog]')
    const field = dialog?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    // On a phone the keyboard would cover what is filled in already, or suggested.
    const empty = field?.matches('input') && field.value === ''
    const wanted = matchMedia('(pointer: fine)').matches || error || empty
    const log = scroller.current.querySelector<HTMLElement>('[role=log]')
    const target = field && wanted ? field : log
    target?.focus({ preventScroll: true })
    if (target === field) field?.select()
  }, [stage, error])
  return { scroller, acted }
}
