import { DoorOpen, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { billText } from '#rules/bill.ts'
import { formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { OwnDeposit } from '../deposits/own-deposit.tsx'
import { openAssistant } from '../layout/channels.ts'
import { BalanceSummary, Ledger, PaymentList } from '../payments/balance.tsx'

interface Props {
  summary: PaymentSummary
}

/** Room, rate, balance and payments of the tenant. */
export const RoomCard = ({ summary, slug }: Props & { slug: string }) => (
  <section className="plate padded" aria-labelledby="room-and-payments">
    <div className="row between wrap">
      <h2 id="room-and-payments">Room and payments</h2>
      <p className="tag">
        <DoorOpen className="icon" aria-hidden="true" />
        {roomAndRent(summary)}
      </p>
    </div>
    <BalanceAndPay summary={summary} />
    {!summary.room_number && !summary.next_room && (
      <Link className="button secondary block space-above" to={`/auth/onboard/${slug}`}>
        Move in again
      </Link>
    )}
    {summary.billed?.bills.map((bill) => (
      <p key={bill.id} className="small space-above-small tabular">
        {bill.name}: {billText(bill)}.
      </p>
    ))}
    <Ledger summary={summary} />
    {summary.deposit && <OwnDeposit deposit={summary.deposit} />}
    <PaymentList payments={summary.matched_payments} />
  </section>
)

/** `Room A101 · Ksh 6,500 a month` */
export const roomAndRent = (summary: PaymentSummary): string =>
  summary.room_number === null || summary.rate === null
    ? roomText(summary)
    : `${roomText(summary)} · ${ksh(summary.rate)} a month`

/** `Room A101` */
export function roomText({ room_number, next_room, last_room }: PaymentSummary): string {
  if (room_number) return `Room ${room_number}`
  if (next_room) return `Room ${next_room.room_number} from ${formatDay(next_room.from)}`
  if (last_room) return `Room ${last_room.room_number} until ${formatDay(last_room.left_on)}`
  return 'No room at the moment'
}

/** What is planned, the balance, and the button that pays. */
export function BalanceAndPay({ summary }: Props) {
  const { room_number, current_month_balance, next_room, agreed } = summary
  // A tenant who has promised or planned to pay all of it isn't asked again.
  const owing = current_month_balance > 0 && (agreed === null || agreed.rest > 0)
  return (
    <>
      <PlannedMoves summary={summary} />
      <BalanceSummary summary={summary} />
      {(current_month_balance > 0 || room_number || next_room) && (
        <button
          type="button"
          className={
            owing ? 'button mpesa block space-above' : 'button secondary block space-above'
          }
          onClick={() => openAssistant('own_rent')}
        >
          <Smartphone className="icon" aria-hidden="true" />
          {current_month_balance > 0 ? 'Pay with M-Pesa' : 'Pay ahead with M-Pesa'}
        </button>
      )}
    </>
  )
}

/** The next room or rent, and the day of departure. */
function PlannedMoves({ summary }: Props) {
  const { room_number, leaves_on, next_room: next, next_rate } = summary
  if (!next && !next_rate && !(room_number && leaves_on)) return null
  const rate = next && `${ksh(next.rate)} a month`
  return (
    <p className="small space-above-small tabular">
      {next &&
        (room_number
          ? `From ${formatDay(next.from)} you’ll be in room ${next.room_number}, ${rate}. `
          : `You move in on ${formatDay(next.from)}: room ${next.room_number}, ${rate}. `)}
      {next_rate &&
        `From ${formatDay(next_rate.from)} your rent is ${ksh(next_rate.rate)} a month. `}
      {leaves_on && `You’re moving out on ${formatDay(leaves_on)}.`}
    </p>
  )
}
