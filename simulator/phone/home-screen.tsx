import { CardSim, CircleX, HandCoins, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EndedPush, Phone, PhoneMessage } from '#contract/simulator.ts'
import { formatLongDay, formatTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { useReadMessages } from './messages-screen.tsx'
import { ScreenTitle } from './screen-header.tsx'
import { type Screen, screenLink } from './screens.ts'

interface Props {
  phone: Phone
  offline: boolean
  /** A new message that covers its notification. */
  banner: PhoneMessage | null
}

/** The time, the newest message and the apps. */
export function HomeScreen({ phone, offline, banner }: Props) {
  const readIds = useReadMessages()
  const now = new Date(phone.now)
  const unread = phone.messages.filter((message) => !readIds.includes(message.id))
  const others = phone.waiting.filter((push) => push.phone_number !== phone.phone_number)
  const to = (screen: Screen) => screenLink(phone.phone_number, screen)
  const [newest] = unread
  const cancelled = justCancelled(phone)

  return (
    <div className="phone-home">
      <ScreenTitle hidden>{`Phone of ${formatPhone(phone.phone_number)}`}</ScreenTitle>
      <p className="phone-clock tabular" aria-hidden="true">
        {formatTime(now)}
      </p>
      <p className="phone-date">{formatLongDay(now)}</p>
      <div className="phone-home-status" role="status">
        {offline && <p className="phone-idle">No network. We keep trying.</p>}
        {cancelled && <Cancelled ended={cancelled} />}
        {!offline && !newest && !cancelled && (
          <p className="phone-idle">No payment requests. New ones appear here.</p>
        )}
      </div>
      {newest && (
        <Link
          className={newest.id === banner?.id ? 'phone-notification covered' : 'phone-notification'}
          to={to({ at: 'message', id: newest.id })}
          preventScrollReset
        >
          <span className="message-sender">
            <b>Pretend M-PESA</b>
            <span className="tabular">{formatTime(new Date(newest.received_at))}</span>
          </span>
          <span className="message-preview">{newest.text}</span>
        </Link>
      )}
      <ul className="phone-apps">
        <AppIcon
          to={to({ at: 'messages' })}
          icon={<MessageSquareText aria-hidden="true" />}
          colour="blue"
          name="Messages"
          count={unread.length}
          countLabel="unread"
        />
        <AppIcon
          to={to({ at: 'mpesa' })}
          icon={<HandCoins aria-hidden="true" />}
          colour="green"
          name={
            <>
              Pretend <span className="nowrap">M-PESA</span>
            </>
          }
        />
        <AppIcon
          to={to({ at: 'numbers' })}
          icon={<CardSim aria-hidden="true" />}
          colour="grey"
          name="Numbers"
          count={others.length}
          countLabel="asked to pay"
        />
      </ul>
      <p className="phone-about">
        A pretend phone: no real money moves. Any four digits work as the PIN, except 0000. Anyone
        who can open this site can read every pretend phone.
      </p>
    </div>
  )
}

/**
 * The last push, if it was cancelled: M-Pesa sends no message about that. Null once a later message arrived.
 */
function justCancelled({ ended, messages: [latest] }: Phone): EndedPush | null {
  if (ended?.result_code !== '1032') return null
  return latest && latest.received_at > ended.ended_at ? null : ended
}

function Cancelled({ ended }: { ended: EndedPush }) {
  return (
    <p className="phone-cancelled">
      <CircleX className="icon" aria-hidden="true" />
      <span>
        <b>Cancelled.</b> {ksh(ended.amount)} to {ended.business_name} was not paid.{' '}
        <span className="tabular">{formatTime(new Date(ended.ended_at))}</span>
      </span>
    </p>
  )
}

interface AppIconProps {
  to: string
  icon: ReactNode
  colour: 'blue' | 'green' | 'grey'
  name: ReactNode
  count?: number
  /** The badge's meaning, for screen readers. */
  countLabel?: string
}

/** An app's icon, which opens its screen. */
const AppIcon = ({ to, icon, colour, name, count = 0, countLabel }: AppIconProps) => (
  <li>
    <Link to={to} preventScrollReset>
      <span className={`phone-app-icon ${colour}`}>
        {icon}
        {count > 0 && (
          <i className="tabular" aria-hidden="true">
            {count}
          </i>
        )}
      </span>
      <span>{name}</span>
      {count > 0 && (
        <span className="visually-hidden">
          {count} {countLabel}
        </span>
      )}
    </Link>
  </li>
)
