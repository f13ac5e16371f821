import { type CSSProperties, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { firstRent } from '#rules/ledger.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { roomLocation } from '#rules/room-location.ts'
import { DimmedLights, windowOf } from '../art/house.tsx'
import { HouseAtDusk } from '../art/house-at-dusk.tsx'
import { LitWindow, WindowSign } from '../art/own-window.tsx'
import { useSession } from '../session.ts'
import { AccountCard } from '../tenancy/account-card.tsx'
import type { Company } from './room-choice.tsx'
import type { SubmitResult } from './use-submit.ts'

interface Props {
  result: SubmitResult
  firstMonth: Company['first_month']
  onAnother: () => void
}

/** The window of the room comes on; below it how to log in, the account number and how to pay. */
export function Success({
  result: { reply, first_name, id_number, start_date },
  firstMonth,
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
  const isLater = start_date > dayOf(new Date())
  const { amount } = firstRent(start_date, reply.rate, firstMonth)
  const andPay = isLater ? '' : ` and pay ${ksh(amount)}`
  return (
    <main id="content" className="onboarding-success" tabIndex={-1}>
      <div className="moved-in">
        <div className="page">
          <h1 ref={heading} tabIndex={-1}>
            Karibu, <bdi>{first_name}</bdi>. Room <bdi>{reply.room_number}</bdi> is yours
            {isLater && ` from ${formatDay(start_date)}`}.
          </h1>
        </div>
        <WindowComesOn roomNumber={reply.room_number} />
      </div>
      <div className="page">
        <section className="next-step" aria-label={isStaff ? 'How they log in' : 'How to log in'}>
          {isStaff ? (
            <Link className="button block" to={`/staff/tenants?q=${reply.account_number}`}>
              Find them among the tenants
            </Link>
          ) : (
            <Link className="button block" to={keepsAccount ? '/' : '/auth/login'}>
              {keepsAccount ? 'Go to your home page' : 'Log in'}
              {andPay}
            </Link>
          )}
          {keepsAccount ? (
            <p>You’re logged in, and you keep the account you have.</p>
          ) : (
            <div>
              <dl className="credentials">
                <div>
                  <dt>Username</dt> <dd className="tabular">{formatPhone(reply.username)}</dd>
                </div>
                <div>
                  <dt>Password</dt>{' '}
                  <dd className="tabular">
                    {reply.default_password ? id_number : 'the one you have'}
                  </dd>
                </div>
              </dl>
              {reply.default_password && (
                <p className="small muted">
                  {isStaff
                    ? 'The password is their ID number, until they choose another.'
                    : 'The password is your ID number, until you choose another.'}
                </p>
              )}
            </div>
          )}
        </section>
        <AccountCard account={reply} />
        <div className="next-step">
          <p>
            Rent is {ksh(reply.rate)} a month, due on the day you move in and then on the 1st of
            each month. Copy your account number or write it down: you need it for every payment.
          </p>
          {reply.deposit !== null && (
            <p>
              A deposit of {ksh(reply.deposit)} was agreed as well.{' '}
              {isStaff
                ? 'They pay it on their home page by M‑Pesa, or at the office.'
                : 'Pay it on your home page by M‑Pesa, or at the office.'}{' '}
              What is sent to the paybill counts as rent.
            </p>
          )}
          <p className="small muted" hidden={isStaff}>
            Once you’re logged in, you can pay by M‑Pesa and see every payment with its receipt.
          </p>
          {!keepsAccount && (
            <button type="button" className="button quiet aligned" onClick={onAnother}>
              Register another student
            </button>
          )}
        </div>
      </div>
    </main>
  )
}

/** The evening scene, in which the window of a room comes on. Decorative; without a window in the drawing, the whole house does. */
function WindowComesOn({ roomNumber }: { roomNumber: string }) {
  const point = windowOf(roomLocation(roomNumber))
  if (!point) return <HouseAtDusk view="low" />
  return (
    <HouseAtDusk
      view="low"
      lights={
        <>
          <DimmedLights />
          <g className="lit-window" style={{ '--i': 5 } as CSSProperties}>
            <LitWindow {...point} />
          </g>
        </>
      }
    >
      <g className="lit-window" style={{ '--i': 12 } as CSSProperties}>
        <WindowSign {...point} text={roomNumber} leftmost={0} />
      </g>
    </HouseAtDusk>
  )
}
