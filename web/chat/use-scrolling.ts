import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to its end the area follows what comes; so near to its top earlier lines are fetched. */
const near_end = 32
const near_top = 160

interface Ends {
  /** Keys of the first line, and of the last ones of the other one and of oneself. */
  first: string | undefined
  theirs: string | undefined
  own: string | undefined
}

const lineOf = (area: HTMLElement, key: string) =>
  area.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)

/**
 * Where the message area stands: it follows new lines only from its end, and stays where one reads
 * when earlier ones come in above.
 */
export function useScrolling(
  area: RefObject<HTMLElement | null>,
  { first, theirs, own }: Ends,
  onTop: () => void,
) {
  const atEnd = useRef(true)
  const before = useRef<(Ends & { top: number }) | null>(null)
  const [news, setNews] = useState(false)

  const toEnd = () => {
    if (area.current) area.current.scrollTop = area.current.scrollHeight
    atEnd.current = true
    setNews(false)
  }

  // After every change: the sign that somebody is typing takes room too.
  useLayoutEffect(() => {
    const element = area.current
    if (!element || first === undefined) return
    const was = before.current
    const old = was?.first && was.first !== first ? lineOf(element, was.first) : null
    if (old && was && !atEnd.current) element.scrollTop += old.offsetTop - was.top
    if (was && own && own !== was.own) {
      atEnd.current = true
      setNews(false)
    }
    if (atEnd.current) element.scrollTop = element.scrollHeight
    else if (was && theirs !== was.theirs) setNews(true)
    before.current = { first, theirs, own, top: lineOf(element, first)?.offsetTop ?? 0 }
  })

  useEffect(() => {
    const element = area.current
    if (!element) return
    const follow = () => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    }
    // A keyboard that comes up makes the area lower.
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])

  function onScroll() {
    const element = area.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    atEnd.current = scrollHeight - scrollTop - clientHeight < near_end
    if (atEnd.current) setNews(false)
    if (scrollTop < near_top) onTop()
  }
  return { onScroll, news, toEnd }
}
