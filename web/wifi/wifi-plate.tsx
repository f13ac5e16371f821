import { Wifi } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { dataLeft, formatDataSize, formatVoucherCode } from '#rules/wifi.ts'
import { openAssistant } from '../layout/channels.ts'
import { Button } from '../ui/button.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DataPanes } from './data-panes.tsx'
import { useRunningVouchers } from './running-vouchers.ts'

/** The bundle that is in use, on the home page. */
export function WifiPlate() {
  const { running, error, refetch } = useRunningVouchers()
  const [voucher, ...others] = running ?? []
  return (
    <section className="plate padded wifi-plate" aria-labelledby="my-wifi">
      <div className="row between wrap">
        <h2 id="my-wifi">
          <Link to="/wifi" prefetch="intent">
            My wifi
          </Link>
        </h2>
        {voucher && (
          <span className="tag success">
            <Wifi className="icon" aria-hidden="true" />
            until {formatDateTime(new Date(voucher.expires_at))}
          </span>
        )}
      </div>
      {voucher ? (
        <RunningVoucher voucher={voucher} others={others.length} />
      ) : running ? (
        <>
          <DataPanes left={0} of={1} />
          <div className="row between wrap">
            <p className="small">No bundle at the moment.</p>
            <Button variant="secondary compact" onClick={() => openAssistant('wifi')}>
              Buy a bundle
            </Button>
          </div>
        </>
      ) : error ? (
        <LoadError message="Your wifi couldn’t be loaded." onRetry={() => refetch()} />
      ) : (
        <Skeleton className="space-above" lines={['bar', 'text']} />
      )}
    </section>
  )
}

function RunningVoucher({ voucher, others }: { voucher: Voucher; others: number }) {
  const { data_bytes, code } = voucher
  const left = dataLeft(voucher)
  return (
    <>
      <DataPanes left={left} of={data_bytes} />
      <p className="row between wrap small">
        <span>
          <b>{formatDataSize(left)}</b> of {formatDataSize(data_bytes)} left
        </span>
        <b className="code" translate="no">
          {formatVoucherCode(code)}
        </b>
      </p>
      {others > 0 && (
        <p className="small">
          <Link to="/wifi">
            You have {others === 1 ? 'one more active bundle' : `${others} more active bundles`}
          </Link>
        </p>
      )}
    </>
  )
}
