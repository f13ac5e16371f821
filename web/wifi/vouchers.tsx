import { Check, Clock, Gauge } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { dataLeft, formatDataSize, formatTimeLeft, formatVoucherCode } from '#rules/wifi.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadMoreButton } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { DataPanes } from './data-panes.tsx'
import { VoucherCode } from './voucher-code.tsx'

export const FETCH_FAILED = 'Your wifi bundles couldn’t be loaded.'

/** An active voucher: its code, the remaining data and time, and its payment. */
export function ActiveVoucher({ voucher }: { voucher: Voucher }) {
  const id = `voucher-${voucher.id}`
  return (
    <article className="plate padded" aria-labelledby={id}>
      <div className="row between wrap">
        <h2 id={id}>{voucher.name}</h2>
        <span className="tag success">
          <Check className="icon" aria-hidden="true" />
          active
        </span>
      </div>
      <VoucherCode code={voucher.code} bundle={voucher.name} />
      <div className="voucher-left">
        <DataLeft voucher={voucher} />
        <TimeLeft voucher={voucher} />
      </div>
      <dl className="voucher-facts">
        <dt>M‑Pesa code</dt>
        <dd>{voucher.mpesa_receipt_number}</dd>
        <dt>Paid</dt>
        <dd>
          <span className="nowrap">{ksh(voucher.price)}</span>,{' '}
          {formatDateTime(new Date(voucher.starts_at))}
        </dd>
        <dt>Receipt</dt>
        <dd>
          <Link to={`/receipts/${voucher.receipt_number}`} prefetch="intent">
            {voucher.receipt_number}
          </Link>
        </dd>
      </dl>
    </article>
  )
}

function DataLeft({ voucher }: { voucher: Voucher }) {
  const { data_bytes } = voucher
  const left = dataLeft(voucher)
  return (
    <div>
      <p>
        <b className="amount-left">{formatDataSize(left)}</b>{' '}
        <span className="nowrap">of {formatDataSize(data_bytes)} left</span>
      </p>
      <DataPanes left={left} of={data_bytes} />
      <p className="small muted">From the hotspot’s latest report.</p>
    </div>
  )
}

const MINUTE_MS = 60_000

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS / 4)
  // A sleeping phone runs no timers.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/** The current time, updated every minute. */
const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute, currentMinute)

/** The remaining time of a voucher, which starts at its payment. */
function TimeLeft({ voucher }: { voucher: Voucher }) {
  const starts = Date.parse(voucher.starts_at)
  const ends = Date.parse(voucher.expires_at)
  const leftMs = Math.max(0, ends - useMinute())
  const share = Math.min(1, leftMs / (ends - starts))
  return (
    <div>
      <p>
        <b className="amount-left">{formatTimeLeft(leftMs / 1000)}</b> left
      </p>
      <div className="time-bar" aria-hidden="true">
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className="small muted tabular">Good until {formatDateTime(new Date(ends))}</p>
    </div>
  )
}

interface PastVouchersProps {
  vouchers: Voucher[]
  list: Parameters<typeof LoadMoreButton>[0]['list'] & {
    error: Error | null
    isFetchNextPageError: boolean
  }
}

/** Vouchers that are used up or expired, latest first. */
export function PastVouchers({ vouchers, list }: PastVouchersProps) {
  const { error, isFetchNextPageError } = list
  return (
    <section className="plate padded past-vouchers" aria-labelledby="past-vouchers">
      <h2 id="past-vouchers">Past bundles</h2>
      <ul className="space-above-small">
        {vouchers.map((voucher) => (
          <PastVoucher key={voucher.id} voucher={voucher} />
        ))}
      </ul>
      {error && isFetchNextPageError && (
        <div className="space-above">
          <LoadError
            message={errorMessage(error, FETCH_FAILED)}
            onRetry={() => list.fetchNextPage()}
          />
        </div>
      )}
      {list.hasNextPage && (
        <div className="space-above">
          <LoadMoreButton list={list} />
        </div>
      )}
    </section>
  )
}

function PastVoucher({ voucher }: { voucher: Voucher }) {
  const usedUp = voucher.state === 'used_up'
  const Icon = usedUp ? Gauge : Clock
  return (
    <li>
      <b>{voucher.name}</b>
      <b className="money">{ksh(voucher.price)}</b>
      <span className="small muted row wrap tabular">
        <span className="tag">
          <Icon className="icon" aria-hidden="true" />
          {usedUp ? 'used up' : 'expired'}
        </span>
        <span>
          {usedUp
            ? `Bought ${formatDateTime(new Date(voucher.starts_at))}`
            : `Ended ${formatDateTime(new Date(voucher.expires_at))}`}
        </span>
        {!usedUp && <span className="nowrap">{formatDataSize(voucher.used_bytes)} used</span>}
        <span className="nowrap">Code {formatVoucherCode(voucher.code)}</span>
        <Link to={`/receipts/${voucher.receipt_number}`} prefetch="intent">
          Receipt<span className="visually-hidden"> {voucher.receipt_number}</span>
        </Link>
      </span>
    </li>
  )
}
