import { skipToken, useQuery } from '@tanstack/react-query'
import { type BilledChanges, previewRemoval, previewTransfer } from '#contract/billing.ts'
import type { Received } from '#contract/endpoint.ts'
import { leavingText } from '#rules/bill.ts'
import { type Day, monthName } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { useMay } from '../permission.tsx'

/** The months to correct; undefined, meaning all, until somebody has chosen. */
type Chosen = string[] | undefined

interface Departure {
  departure_date: Day
  corrected_months: Chosen
}
interface Transfer {
  room_number: string
  transfer_date: Day
  corrected_months: Chosen
}

/** How leaving on a day changes rent that was already charged; nothing is asked before there is a day. */
export const useRemovalChanges = (id: number, body: Departure | null) =>
  useChanges(
    [previewRemoval.path, id, body],
    body && (() => call(previewRemoval, { params: { id: String(id) }, body })),
  )

/** How moving to another room on a day changes rent that was already charged. */
export const useTransferChanges = (id: number, body: Transfer | null) =>
  useChanges(
    [previewTransfer.path, id, body],
    body && (() => call(previewTransfer, { params: { id: String(id) }, body })),
  )

type Changes = Received<typeof previewRemoval>

/** While something else is chosen, the changes shown last stay, unless they are of somebody else. */
const useChanges = (
  queryKey: readonly [path: string, id: number, body: unknown],
  look: (() => Promise<Changes>) | null,
) =>
  useQuery({
    queryKey,
    queryFn: look ?? skipToken,
    staleTime: 0,
    placeholderData: (last: Changes | undefined, query) =>
      query?.queryKey[1] === queryKey[1] ? last : undefined,
  })

/**
 * The rent change that was shown, to be sent along with the act.
 * @param mayCorrect whether the user may correct rent that was charged
 */
export const shownOf = (
  changes: BilledChanges | undefined,
  chosen: Chosen,
  mayCorrect: boolean,
) => ({
  expected_change: changes && changes.after - changes.before,
  corrected_months: changes?.differences
    .filter(({ month, always }) => always || (mayCorrect && (chosen?.includes(month) ?? true)))
    .map(({ month }) => month)
    .join(','),
})

const sumOfBill = ({ changes }: BilledChanges): number =>
  changes.reduce((sum, { amount }) => sum + amount, 0)

interface DifferencesProps {
  changes: BilledChanges | undefined
  /** Ends the sentence about the month's charge: `they left on 28 Oct 2026` */
  because: string
  chosen: Chosen
  onChoose: (months: string[]) => void
}

/**
 * Months charged before staff heard of the move, each with a checkbox for those who decide about money; nothing if there are
 * none.
 */
export function Differences({ changes, because, chosen, onChoose }: DifferencesProps) {
  const mayCorrect = useMay('money')
  if (!changes || changes.differences.length === 0) return null
  if (!mayCorrect) return <Uncorrected changes={changes} />
  const months = changes.differences.map(({ month }) => month)
  const ticked = chosen ?? months
  return (
    <fieldset className="stack-small">
      <legend className="label">Rent that was charged before</legend>
      {changes.differences.map(({ month, before, after, always }) => (
        <label key={month} className="check-label">
          <input
            type="checkbox"
            checked={always || ticked.includes(month)}
            disabled={always}
            onChange={({ target }) =>
              onChoose(
                months.filter((one) => (one === month ? target.checked : ticked.includes(one))),
              )
            }
          />
          <span>
            {monthName(month)}’s rent of {ksh(before)} was charged; {because}.{' '}
            <b>{correctionText(before, after)}</b>
          </span>
        </label>
      ))}
      <p className="small" role="status">
        After that they {formatBalance(changes.after, 'owe')}.
      </p>
    </fieldset>
  )
}

/** What happens to such months when staff without the permission move somebody. */
function Uncorrected({ changes: { differences, after } }: { changes: BilledChanges }) {
  const again = differences.filter(({ always }) => always)
  const stay = differences.filter(({ always }) => !always)
  return (
    <div className="stack-small small" role="status">
      {again.map((one) => (
        <p key={one.month}>
          {ksh(one.after - one.before)} more is charged for {monthName(one.month)}: an earlier move
          took it off.
        </p>
      ))}
      {stay.length > 0 && (
        <p>
          Rent that was charged for {joinAnd(stay.map(({ month }) => monthName(month)))} stays as it
          is. Only staff who decide about money can correct it.
        </p>
      )}
      <p>After that they {formatBalance(after, 'owe')}.</p>
    </div>
  )
}

const correctionText = (before: number, after: number): string =>
  after === 0
    ? 'Take it off'
    : after < before
      ? `Take ${ksh(before - after)} off`
      : `Charge ${ksh(after - before)} more`

/** The changes to the tenant's bill in sentences; null for a tenant who isn't billed by the term. */
export function changesText(changes: BilledChanges, act: 'leave' | 'move'): string | null {
  const { changes: months, after, leaving_percent } = changes
  if (leaving_percent === null) return null
  const sum = sumOfBill(changes)
  const named = joinAnd(months.map(({ month }) => monthName(month)))
  const owe = `After that they ${formatBalance(after, 'owe')}, including bills not due yet.`
  if (act === 'leave') {
    const rule = leavingText(leaving_percent)
    return sum < 0
      ? `${ksh(-sum)} of their bill is given back, for ${named}. ${owe}`
      : `None of their bill is given back. ${rule}`
  }
  if (sum === 0) return 'Their bill stays as it is.'
  return `Their bill comes to ${ksh(Math.abs(sum))} ${sum > 0 ? 'more' : 'less'}, for ${named}. ${owe}`
}
