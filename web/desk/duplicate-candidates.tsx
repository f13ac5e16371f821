import type { DeskDetail } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { Button } from '../ui/button.tsx'
import { amountOf, personLabel, recipientOf, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
  note: string
}

/**
 * Payments of the same amount without an M-Pesa receipt. The money may have been counted with one of them;
 * then the receipt is attached to it and nothing new is credited.
 */
export function DuplicateCandidates({ item, actions, note }: Props) {
  const likely = item.reason === 'possible_twin'
  const own = item.account?.account_number
  const candidates = item.twins.toSorted(
    (a, b) => Number(b.account.account_number === own) - Number(a.account.account_number === own),
  )
  if (candidates.length === 0) {
    if (!likely) return null
    return <p>Every payment of this amount has its receipt by now, so this is new money.</p>
  }
  const amount = amountOf(item) ?? ''
  const { pending } = actions
  return (
    <div className="stack-small">
      <h3>{likely ? 'The same money?' : 'Or is it counted already?'}</h3>
      <p className="small muted">
        A payment that lacks its receipt gets this one. Nothing new is credited.
      </p>
      <ul className="stack-small">
        {candidates.map(({ payment_id, paid_at, account }, index) => {
          const best = likely && index === 0
          return (
            <li key={payment_id} className={best ? 'suggestion best' : 'suggestion'}>
              <div>
                <b>{personLabel(account)}</b>
                <p className="small muted tabular">
                  {amount}, {formatDateTime(new Date(paid_at))}
                </p>
              </div>
              <Button
                variant={best ? 'block' : 'secondary block'}
                busy={pending?.type === 'attach' && pending.body.payment_id === payment_id}
                onClick={() =>
                  actions.run({
                    type: 'attach',
                    body: { payment_id, ...(note.trim() && { note }) },
                  })
                }
              >
                {withoutLineBreaks(`Attach to ${amount} of ${recipientOf(account)}`)}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
