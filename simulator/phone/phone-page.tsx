import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import type { WaitingPush } from '#contract/simulator.ts'
import { formatMinutes } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { pageTitle } from '../../web/layout/title.ts'
import { usePhoneNumber } from './phone-numbers.ts'
import { screenLink } from './screens.ts'
import { SimulatedPhone } from './simulated-phone.tsx'
import { usePhone } from './use-phone.ts'
import './phone.css'
import './screens.css'
import './stk.css'

export const meta = pageTitle('Pretend M-Pesa phone')

export default function PhonePage() {
  const number = usePhoneNumber()
  const { connection, phone, waiting, onEnded } = usePhone(number.msisdn)
  if (connection === 'absent') return <PhoneAbsent />
  return (
    <main className="simulator-page">
      <h1 className="visually-hidden">Pretend M-Pesa phone</h1>
      <SimulatedPhone {...{ number, connection, phone, waiting, onEnded }} />
      <div className="simulator-side">
        <p className="simulator-title">Pretend phone</p>
        <p className="muted space-above-small">
          PIN prompts appear on this page. Any four digits work as the PIN, except 0000. No real
          money moves.
        </p>
        <p className="muted">Anyone who can open this site can read every pretend phone.</p>
        <WaitingPushes waiting={waiting} msisdn={number.msisdn} />
        <h2 className="h3">Pay by paybill</h2>
        <p className="muted">
          On the phone: Pretend M-PESA, Lipa na M-PESA, Pay Bill
          {phone?.paybill && (
            <>
              , business no. <b className="tabular">{phone.paybill}</b>
            </>
          )}
          , then a tenant’s account number.
        </p>
      </div>
    </main>
  )
}

/** Shown in production, where pushes go to real phones. */
const PhoneAbsent = () => (
  <main className="simulator-absent">
    <h1>No pretend phone here</h1>
    <p className="space-above">
      This residence takes real M-Pesa payments. The PIN prompt appears on your own phone; type your
      PIN there and nowhere else.
    </p>
    <p className="space-above">
      <Link to="/">Go to the home page</Link>
    </p>
  </main>
)

/** The open pushes of all numbers; a link switches the phone to the number. */
function WaitingPushes({ waiting, msisdn }: { waiting: WaitingPush[]; msisdn: string | null }) {
  return (
    <>
      <h2 className="h3">Waiting</h2>
      {waiting.length === 0 && <p className="muted">No phone has an open request.</p>}
      <ul>
        {waiting.map((push) => (
          <li key={push.checkout_request_id}>
            <Link
              className="waiting-push"
              to={screenLink(push.phone_number)}
              preventScrollReset
              aria-current={push.phone_number === msisdn || undefined}
            >
              <span className="waiting-push-icon">
                <ArrowUpRight className="icon" aria-hidden="true" />
              </span>
              <span>
                <b className="tabular">{formatPhone(push.phone_number)}</b>
                <small className="muted tabular">
                  {[push.transaction_desc, push.account_reference].filter(Boolean).join(', ')} ·
                  asked {formatMinutes(push.seconds_ago)} ago
                </small>
              </span>
              <b className="money">{ksh(push.amount)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
