import { type RefObject, useEffect, useState } from 'react'
import type { ConversationKey } from '#contract/chat.ts'

/** The conversations that one sees in this tab. */
const shown = new Map<string, number>()
const keyOf = (post: number, person: number) => `${post}/${person}`

export const isOnScreen = (post: number, person: number): boolean => shown.has(keyOf(post, person))

const enough = 0.25

/** Whether an element is really looked at: in the window, in the tab that is in front. */
function useLookedAt(element: RefObject<HTMLElement | null>): boolean {
  const [inWindow, setInWindow] = useState(false)
  const [inFront, setInFront] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setInWindow((entries.at(-1)?.intersectionRatio ?? 0) >= enough),
      { threshold: enough },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    const look = () => setInFront(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return inWindow && inFront
}

/** Whether a conversation is looked at; while it is, no toast tells of what is said in it. */
export function useOnScreen(
  element: RefObject<HTMLElement | null>,
  { post, person }: ConversationKey,
): boolean {
  const lookedAt = useLookedAt(element)
  useEffect(() => {
    if (!lookedAt) return
    const key = keyOf(post, person)
    shown.set(key, (shown.get(key) ?? 0) + 1)
    return () => {
      const left = (shown.get(key) ?? 1) - 1
      if (left > 0) shown.set(key, left)
      else shown.delete(key)
    }
  }, [lookedAt, post, person])
  return lookedAt
}
