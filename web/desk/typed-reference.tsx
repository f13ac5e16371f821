import type { DeskDetail } from '#contract/desk.ts'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import { editDistance } from '#rules/desk.ts'
import { differing } from './differing.ts'

const near = 2

/** What the payer typed, and beside it the account number that it nearly is. */
export function TypedReference({ item: { reference, suggestions } }: { item: DeskDetail }) {
  if (!reference) return null
  const typed = normaliseAccountNumber(reference)
  const nearest = suggestions[0]?.account.account_number
  const close = nearest && nearest !== typed && editDistance(typed, nearest) <= near
  if (!close) {
    return (
      <div className="typed">
        <div>
          <span className="small muted">They typed</span>
          <b className="tabular">{reference}</b>
        </div>
      </div>
    )
  }
  const [before, odd, after] = differing(typed, nearest)
  return (
    <div className="typed two">
      <div>
        <span className="small muted">They typed</span>
        <b className="tabular">
          {before}
          {odd && <mark>{odd}</mark>}
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
