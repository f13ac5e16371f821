import { Link } from 'react-router'
import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { reasonTag } from './words.ts'

interface Props {
  item: DeskDetail
  closed: NonNullable<DeskItem['closed']>
}

/** Who decided and when, why it had waited, and the receipt. */
export function ClosedItem({ item, closed }: Props) {
  const receipt = closed.payment?.receipt_number
  return (
    <dl className="facts">
      <dt>By</dt>
      <dd>{closed.by ?? 'Later news from M-Pesa'}</dd>
      <dt>When</dt>
      <dd className="tabular">{dateAndTime(new Date(closed.at))}</dd>
      <dt>Why it waited</dt>
      <dd>{reasonTag[item.reason]}</dd>
      {item.reference && !item.push && (
        <>
          <dt>They typed</dt>
          <dd className="tabular">{item.reference}</dd>
        </>
      )}
      {closed.note && (
        <>
          <dt>Note</dt>
          <dd>{closed.note}</dd>
        </>
      )}
      {receipt && (
        <>
          <dt>Receipt</dt>
          <dd>
            <Link className="tabular" to={`/receipts/${receipt}`} prefetch="intent">
              {receipt}
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}
