import { DoorOpen, Smartphone } from 'lucide-react'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { ksh } from '#rules/money.ts'
import { callAssistant } from '../layout/call-assistant.ts'
import { Balance } from './balance.tsx'
import { Ledger } from './ledger.tsx'
import { PaymentList } from './payment-list.tsx'

/** Room, rate, balance and payments of the signed-in tenant. */
export function RoomCard({ summary }: { summary: PaymentSummary }) {
  const { room_number, rate, current_month_balance, matched_payments } = summary
  const owing = current_month_balance > 0
  return (
    <section className="plate pad" aria-labelledby="room-and-payments">
      <div className="row between wrap">
        <h2 id="room-and-payments">Room and payments</h2>
        <p className="tag">
          <DoorOpen className="ic" aria-hidden="true" />
          {room_number
            ? `Room ${room_number}${rate === null ? '' : ` · ${ksh(rate)} a month`}`
            : 'You have no room now'}
        </p>
      </div>
      <Balance summary={summary} />
      <button
        type="button"
        className={owing ? 'btn mpesa block mt' : 'btn sec block mt'}
        onClick={() => callAssistant('rent')}
      >
        <Smartphone className="ic" aria-hidden="true" />
        {owing ? 'Pay with M-Pesa' : 'Pay ahead with M-Pesa'}
      </button>
      <Ledger summary={summary} />
      <PaymentList payments={matched_payments} />
    </section>
  )
}
