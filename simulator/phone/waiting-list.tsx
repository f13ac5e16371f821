import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import type { WaitingPush } from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { linkTo } from './screens.ts'

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Every phone that is asked to pay right now; choosing one takes it in hand. */
export function WaitingList({
  waiting,
  msisdn,
}: {
  waiting: WaitingPush[]
  msisdn: string | null
}) {
  return (
    <>
      <h2 className="h3">Waiting</h2>
      {waiting.length === 0 && <p className="muted">No phone is being asked to pay.</p>}
      <ul>
        {waiting.map((push) => (
          <li key={push.checkout_request_id}>
            <Link
              className="transaction"
              to={linkTo(push.phone_number)}
              preventScrollReset
              aria-current={push.phone_number === msisdn || undefined}
            >
              <span className="transaction-icon">
                <ArrowUpRight className="icon" aria-hidden="true" />
              </span>
              <span>
                <b className="tabular">{localPhone(push.phone_number)}</b>
                <small className="muted tabular">
                  {[push.transaction_desc, push.account_reference].filter(Boolean).join(', ')} ·
                  asked {minutes(push.seconds_ago)} ago
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
