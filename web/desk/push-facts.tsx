import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { personWords } from './words.ts'

interface Props {
  item: DeskDetail
  push: NonNullable<DeskItem['push']>
}

const statusWords = {
  processing: 'Not known',
  completed: 'Paid',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

/** What was asked of which phone. */
export const PushFacts = ({ item: { account }, push }: Props) => (
  <dl className="facts">
    <dt>Asked for</dt>
    <dd className="tabular">{ksh(push.amount)}</dd>
    {account && (
      <>
        <dt>For</dt>
        <dd>{personWords(account)}</dd>
      </>
    )}
    <dt>Phone</dt>
    <dd className="tabular">{localPhone(push.phone_number)}</dd>
    <dt>When</dt>
    <dd className="tabular">{dateAndTime(new Date(push.initiated_at))}</dd>
    <dt>Status</dt>
    <dd>{statusWords[push.status]}</dd>
    {push.unknown_code && (
      <>
        <dt>M-Pesa said</dt>
        <dd>
          <span className="tabular">{push.unknown_code}</span>
          {push.unknown_desc && `: ${push.unknown_desc}`}
        </dd>
      </>
    )}
  </dl>
)
