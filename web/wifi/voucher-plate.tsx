import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { DataLeft } from './data-left.tsx'
import { ShownCode } from './shown-code.tsx'
import { TimeLeft } from './time-left.tsx'

/** A voucher that can be used: its code, what is left of it, and what was paid. */
export function VoucherPlate({ voucher }: { voucher: Voucher }) {
  const id = `voucher-${voucher.id}`
  return (
    <article className="plate pad" aria-labelledby={id}>
      <div className="row between wrap">
        <h2 id={id}>{voucher.name}</h2>
        <span className="tag success">
          <Check className="icon" aria-hidden="true" />
          active
        </span>
      </div>
      <ShownCode code={voucher.code} bundle={voucher.name} />
      <div className="what-is-left">
        <DataLeft voucher={voucher} />
        <TimeLeft voucher={voucher} />
      </div>
      <dl className="voucher-paid">
        <dt>M-Pesa receipt</dt>
        <dd>{voucher.mpesa_receipt_number}</dd>
        <dt>Paid</dt>
        <dd>
          <span className="nowrap">{ksh(voucher.price)}</span>,{' '}
          {dateAndTime(new Date(voucher.starts_at))}
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
