import { Clock } from 'lucide-react'
import type { Message } from '#contract/chat.ts'
import { clock } from '#rules/calendar.ts'
import type { Unsent } from './outbox/outbox.ts'
import { Refused } from './outbox/refused.tsx'

interface Props {
  /** Its line, as useScrolling finds it again. */
  line: string
  message: Message
  mine: boolean
  seen: boolean
}

export const Bubble = ({ line, message, mine, seen }: Props) => (
  <li className={mine ? 'bubble me' : 'bubble'} data-key={line}>
    <span className="visually-hidden">{mine ? 'You' : message.senderId}: </span>
    <p className="text" dir="auto">
      {message.text}
    </p>
    <time className="tabular" dateTime={message.timestamp}>
      {clock(new Date(message.timestamp))}
    </time>
    {seen && <span className="seen">Seen</span>}
  </li>
)

interface UnsentProps {
  line: string
  unsent: Unsent
  user: number
  /** Why the queue stands still, if it does. */
  held_up: string | null
}

/** It turns solid when the server has it. */
export function UnsentBubble({ line, unsent, user, held_up }: UnsentProps) {
  const { text, words, state } = unsent
  return (
    <li className={state === 'refused' ? 'bubble me refused' : 'bubble me unsent'} data-key={line}>
      <span className="visually-hidden">You: </span>
      <p className="text" dir="auto">
        {text}
      </p>
      {state === 'refused' ? (
        <Refused unsent={unsent} user={user} />
      ) : (
        <span className="state">
          <Clock className="icon" aria-hidden="true" />
          {words ?? held_up ?? 'sending'}
        </span>
      )}
    </li>
  )
}
