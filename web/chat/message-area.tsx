import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { BusyIndicator } from '../ui/button.tsx'
import { Announced } from './announced.tsx'
import { Bubble, UnsentBubble } from './bubble.tsx'
import { waiting_words } from './outbox/outbox.ts'
import type { Line } from './timeline.ts'
import { useOnline } from './use-online.ts'
import { useScrolling } from './use-scrolling.ts'

interface Props {
  area: RefObject<HTMLElement | null>
  lines: Line[]
  /** Whether what was said before has been fetched. */
  ready: boolean
  user: number
  /** First name of the other one while they are typing. */
  typing: string | null
  earlier: 'idle' | 'loading' | 'failed'
  loadEarlier: () => void
  /** Whether something new stands below what one sees. */
  onNews: (news: boolean) => void
  /** What stands there while nothing has been said. */
  children: ReactNode
}

const keyOf = (line: Line | undefined) => (line?.kind === 'day' ? undefined : line?.key)

/** What was said, from the past down to now. */
export function MessageArea(props: Props) {
  const { area, lines, ready, user, typing, earlier, loadEarlier, onNews, children } = props
  const heldUp = useHeldUp(lines)
  const ends = {
    first: keyOf(lines.find(({ kind }) => kind !== 'day')),
    theirs: keyOf(lines.findLast((line) => line.kind === 'said' && !line.mine)),
    own: keyOf(
      lines.findLast((line) => line.kind === 'unsent' || (line.kind === 'said' && line.mine)),
    ),
  }
  const { onScroll, news, toEnd } = useScrolling(area, ends, loadEarlier)
  useEffect(() => onNews(news), [news, onNews])

  return (
    <div className="area-place">
      <section
        ref={area}
        className="area"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those without a mouse
        tabIndex={0}
        onScroll={onScroll}
      >
        {lines.length === 0 && children}
        <ol className="lines">
          {lines.map((line) =>
            line.kind === 'day' ? (
              <li key={line.key} className="chat-day">
                {line.words}
              </li>
            ) : line.kind === 'said' ? (
              <Bubble
                key={line.key}
                line={line.key}
                message={line.message}
                mine={line.mine}
                seen={line.seen}
              />
            ) : (
              <UnsentBubble
                key={line.key}
                line={line.key}
                unsent={line.unsent}
                user={user}
                held_up={heldUp}
              />
            ),
          )}
        </ol>
        {typing && (
          <p className="typing small muted">
            <span>
              <bdi>{typing}</bdi> is typing
            </span>
            <BusyIndicator />
          </p>
        )}
      </section>
      {earlier === 'loading' && (
        <p className="plate earlier small" role="status">
          Loading...
        </p>
      )}
      {earlier === 'failed' && (
        <button type="button" className="button secondary compact earlier" onClick={loadEarlier}>
          Earlier messages did not come. Try again
        </button>
      )}
      {news && (
        <button
          type="button"
          className="button compact newest"
          onClick={() => {
            toEnd()
            area.current?.focus({ preventScroll: true })
          }}
        >
          <ArrowDown className="icon" aria-hidden="true" />
          New messages
        </button>
      )}
      <Announced lines={lines} ready={ready} />
    </div>
  )
}

/** One message that cannot be sent holds up those behind it. */
function useHeldUp(lines: Line[]): string | null {
  const online = useOnline()
  if (!online) return waiting_words
  const unsent = lines.flatMap((line) => (line.kind === 'unsent' ? [line.unsent] : []))
  return unsent.find(({ state }) => state === 'waiting')?.words ?? null
}
