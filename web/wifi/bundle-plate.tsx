import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { shownVoucherCode } from '#rules/wifi.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { DataLeft } from './data-left.tsx'
import { TimeLeft } from './time-left.tsx'

/** A bundle that can be used: its code, what is left of it, and what was paid. */
export function BundlePlate({ bundle }: { bundle: Voucher }) {
  const id = `bundle-${bundle.id}`
  return (
    <article className="plate pad" aria-labelledby={id}>
      <div className="row between wrap">
        <h2 id={id}>{bundle.name}</h2>
        <span className="tag ok">
          <Check className="ic" aria-hidden="true" />
          active
        </span>
      </div>
      <div className="wifi-code">
        <p className="small">Your wifi code</p>
        <p className="code">{shownVoucherCode(bundle.code)}</p>
        <CopyButton
          text={shownVoucherCode(bundle.code)}
          of={`wifi code of ${bundle.name}`}
          className="btn light"
        />
      </div>
      <div className="what-is-left">
        <DataLeft bundle={bundle} />
        <TimeLeft bundle={bundle} />
      </div>
      <dl className="bundle-paid">
        <dt>M-Pesa receipt</dt>
        <dd>{bundle.mpesa_receipt_number}</dd>
        <dt>Paid</dt>
        <dd>
          <span className="nw">{ksh(bundle.price)}</span>, {dateAndTime(new Date(bundle.starts_at))}
        </dd>
        <dt>Receipt</dt>
        <dd>
          <Link to={`/receipts/${bundle.receipt_number}`} prefetch="intent">
            {bundle.receipt_number}
          </Link>
        </dd>
      </dl>
    </article>
  )
}
