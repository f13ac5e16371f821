import { titled } from '../../web/layout/title.ts'
import './home.css'
import { NoPhoneHere } from './no-phone-here.tsx'
import './pad.css'
import './phone.css'
import { PretendPhone } from './pretend-phone.tsx'
import './screens.css'
import './side.css'
import './stk.css'
import './short.css'
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
      <h1 className="visually-hidden">Pretend M-Pesa phone</h1>
      <PretendPhone {...{ number, line, phone, waiting, onEnded }} />
      <div className="stage-side">
        <p className="stage-name">Pretend phone</p>
        <p className="muted space-above-small">
          Requests to pay appear on this page. Any four digits are a right PIN, only 0000 is a wrong
          one. No real money moves.
        </p>
        <WaitingList waiting={waiting} msisdn={number.msisdn} />
        <h2 className="h3">Pay by paybill</h2>
        <p className="muted">
          On the phone: Pretend M-PESA, Lipa na M-PESA, Pay Bill
          {phone?.paybill && (
            <>
              , business no. <b className="tabular">{phone.paybill}</b>
            </>
          )}
          , then a tenant's account number.
        </p>
      </div>
    </main>
  )
}
