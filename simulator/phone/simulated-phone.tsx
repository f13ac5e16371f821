import { MessageSquareText, Signal, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type EndedPush,
  type Phone,
  type PhoneMessage,
  sendToPaybill,
  type WaitingPush,
} from '#contract/simulator.ts'
import { formatTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { ApiError } from '../../web/api.ts'
import { HomeScreen } from './home-screen.tsx'
import { MessagesScreen, SingleMessageScreen } from './messages-screen.tsx'
import { initialMenu, type MenuEvent, menuReducer, toPaybillPayment } from './mpesa-menu.ts'
import { MpesaScreen } from './mpesa-screen.tsx'
import { NumberForm, NumberStrip, NumbersScreen } from './numbers-screen.tsx'
import { callPhone } from './phone-api.ts'
import type { PhoneNumber } from './phone-numbers.ts'
import { parseScreen, type Screen, screenLink } from './screens.ts'
import { StkPrompt } from './stk-prompt.tsx'
import type { PhoneConnection } from './use-phone.ts'

interface Props {
  number: PhoneNumber
  connection: PhoneConnection
  phone: Phone | null
  waiting: WaitingPush[]
  onEnded: (ended: EndedPush) => void
}

/** The phone: its numbers, the current screen, and over it an open push or a new message. */
export function SimulatedPhone({ number, connection, phone, waiting, onEnded }: Props) {
  const { msisdn } = number
  const banner = useBanner(phone)
  const [search] = useSearchParams()
  const screen = parseScreen(search)
  const push = phone?.push
  return (
    <section
      className="phone"
      aria-label={`Pretend phone, ${msisdn ? formatPhone(msisdn) : 'no number yet'}`}
    >
      <p className="visually-hidden" role="status">
        {push && `${push.business_name} asks for ${ksh(push.amount)}.`}
        {banner.message && `New message: ${banner.message.text}`}
      </p>
      <StatusBar now={phone?.now} connection={connection} />
      {msisdn && <NumberStrip numbers={number.numbers} msisdn={msisdn} waiting={waiting} />}
      <div className="phone-body">
        <div className="phone-screen" inert={Boolean(push)}>
          <CurrentScreen
            {...{ screen, number, connection, phone, waiting }}
            banner={banner.message}
          />
        </div>
        {push && <StkPrompt key={push.checkout_request_id} push={push} onEnded={onEnded} />}
      </div>
      {msisdn && banner.message && screen.at !== 'messages' && (
        <Banner
          msisdn={msisdn}
          message={banner.message}
          setPaused={banner.setPaused}
          hide={banner.hide}
        />
      )}
    </section>
  )
}

type ScreenProps = Omit<Props, 'onEnded'> & { screen: Screen; banner: PhoneMessage | null }

function CurrentScreen(props: ScreenProps): ReactNode {
  const { screen, number, connection, phone, waiting, banner } = props
  const { menu, onEvent } = useMenus(number.msisdn)
  const offline = connection === 'no_network'
  if (!number.msisdn)
    return (
      <div className="phone-screen-column">
        <NumberForm
          label="Whose phone is this?"
          action="Use this number"
          invalid={number.urlNumber}
          choose={number.choose}
        />
        <p className="phone-about">
          A pretend phone: no real money moves. Requests to pay this number pop up here. Anyone who
          can open this site can read every pretend phone.
        </p>
      </div>
    )
  if (screen.at === 'numbers')
    return <NumbersScreen number={number} msisdn={number.msisdn} waiting={waiting} />
  if (!phone)
    return (
      <p className="phone-empty" role="status">
        {offline ? 'No network. We keep trying.' : 'Loading...'}
      </p>
    )
  switch (screen.at) {
    case 'messages':
      return <MessagesScreen phone={phone} />
    case 'message':
      return <SingleMessageScreen phone={phone} id={screen.id} />
    case 'mpesa':
      return <MpesaScreen phone={phone} menu={menu} onEvent={onEvent} />
    case 'home':
      return <HomeScreen phone={phone} offline={offline} banner={banner} />
  }
}

const StatusBar = ({
  now,
  connection,
}: {
  now: string | undefined
  connection: PhoneConnection
}) => {
  const Icon = connection === 'no_network' ? WifiOff : Signal
  return (
    <div className="phone-status-bar tabular">
      <span>{now && formatTime(new Date(now))}</span>
      <span>
        {connection === 'no_network' ? 'No network' : 'Pretend Safaricom'}
        <Icon className="icon" aria-hidden="true" />
      </span>
    </div>
  )
}

interface BannerProps {
  msisdn: string
  message: PhoneMessage
  setPaused: (paused: boolean) => void
  hide: () => void
}

/** A banner with a new message. */
function Banner({ msisdn, message, setPaused, hide }: BannerProps) {
  // An element that disappears under the pointer fires no mouseleave.
  useEffect(() => () => setPaused(false), [setPaused])

  return (
    <Link
      className="phone-banner"
      to={screenLink(msisdn, { at: 'message', id: message.id })}
      preventScrollReset
      onClick={hide}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
    >
      <MessageSquareText className="icon" aria-hidden="true" />
      <span>
        <b>Pretend M-PESA</b>
        <span className="message-preview">{message.text}</span>
      </span>
    </Link>
  )
}

const BANNER_MS = 6000

interface BannerState {
  phone_number: string
  ids: string[]
  /** The latest message that arrived while this phone was shown. */
  newest: PhoneMessage | null
}

/** The message of the banner, shown for a few seconds, or longer while it is focused or hovered. */
function useBanner(phone: Phone | null) {
  const [seen, setSeen] = useState<BannerState | null>(null)
  const [paused, setPaused] = useState(false)

  useEffect(() => {
    if (!phone) return
    const { phone_number, messages } = phone
    setSeen((before) => {
      const known = before?.phone_number === phone_number ? before : null
      const newest = known && messages.find((message) => !known.ids.includes(message.id))
      const ids = messages.map((message) => message.id)
      return { phone_number, ids, newest: newest ?? known?.newest ?? null }
    })
  }, [phone])

  const message = seen && seen.phone_number === phone?.phone_number ? seen.newest : null
  const hide = () => setSeen((before) => before && { ...before, newest: null })

  useEffect(() => {
    if (!message || paused) return
    const timer = setTimeout(
      () => setSeen((before) => before && { ...before, newest: null }),
      BANNER_MS,
    )
    return () => clearTimeout(timer)
  }, [message, paused])

  return { message, setPaused, hide }
}

/** The M-Pesa menus of all numbers, so that typed values survive switching to another number. */
function useMenus(msisdn: string | null) {
  const [menus, setMenus] = useState<Record<string, typeof initialMenu>>({})
  const menu = (msisdn && menus[msisdn]) || initialMenu

  const dispatch = (number: string, event: MenuEvent) =>
    setMenus((all) => ({ ...all, [number]: menuReducer(all[number] ?? initialMenu, event) }))

  async function send(number: string) {
    try {
      const input = { params: { msisdn: number }, body: toPaybillPayment(menu) }
      const { receipt } = await callPhone(sendToPaybill, input)
      dispatch(number, { type: 'sent', receipt })
    } catch (error) {
      const { message, fields, status } = error instanceof ApiError ? error : new ApiError(0, null)
      const unanswered = status === 0 || status >= 500
      dispatch(number, { type: 'refused', why: message, fields, unanswered })
    }
  }

  function onEvent(event: MenuEvent) {
    if (!msisdn) return
    dispatch(msisdn, event)
    if (event.type === 'next' && menu.stage.at === 'confirm') void send(msisdn)
  }

  return { menu, onEvent }
}
