import { Clock, Gauge } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { dataWords, shownVoucherCode } from '#rules/wifi.ts'
import { BusyPanes } from '../ui/busy-panes.tsx'
import { Failed } from '../ui/failed.tsx'
import { failureWords } from '../ui/failure-words.ts'
import type { useBundles } from './use-bundles.ts'

interface Props {
  bundles: Voucher[]
  list: Omit<ReturnType<typeof useBundles>, 'active' | 'past'>
}

/** What was used up or is over, the latest first. */
export function PastBundles({ bundles, list }: Props) {
  const { error, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return (
    <section className="plate pad past-bundles" aria-labelledby="past-bundles">
      <h2 id="past-bundles">Past bundles</h2>
      <ul className="mt-s">
        {bundles.map((bundle) => (
          <PastBundle key={bundle.id} bundle={bundle} />
        ))}
      </ul>
      {error && isFetchNextPageError && (
        <div className="mt">
          <Failed
            message={failureWords(error, 'Your wifi bundles could not be fetched.')}
            again={() => void fetchNextPage()}
          />
        </div>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="btn sec block mt"
          aria-busy={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          Show more
          {isFetchingNextPage && <BusyPanes />}
        </button>
      )}
    </section>
  )
}

function PastBundle({ bundle }: { bundle: Voucher }) {
  const used_up = bundle.state === 'used_up'
  const Icon = used_up ? Gauge : Clock
  return (
    <li>
      <b>{bundle.name}</b>
      <b className="money">{ksh(bundle.price)}</b>
      <span className="small muted row wrap num">
        <span className="tag">
          <Icon className="ic" aria-hidden="true" />
          {used_up ? 'used up' : 'expired'}
        </span>
        <span>
          {used_up
            ? `Bought ${dateAndTime(new Date(bundle.starts_at))}`
            : `Ended ${dateAndTime(new Date(bundle.expires_at))}`}
        </span>
        {!used_up && <span className="nw">{dataWords(bundle.used_bytes)} used</span>}
        <span className="nw">Code {shownVoucherCode(bundle.code)}</span>
        <Link to={`/receipts/${bundle.receipt_number}`} prefetch="intent">
          Receipt<span className="sr"> {bundle.receipt_number}</span>
        </Link>
      </span>
    </li>
  )
}
