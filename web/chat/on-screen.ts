import { type RefObject, useEffect, useState } from 'react'
import type { ConversationKey } from '#contract/chat.ts'

/** The number of visible views of each conversation in this tab. */
const visibleViews = new Map<string, number>()
const keyOf = (post: number, person: number) => `${post}/${person}`

export const isOnScreen = (post: number, person: number): boolean =>
  visibleViews.has(keyOf(post, person))

const VISIBLE_SHARE = 0.25

/** Whether an element is scrolled into view, in a visible tab. */
function useIsVisible(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(false)
  const [isInFront, setIsInFront] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsInView((entries.at(-1)?.intersectionRatio ?? 0) >= VISIBLE_SHARE),
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    const update = () => setIsInFront(document.visibilityState === 'visible')
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isInView && isInFront
}

/** Whether a conversation is visible; then its messages count as seen and show no toasts. */
export function useOnScreen(
  element: RefObject<HTMLElement | null>,
  { post, person }: ConversationKey,
): boolean {
  const isVisible = useIsVisible(element)
  useEffect(() => {
    if (!isVisible) return
    const key = keyOf(post, person)
    visibleViews.set(key, (visibleViews.get(key) ?? 0) + 1)
    return () => {
      const left = (visibleViews.get(key) ?? 1) - 1
      if (left > 0) visibleViews.set(key, left)
      else visibleViews.delete(key)
    }
  }, [isVisible, post, person])
  return isVisible
}
