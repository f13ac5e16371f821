import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { editDistance } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { personLabel, splitAtDifference } from './texts.ts'

const statusLabels = {
  processing: 'Unknown',
  completed: 'Paid',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

interface PushFactsProps {
  item: DeskDetail
  push: NonNullable<DeskItem['push']>
}

/** The push: its amount, phone and account. */
export const PushFacts = ({ item: { account }, push }: PushFactsProps) => (
  <dl className="facts">
    <dt>Asked for</dt>
    <dd className="tabular">{ksh(push.amount)}</dd>
    {account && (
      <>
        <dt>For</dt>
        <dd>{personLabel(account)}</dd>
      </>
    )}
    <dt>Phone</dt>
    <dd className="tabular">{formatPhone(push.phone_number)}</dd>
    <dt>When</dt>
    <dd className="tabular">{formatDateTime(new Date(push.initiated_at))}</dd>
    <dt>Status</dt>
    <dd>{statusLabels[push.status]}</dd>
    {push.unknown_code && (
      <>
        <dt>M‑Pesa said</dt>
        <dd>
          <span className="tabular">{push.unknown_code}</span>
          {push.unknown_desc && `: ${push.unknown_desc}`}
        </dd>
      </>
    )}
  </dl>
)

/** With at most this many typing errors, the similar account number is shown next to the typed reference. */
const MAX_TYPING_ERRORS = 2

/** The reference that the payer typed, and a similar account number. */
export function TypedReference({ item: { reference, suggestions } }: { item: DeskDetail }) {
  if (!reference) return null
  const typed = normaliseAccountNumber(reference)
  const nearest = suggestions[0]?.account.account_number
  if (!nearest || nearest === typed || editDistance(typed, nearest) > MAX_TYPING_ERRORS) {
    return (
      <div className="typed-reference">
        <div>
          <span className="small muted">Payer typed</span>
          <b className="tabular">{reference}</b>
        </div>
      </div>
    )
  }
  const [before, different, after] = splitAtDifference(typed, nearest)
  return (
    <div className="typed-reference with-nearest">
      <div>
        <span className="small muted">Payer typed</span>
        <b className="tabular">
          {before}
          {different && <mark>{different}</mark>}
          {after}
        </b>
      </div>
      <div>
        <span className="small muted">Nearest account</span>
        <b className="tabular">{nearest}</b>
      </div>
    </div>
  )
}

/** M-Pesa's raw message, which may be long. */
export function RawReport({ item: { raw, reason } }: { item: DeskDetail }) {
  if (raw === null || raw === undefined) return null
  return (
    <details className="raw-report" open={reason === 'unreadable'}>
      <summary>What M‑Pesa sent</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <pre tabIndex={0}>{typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}</pre>
    </details>
  )
}
