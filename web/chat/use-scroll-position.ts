import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This close to the end the list scrolls to new messages. */
const NEAR_END_PX = 32
/** This close to the top earlier messages are fetched. */
const NEAR_TOP_PX = 160

interface EntryKeys {
  /** Keys of the first entry, and of the last entries of the other user and of the user. */
  first: string | undefined
  lastReceived: string | undefined
  own: string | undefined
}

const findEntry = (scroller: HTMLElement, key: string) =>
  scroller.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)

/**
 * Scrolls to new messages while the list is at its end, and keeps the scroll position when earlier messages
 * are inserted above.
 */
export function useScrollPosition(
  scroller: RefObject<HTMLElement | null>,
  { first, lastReceived, own }: EntryKeys,
  onNearTop: () => void,
) {
  const isAtEnd = useRef(true)
  const previous = useRef<(EntryKeys & { firstTop: number }) | null>(null)
  const [hasNewBelow, setHasNewBelow] = useState(false)

  const scrollToEnd = () => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
    isAtEnd.current = true
    setHasNewBelow(false)
  }

  // After every render: the typing indicator changes the height too.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || first === undefined) return
    const before = previous.current
    const formerFirst =
      before?.first && before.first !== first ? findEntry(element, before.first) : null
    if (formerFirst && before && !isAtEnd.current) {
      element.scrollTop += formerFirst.offsetTop - before.firstTop
    }
    if (before && own && own !== before.own) {
      isAtEnd.current = true
      setHasNewBelow(false)
    }
    if (isAtEnd.current) element.scrollTop = element.scrollHeight
    else if (before && lastReceived !== before.lastReceived) setHasNewBelow(true)
    previous.current = {
      first,
      lastReceived,
      own,
      firstTop: findEntry(element, first)?.offsetTop ?? 0,
    }
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    }
    // An on-screen keyboard changes the height of the list.
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  function onScroll() {
    const element = scroller.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (isAtEnd.current) setHasNewBelow(false)
    if (scrollTop < NEAR_TOP_PX) onNearTop()
  }
  return { onScroll, hasNewBelow, scrollToEnd }
}
