import { Link } from 'react-router'
import type { Phone, PhoneMessage } from '#contract/simulator.ts'
import { clock, dateAndTime, dayOf } from '#rules/calendar.ts'
import { useOpened } from './read-messages.ts'
import { ScreenHead } from './screen-head.tsx'
import { linkTo } from './screens.ts'

/** The inbox, newest first. */
export function MessagesScreen({ phone }: { phone: Phone }) {
  const opened = useOpened()
  return (
    <div className="ph-page">
      <ScreenHead title="Messages" back={linkTo(phone.phone_number)} />
      {phone.messages.length === 0 && (
        <p className="ph-empty">No messages yet. Pretend M-PESA writes when money is sent.</p>
      )}
      <ul className="ph-rows">
        {phone.messages.map((message) => (
          <li key={message.id}>
            <MessageRow
              message={message}
              to={linkTo(phone.phone_number, { at: 'message', id: message.id })}
              now={phone.now}
              unread={!opened.includes(message.id)}
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
    <Link className={unread ? 'ph-message unread' : 'ph-message'} to={to} preventScrollReset>
      <span className="ph-from">
        <b>Pretend M-PESA</b>
        <span className="tabular">{isToday ? clock(at) : dateAndTime(at)}</span>
      </span>
      <span className="ph-lines">{message.text}</span>
      {unread && <span className="ph-new">Unread</span>}
    </Link>
  )
}
