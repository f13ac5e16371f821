import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Phone, PhoneMessage } from '#contract/simulator.ts'
import { dayOf, formatDateTime, formatTime } from '#rules/calendar.ts'
import { ScreenHeader } from './screen-header.tsx'
import { screenLink } from './screens.ts'
import { createStoredValue } from './stored-value.ts'

/** All messages, newest first. */
export function MessagesScreen({ phone }: { phone: Phone }) {
  const readIds = useReadMessages()
  return (
    <div className="phone-screen-column">
      <ScreenHeader title="Messages" back={screenLink(phone.phone_number)} />
      {phone.messages.length === 0 && (
        <p className="phone-empty">No messages yet. Pretend M-PESA writes when money is sent.</p>
      )}
      <ul className="phone-rows">
        {phone.messages.map((message) => (
          <li key={message.id}>
            <MessageRow
              message={message}
              to={screenLink(phone.phone_number, { at: 'message', id: message.id })}
              now={phone.now}
              unread={!readIds.includes(message.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  message: PhoneMessage
  to: string
  now: string
  unread: boolean
}

function MessageRow({ message, to, now, unread }: RowProps) {
  const at = new Date(message.received_at)
  const isToday = dayOf(at) === dayOf(new Date(now))
  return (
    <Link className={unread ? 'message-row unread' : 'message-row'} to={to} preventScrollReset>
      <span className="message-sender">
        <b>Pretend M-PESA</b>
        <span className="tabular">{isToday ? formatTime(at) : formatDateTime(at)}</span>
      </span>
      <span className="message-preview">{message.text}</span>
      {unread && <span className="message-unread">Unread</span>}
    </Link>
  )
}

/** One message; showing it marks it as read. */
export function SingleMessageScreen({ phone, id }: { phone: Phone; id: string }) {
  const message = phone.messages.find((one) => one.id === id)
  const found = message?.id

  useEffect(() => {
    if (found) markRead(found)
  }, [found])

  return (
    <div className="phone-screen-column">
      <ScreenHeader
        title="Pretend M-PESA"
        back={screenLink(phone.phone_number, { at: 'messages' })}
        step={id}
      />
      {message ? (
        <>
          <p className="message-time tabular">{formatDateTime(new Date(message.received_at))}</p>
          <p className="message-bubble">{message.text}</p>
        </>
      ) : (
        <p className="phone-empty">This message is not on this phone any more.</p>
      )}
    </div>
  )
}

const MAX_READ_IDS = 500

const isText = (value: unknown): value is string => typeof value === 'string'
const parseIds = (stored: unknown): string[] => (Array.isArray(stored) ? stored.filter(isText) : [])

/** The ids of the messages that were read in this browser. */
const readMessages = createStoredValue<string[]>('bweni.pretendPhone.read', parseIds, [])

export const useReadMessages = readMessages.use

export function markRead(id: string) {
  if (readMessages.get().includes(id)) return
  readMessages.update((ids) => [...ids, id].slice(-MAX_READ_IDS))
}
