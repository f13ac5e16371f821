import { titled } from '../layout/title.ts'
import { NoPhoneHere } from './no-phone-here.tsx'
import { PaybillForm } from './paybill-form.tsx'
import './phone.css'
import './prompt.css'
import { PretendPhone } from './pretend-phone.tsx'
import { useNumber } from './use-number.ts'
import { usePhone } from './use-phone.ts'
import { WaitingList } from './waiting-list.tsx'

export const meta = titled('Pretend M-Pesa phone')

export default function PhonePage() {
  const number = useNumber()
  const { line, phone, waiting, onEnded } = usePhone(number.msisdn)
  if (line === 'absent') return <NoPhoneHere />
  return (
    <main className="stage">
      <PretendPhone number={number} line={line} phone={phone} onEnded={onEnded} />
      <div className="stage-side">
        <h1>Pretend phone</h1>
        <p className="muted mt-s">
          Requests to pay appear on this page. Any four digits are a right PIN, only 0000 is a wrong
          one. No real money moves.
        </p>
        <WaitingList waiting={waiting} msisdn={number.msisdn} />
        <PaybillForm msisdn={number.msisdn} paybill={phone?.paybill ?? null} />
      </div>
    </main>
  )
}
