import { CardSim, CircleX, HandCoins, MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import type { EndedPush, Phone, PhoneMessage } from '#contract/simulator.ts'
import { clock, longDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { AppIcon } from './app-icon.tsx'
import { useOpened } from './read-messages.ts'
import { ScreenTitle } from './screen-title.tsx'
import { linkTo, type Screen } from './screens.ts'

interface Props {
  phone: Phone
  lost: boolean
  /** A message that still shows over the screen. */
  banner: PhoneMessage | null
}

/** Nothing to answer: the time, what is new, and what the phone can do. */
export function HomeScreen({ phone, lost, banner }: Props) {
  const opened = useOpened()
  const now = new Date(phone.now)
  const unread = phone.messages.filter((message) => !opened.includes(message.id))
  const others = phone.waiting.filter((push) => push.phone_number !== phone.phone_number)
  const to = (screen: Screen) => linkTo(phone.phone_number, screen)
  const [newest] = unread
  const cancelled = justCancelled(phone)

  return (
    <div className="ph-home">
      <ScreenTitle hidden>{`Phone of ${localPhone(phone.phone_number)}`}</ScreenTitle>
      <p className="ph-clock tabular" aria-hidden="true">
        {clock(now)}
      </p>
      <p className="ph-day">{longDay(now)}</p>
      <div className="ph-news" role="status">
        {lost && <p className="ph-idle">No network. We keep trying.</p>}
        {cancelled && <Cancelled ended={cancelled} />}
        {!lost && !newest && !cancelled && (
          <p className="ph-idle">No request to pay. The next one pops up here.</p>
        )}
      </div>
      {newest && (
        <Link
          className={newest.id === banner?.id ? 'ph-note later' : 'ph-note'}
          to={to({ at: 'message', id: newest.id })}
          preventScrollReset
        >
          <span className="ph-from">
            <b>Pretend M-PESA</b>
            <span className="tabular">{clock(new Date(newest.received_at))}</span>
          </span>
          <span className="ph-lines">{newest.text}</span>
        </Link>
      )}
      <ul className="ph-apps">
        <AppIcon
          to={to({ at: 'messages' })}
          icon={<MessageSquareText aria-hidden="true" />}
          colour="blue"
          name="Messages"
          count={unread.length}
          counted="unread"
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
          counted="asked to pay"
        />
      </ul>
      <p className="ph-about">
        A pretend phone: no real money moves. Any four digits are a right PIN, only 0000 is a wrong
        one.
      </p>
    </div>
  )
}

/** M-Pesa sends no message about it. What came later is of more interest. */
function justCancelled({ ended, messages: [latest] }: Phone): EndedPush | null {
  if (ended?.result_code !== '1032') return null
  return latest && latest.received_at > ended.ended_at ? null : ended
}

function Cancelled({ ended }: { ended: EndedPush }) {
  return (
    <p className="ph-out">
      <CircleX className="icon" aria-hidden="true" />
      <span>
        <b>Cancelled.</b> {ksh(ended.amount)} to {ended.business_name} was not paid.{' '}
        <span className="tabular">{clock(new Date(ended.ended_at))}</span>
      </span>
    </p>
  )
}
