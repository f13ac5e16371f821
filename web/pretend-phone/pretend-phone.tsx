import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { EndedPush, Phone } from '#contract/pretend-daraja.ts'
import { clock } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { HomeScreen } from './home-screen.tsx'
import { NumberForm } from './number-form.tsx'
import { StkPrompt } from './stk-prompt.tsx'
import type { useNumber } from './use-number.ts'
import type { Line } from './use-phone.ts'

interface Props {
  number: ReturnType<typeof useNumber>
  line: Line
  phone: Phone | null
  onEnded: (ended: EndedPush) => void
}

/** A phone on the page: a bar, whose it is, and a screen. */
export function PretendPhone({ number, line, phone, onEnded }: Props) {
  const [changing, setChanging] = useState(false)
  const { msisdn } = number
  const asking = !msisdn || changing
  const name = msisdn ? localPhone(msisdn) : 'No number yet'

  function choose(chosen: string) {
    number.choose(chosen)
    setChanging(false)
  }

  return (
    <section className="phone" aria-label={`Pretend phone, ${name}`}>
      <p className="sr" role="status">
        {phone?.push && `${phone.push.business_name} asks for ${ksh(phone.push.amount)}.`}
      </p>
      <div className="stat num">
        <span>{phone && clock(new Date(phone.now))}</span>
        <span>{line === 'no_network' ? 'No network' : 'Pretend Safaricom'}</span>
      </div>
      <div className="ph-top">
        <Smartphone className="ic" aria-hidden="true" />
        <div>
          <b className="num">{name}</b>
          <small>A pretend phone</small>
        </div>
        {msisdn && (
          <button type="button" aria-expanded={changing} onClick={() => setChanging(!changing)}>
            Change<span className="sr"> number</span>
          </button>
        )}
      </div>
      <Screen {...{ asking, phone, line, number, choose, onEnded }} />
    </section>
  )
}

function Screen({
  asking,
  phone,
  line,
  number,
  choose,
  onEnded,
}: Props & { asking: boolean; choose: (chosen: string) => void }) {
  if (asking) return <NumberForm written={number.msisdn ? null : number.written} choose={choose} />
  if (!phone)
    return (
      <p className="ph-wait" role="status">
        {line === 'no_network' ? 'No network. We keep trying.' : 'Loading...'}
      </p>
    )
  if (phone.push)
    return <StkPrompt key={phone.push.checkout_request_id} push={phone.push} onEnded={onEnded} />
  return <HomeScreen phone={phone} lost={line === 'no_network'} />
}
