import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { useSession } from '../session.ts'
import { AccountCard } from '../tenancy/account-card.tsx'
import { WindowBand } from '../tenancy/home-hero.tsx'
import type { SubmitResult } from './use-submit.ts'

interface Props {
  result: SubmitResult
  onAnother: () => void
}

/** Shows the account number, how to log in and how to pay. */
export function Success({
  result: { reply, first_name, id_number, start_date },
  onAnother,
}: Props) {
  const session = useSession()
  const isStaff = session.status === 'signed_in' && session.user.is_staff
  const keepsAccount = session.status === 'signed_in' && !isStaff
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main id="content" className="onboarding-success" tabIndex={-1}>
      <WindowBand roomNumber={reply.room_number}>
        <h2 ref={heading} tabIndex={-1}>
          Karibu, {first_name}. Room {reply.room_number} is yours
          {start_date > dayOf(new Date()) && ` from ${formatDay(start_date)}`}.
        </h2>
      </WindowBand>
      <div className="page">
        <p>
          Rent is {ksh(reply.rate)} a month, due on the day you move in and then on the 1st of each
          month. Copy your account number or write it down: you need it for every payment.
        </p>
        {reply.deposit !== null && (
          <p className="space-above-small">
            A deposit of {ksh(reply.deposit)} was agreed as well.{' '}
            {isStaff
              ? 'They pay it on their home page by M‑Pesa, or at the office.'
              : 'Pay it on your home page by M‑Pesa, or at the office.'}{' '}
            What is sent to the paybill counts as rent.
          </p>
        )}
        <AccountCard account={reply} />
        <section className="plate padded" aria-labelledby="log-in">
          <h2 id="log-in">{isStaff ? 'How they log in' : 'How to log in'}</h2>
          {keepsAccount ? (
            <p className="space-above-small">
              You’re logged in, and you keep the account you have.
            </p>
          ) : (
            <dl className="credentials">
              <dt>Username</dt>
              <dd className="tabular">{formatPhone(reply.username)}</dd>
              <dt>Password</dt>
              <dd className="tabular">
                {reply.default_password ? (
                  <>
                    {id_number}{' '}
                    <span className="explanation">
                      {isStaff ? 'their' : 'your'} ID number, until {isStaff ? 'they' : 'you'}{' '}
                      choose another
                    </span>
                  </>
                ) : (
                  'the one you have'
                )}
              </dd>
            </dl>
          )}
          <p className="space-above">
            {isStaff ? (
              <Link className="button" to={`/staff/tenants?q=${reply.account_number}`}>
                Find them among the tenants
              </Link>
            ) : (
              <Link className="button" to={keepsAccount ? '/' : '/auth/login'}>
                {keepsAccount ? 'Go to your home page' : 'Log in'}
              </Link>
            )}
          </p>
          <p className="small muted space-above" hidden={isStaff}>
            Once you’re logged in, you can pay by M‑Pesa and see every payment with its receipt.
          </p>
        </section>
        {!keepsAccount && (
          <button type="button" className="button quiet" onClick={onAnother}>
            Register another student
          </button>
        )}
      </div>
    </main>
  )
}
