import { Wifi } from 'lucide-react'
import type { User } from '#contract/auth.ts'
import { clock } from '#rules/calendar.ts'
import { callAssistant } from '../layout/call-assistant.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { FindCode } from './find-code.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { NoVoucher } from './no-voucher.tsx'
import { PastVouchers } from './past-vouchers.tsx'
import { useVouchers } from './use-vouchers.ts'
import { VoucherPlate } from './voucher-plate.tsx'

/** The codes that open the door, what is left of them, and those that are over. */
export function MyWifi({ user }: { user: User }) {
  const list = useVouchers()
  const { active, past, error, isFetchNextPageError } = list
  return (
    <div className="page my-wifi">
      <div className="row between wrap min-h-12">
        <h1>My wifi</h1>
        {active && active.length + past.length > 0 && (
          <button type="button" className="button" onClick={() => callAssistant('wifi')}>
            <Wifi className="icon" aria-hidden="true" />
            Buy a bundle
          </button>
        )}
      </div>
      <div className="my-wifi-cols">
        <div className="stack">
          {error && !isFetchNextPageError && (
            <LoadError
              message={
                errorMessage(error, 'Your wifi bundles could not be fetched.') +
                (active ? ` Showing what was here at ${clock(new Date(list.dataUpdatedAt))}.` : '')
              }
              onRetry={() => void list.refetch()}
            />
          )}
          {active?.map((voucher) => (
            <VoucherPlate key={voucher.id} voucher={voucher} />
          ))}
          {active?.length === 0 && <NoVoucher had={past.length > 0} />}
          {!active && !error && <VoucherSkeleton />}
        </div>
        <div className="stack">
          <HowToConnect slug={user.company.slug} />
          <FindCode />
        </div>
        {past.length > 0 && <PastVouchers vouchers={past} list={list} />}
      </div>
    </div>
  )
}

const VoucherSkeleton = () => (
  <div className="plate pad stack patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton h-7 w-56 max-w-full" />
    <span className="skeleton h-24" />
    <span className="skeleton h-12" />
    <span className="skeleton h-12" />
  </div>
)
