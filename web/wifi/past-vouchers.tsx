import { Clock, Gauge } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatDataSize, formatVoucherCode } from '#rules/wifi.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import type { useVouchers } from './use-vouchers.ts'

interface Props {
  vouchers: Voucher[]
  list: Omit<ReturnType<typeof useVouchers>, 'active' | 'past'>
}

/** What was used up or is over, the latest first. */
export function PastVouchers({ vouchers, list }: Props) {
  const { error, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return (
    <section className="plate pad past-vouchers" aria-labelledby="past-vouchers">
      <h2 id="past-vouchers">Past bundles</h2>
      <ul className="space-above-small">
        {vouchers.map((voucher) => (
          <PastVoucher key={voucher.id} voucher={voucher} />
        ))}
      </ul>
      {error && isFetchNextPageError && (
        <div className="space-above">
          <LoadError
            message={errorMessage(error, 'Your wifi bundles could not be fetched.')}
            onRetry={() => void fetchNextPage()}
          />
        </div>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button secondary block space-above"
          aria-busy={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          Show more
          {isFetchingNextPage && <BusyIndicator />}
        </button>
      )}
    </section>
  )
}

function PastVoucher({ voucher }: { voucher: Voucher }) {
  const used_up = voucher.state === 'used_up'
  const Icon = used_up ? Gauge : Clock
  return (
    <li>
      <b>{voucher.name}</b>
      <b className="money">{ksh(voucher.price)}</b>
      <span className="small muted row wrap tabular">
        <span className="tag">
          <Icon className="icon" aria-hidden="true" />
          {used_up ? 'used up' : 'expired'}
        </span>
        <span>
          {used_up
            ? `Bought ${dateAndTime(new Date(voucher.starts_at))}`
            : `Ended ${dateAndTime(new Date(voucher.expires_at))}`}
        </span>
        {!used_up && <span className="nowrap">{formatDataSize(voucher.used_bytes)} used</span>}
        <span className="nowrap">Code {formatVoucherCode(voucher.code)}</span>
        <Link to={`/receipts/${voucher.receipt_number}`} prefetch="intent">
          Receipt<span className="visually-hidden"> {voucher.receipt_number}</span>
        </Link>
      </span>
    </li>
  )
}
