import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { BusyIndicator } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { MoreSkeleton } from './feed-skeleton.tsx'

interface Props {
  /** Of the posts on screen. */
  count: number
  more: boolean
  busy: boolean
  /** What is said instead when they do not come. */
  failed: ReactNode
  onMore: () => void
  /** Somebody has pressed the button instead of scrolling there. */
  onPressed: () => void
}

/** So far ahead of the end the next ones are asked for. */
const ahead = '900px 0px'

/** The end of what is loaded: more comes by itself as one scrolls, or with the button. */
export function FeedMore({ count, more, busy, failed, onMore, onPressed }: Props) {
  const hydrated = useHydrated()
  const end = useRef<HTMLDivElement>(null)
  const waits = more && !busy && !failed
  const ask = useEffectEvent(onMore)
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask(),
      { rootMargin: ahead },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits])

  function press() {
    if (busy) return
    onPressed()
    onMore()
  }
  return (
    <div className="feed-more" ref={end}>
      {busy && <MoreSkeleton />}
      {failed}
      {more && !failed && (
        <button
          type="button"
          className={hydrated ? 'button secondary' : 'button secondary waking'}
          aria-busy={busy}
          disabled={!hydrated}
          onClick={press}
        >
          {busy ? 'Loading more posts...' : 'Show more posts'}
          {busy && <BusyIndicator />}
        </button>
      )}
      <p className="muted" role="status">
        {count > 0 && !more && !failed && 'That is everything so far.'}
      </p>
    </div>
  )
}
