import { ArrowDown, Clock } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { formatTime } from '#rules/calendar.ts'
import { stripDirectionMarks } from '#rules/visible.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { useOnline } from '../ui/use-online.ts'
import { type UnsentMessage, WAITING_FOR_NETWORK } from './outbox.ts'
import { RefusedActions } from './refused-actions.tsx'
import type { TimelineEntry } from './timeline.ts'
import { useScrollPosition } from './use-scroll-position.ts'

interface Props {
  scroller: RefObject<HTMLElement | null>
  entries: TimelineEntry[]
  /** Whether the messages have been fetched. */
  ready: boolean
  user: number
  /** First name of the other user while they are typing. */
  typing: string | null
  earlier: 'idle' | 'loading' | 'failed'
  loadEarlier: () => void
  /** Whether there are new messages below what is visible. */
  onNewBelow: (hasNewBelow: boolean) => void
  /** Shown while there are no messages. */
  children: ReactNode
}

const keyOf = (entry: TimelineEntry | undefined) => (entry?.kind === 'day' ? undefined : entry?.key)

/** The messages of a conversation, the newest at the bottom. */
export function MessageList(props: Props) {
  const { scroller, entries, ready, user, typing, earlier, loadEarlier, onNewBelow, children } =
    props
  const stalledReason = useStalled(entries)
  const ends = {
    first: keyOf(entries.find(({ kind }) => kind !== 'day')),
    lastReceived: keyOf(entries.findLast((entry) => entry.kind === 'message' && !entry.isOwn)),
    own: keyOf(
      entries.findLast(
        (entry) => entry.kind === 'unsent' || (entry.kind === 'message' && entry.isOwn),
      ),
    ),
  }
  const { onScroll, hasNewBelow, scrollToEnd } = useScrollPosition(scroller, ends, loadEarlier)
  useEffect(() => onNewBelow(hasNewBelow), [hasNewBelow, onNewBelow])

  return (
    <div className="message-area">
      <section
        ref={scroller}
        className="message-scroller"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {entries.length === 0 && children}
        <ol className="messages">
          {entries.map((entry) =>
            entry.kind === 'day' ? (
              <li key={entry.key} className="message-day">
                {entry.label}
              </li>
            ) : entry.kind === 'message' ? (
              <MessageBubble key={entry.key} entry={entry} />
            ) : (
              <UnsentBubble
                key={entry.key}
                entryKey={entry.key}
                unsent={entry.unsent}
                user={user}
                stalledReason={stalledReason}
              />
            ),
          )}
        </ol>
        {typing && (
          <p className="typing-indicator small muted">
            <span>
              <bdi>{typing}</bdi> is typing
            </span>
            <BusyIndicator />
          </p>
        )}
      </section>
      {earlier === 'loading' && (
        <p className="plate earlier-messages small" role="status">
          Loading...
        </p>
      )}
      {earlier === 'failed' && (
        <button
          type="button"
          className="button secondary compact earlier-messages"
          onClick={loadEarlier}
        >
          Earlier messages couldn’t be loaded. Try again
        </button>
      )}
      {hasNewBelow && (
        <button
          type="button"
          className="button compact new-messages"
          onClick={() => {
            scrollToEnd()
            scroller.current?.focus({ preventScroll: true })
          }}
        >
          <ArrowDown className="icon" aria-hidden="true" />
          New messages
        </button>
      )}
      <NewMessageAnnouncer entries={entries} ready={ready} />
    </div>
  )
}

/** Why messages are not being sent: no network, or an earlier message that blocks those after it. */
function useStalled(entries: TimelineEntry[]): string | null {
  const online = useOnline()
  if (!online) return WAITING_FOR_NETWORK
  const unsent = entries.flatMap((entry) => (entry.kind === 'unsent' ? [entry.unsent] : []))
  return unsent.find(({ state }) => state === 'waiting')?.reason ?? null
}

const MessageBubble = ({
  entry: { key, message, isOwn, isLastSeen },
}: {
  entry: Extract<TimelineEntry, { kind: 'message' }>
}) => (
  // useScrollPosition finds the element by `data-key`.
  <li className={isOwn ? 'message-bubble own' : 'message-bubble'} data-key={key}>
    <span className="visually-hidden">{isOwn ? 'You' : message.senderId}: </span>
    <p className="message-text" dir="auto">
      {message.text}
    </p>
    <time className="tabular" dateTime={message.timestamp}>
      {formatTime(new Date(message.timestamp))}
    </time>
    {isLastSeen && <span className="message-seen">Seen</span>}
  </li>
)

interface UnsentProps {
  entryKey: string
  unsent: UnsentMessage
  user: number
  stalledReason: string | null
}

/** An unsent message, with a dashed border until the server has it. */
function UnsentBubble({ entryKey, unsent, user, stalledReason }: UnsentProps) {
  const { text, reason, state } = unsent
  return (
    <li
      className={state === 'refused' ? 'message-bubble own refused' : 'message-bubble own unsent'}
      data-key={entryKey}
    >
      <span className="visually-hidden">You: </span>
      <p className="message-text" dir="auto">
        {text}
      </p>
      {state === 'refused' ? (
        <RefusedActions unsent={unsent} user={user} />
      ) : (
        <span className="message-state">
          <Clock className="icon" aria-hidden="true" />
          {reason ?? stalledReason ?? 'sending'}
        </span>
      )}
    </li>
  )
}

/** Announces new messages of the other user to screen readers, but not the initial ones. */
function NewMessageAnnouncer({ entries, ready }: Pick<Props, 'entries' | 'ready'>) {
  const announced = useRef<{ lastAtStart: number; ids: Set<number> } | null>(null)
  const [messages, setMessages] = useState<Message[]>([])
  useEffect(() => {
    if (!ready) return
    const received = entries.flatMap((entry) =>
      entry.kind === 'message' && !entry.isOwn ? entry.message : [],
    )
    announced.current ??= { lastAtStart: received.at(-1)?.id ?? 0, ids: new Set() }
    const { lastAtStart, ids } = announced.current
    const fresh = received.filter(({ id }) => id > lastAtStart && !ids.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) ids.add(id)
    setMessages(fresh)
  }, [entries, ready])
  return (
    <div className="visually-hidden" role="status">
      {messages.map(({ id, senderId, text }) => (
        <p key={id}>{`${stripDirectionMarks(senderId)}: ${stripDirectionMarks(text)}`}</p>
      ))}
    </div>
  )
}
