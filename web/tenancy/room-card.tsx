import { DoorOpen, Smartphone } from 'lucide-react'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { openAssistant } from '../layout/channels.ts'
import { BalanceSummary, Ledger, PaymentList } from '../payments/balance.tsx'

interface Props {
  summary: PaymentSummary
}

/** Room, rate, balance and payments of the tenant. */
export function RoomCard({ summary }: Props) {
  const { room_number, rate, current_month_balance, matched_payments, next_room } = summary
  const owing = current_month_balance > 0
  return (
    <section className="plate padded" aria-labelledby="room-and-payments">
      <div className="row between wrap">
        <h2 id="room-and-payments">Room and payments</h2>
        <p className="tag">
          <DoorOpen className="icon" aria-hidden="true" />
          {room_number
            ? `Room ${room_number}${rate === null ? '' : ` · ${ksh(rate)} a month`}`
            : next_room
              ? `Room ${next_room.room_number} from ${formatDay(next_room.from)}`
              : 'You have no room now'}
        </p>
      </div>
      <PlannedMoves summary={summary} />
      <BalanceSummary summary={summary} />
      {(owing || room_number || next_room) && (
        <button
          type="button"
          className={
            owing ? 'button mpesa block space-above' : 'button secondary block space-above'
          }
          onClick={() => openAssistant('own_rent')}
        >
          <Smartphone className="icon" aria-hidden="true" />
          {owing ? 'Pay with M-Pesa' : 'Pay ahead with M-Pesa'}
        </button>
      )}
      <Ledger summary={summary} />
      <PaymentList payments={matched_payments} />
    </section>
  )
}

/** The next room, and the day of departure. */
function PlannedMoves({ summary: { room_number, leaves_on, next_room: next } }: Props) {
  if (!next && !(room_number && leaves_on)) return null
  const rate = next && `${ksh(next.rate)} a month`
  return (
    <p className="small space-above-small tabular">
      {next &&
        (room_number
          ? `From ${formatDay(next.from)} your room is ${next.room_number}, ${rate}. `
          : `You move in on ${formatDay(next.from)}: room ${next.room_number}, ${rate}. `)}
      {leaves_on && `You leave on ${formatDay(leaves_on)}.`}
    </p>
  )
}
