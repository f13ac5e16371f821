import { inFours } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import type { RentRequest } from './message.ts'

/** Ksh 6,000 for AC7K 4M9X from 0712 345 678 */
export const RequestLine = ({ request }: { request: RentRequest }) => (
  <>
    <span className="money">{ksh(request.amount)}</span> for{' '}
    <b className="money">{inFours(request.account_reference)}</b> from{' '}
    <b className="money">{localPhone(request.phone_number)}</b>
  </>
)
