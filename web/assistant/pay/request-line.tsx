import { groupByFour } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import type { PushDetails } from '../state.ts'

/** Ksh 6,000 for AC7K 4M9X from 0712 345 678; 3GB, 3 days, KSH 100 from 0712 345 678 */
export const RequestLine = ({ request }: { request: PushDetails }) => (
  <>
    {request.bundleName ? (
      <>
        {request.bundleName}, <span className="money">{formatBundlePrice(request.amount)}</span>
      </>
    ) : (
      <>
        <span className="money">{ksh(request.amount)}</span> for{' '}
        <b className="money">{groupByFour(request.account_reference)}</b>
      </>
    )}{' '}
    from <b className="money">{localPhone(request.phone_number)}</b>
  </>
)
