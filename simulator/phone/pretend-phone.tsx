import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { EndedPush, Phone, PhoneMessage, WaitingPush } from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { Banner } from './banner.tsx'
import { HomeScreen } from './home-screen.tsx'
import { MessageScreen } from './message-screen.tsx'
import { MessagesScreen } from './messages-screen.tsx'
import { MpesaScreen } from './mpesa-screen.tsx'
import { NumberForm } from './number-form.tsx'
import { NumberStrip } from './number-strip.tsx'
import { NumbersScreen } from './numbers-screen.tsx'
import { type Screen, screenOf } from './screens.ts'
import { StatusBar } from './status-bar.tsx'
import { StkPrompt } from './stk-prompt.tsx'
import { useBanner } from './use-banner.ts'
import { useMenus } from './use-menus.ts'
import type { PhoneNumber } from './use-number.ts'
import type { Line } from './use-phone.ts'

interface Props {
  number: PhoneNumber
  line: Line
  phone: Phone | null
  waiting: WaitingPush[]
  onEnded: (ended: EndedPush) => void
}

/** The phone: its numbers, a screen, and over it what cannot wait. */
export function PretendPhone({ number, line, phone, waiting, onEnded }: Props) {
  const { msisdn } = number
  const banner = useBanner(phone)
  const [search] = useSearchParams()
  const screen = screenOf(search)
  const push = phone?.push
  return (
    <section
      className="phone"
      aria-label={`Pretend phone, ${msisdn ? localPhone(msisdn) : 'no number yet'}`}
    >
      <p className="visually-hidden" role="status">
        {push && `${push.business_name} asks for ${ksh(push.amount)}.`}
        {banner.message && `New message: ${banner.message.text}`}
      </p>
      <StatusBar now={phone?.now} line={line} />
      {msisdn && <NumberStrip numbers={number.numbers} msisdn={msisdn} waiting={waiting} />}
      <div className="ph-body">
        <div className="ph-screen" inert={Boolean(push)}>
          <ShownScreen {...{ screen, number, line, phone, waiting }} banner={banner.message} />
        </div>
        {push && <StkPrompt key={push.checkout_request_id} push={push} onEnded={onEnded} />}
      </div>
      {msisdn && banner.message && screen.at !== 'messages' && (
        <Banner msisdn={msisdn} message={banner.message} hold={banner.hold} hide={banner.hide} />
      )}
    </section>
  )
}

type ShownProps = Omit<Props, 'onEnded'> & { screen: Screen; banner: PhoneMessage | null }

function ShownScreen(props: ShownProps): ReactNode {
  const { screen, number, line, phone, waiting, banner } = props
  const { menu, onEvent } = useMenus(number.msisdn)
  const lost = line === 'no_network'
  if (!number.msisdn)
    return (
      <div className="ph-page">
        <NumberForm
          label="Whose phone is this?"
          action="Use this number"
          written={number.written}
          choose={number.choose}
        />
        <p className="ph-about">
          A pretend phone: no real money moves. Requests to pay this number pop up here.
        </p>
      </div>
    )
  if (screen.at === 'numbers')
    return <NumbersScreen number={number} msisdn={number.msisdn} waiting={waiting} />
  if (!phone)
    return (
      <p className="ph-empty" role="status">
        {lost ? 'No network. We keep trying.' : 'Loading...'}
      </p>
    )
  switch (screen.at) {
    case 'messages':
      return <MessagesScreen phone={phone} />
    case 'message':
      return <MessageScreen phone={phone} id={screen.id} />
    case 'mpesa':
      return <MpesaScreen phone={phone} menu={menu} onEvent={onEvent} />
    case 'home':
      return <HomeScreen phone={phone} lost={lost} banner={banner} />
  }
}
