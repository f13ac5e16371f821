import { useState } from 'react'
import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { undoFor } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { Button } from '../ui/button.tsx'
import { ReasonForm } from './actions.tsx'
import { amountOf, personLabel, recipientOf, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  closed: NonNullable<DeskItem['closed']>
  actions: DeskActions
}

/** Opens a closed item again: what was dismissed, or a credit to the wrong account. */
export function UndoAction({ item, closed, actions }: Props) {
  const [open, setOpen] = useState(false)
  const undo = undoFor(closed.outcome)
  const { payment } = closed
  if (!undo || (undo === 'reverse' && !payment)) return null
  if (!open) {
    return (
      <p>
        <Button variant="secondary compact" onClick={() => setOpen(true)}>
          {undo === 'reopen' ? 'Reopen' : 'Credited to the wrong account'}
        </Button>
      </p>
    )
  }
  const onCancel = () => setOpen(false)
  if (undo === 'reopen') {
    return (
      <ReasonForm
        label="Reason for reopening"
        hint="It goes back on the desk. The reason is kept with your name."
        action="Reopen"
        busy={actions.pending?.type === 'reopen'}
        onCancel={onCancel}
        onSend={(note) => actions.run({ type: 'reopen', body: { note } })}
      />
    )
  }
  const { account, amount, receipt_number, id: payment_id } = payment ?? { id: 0 }
  const money = amount ? ksh(amount) : (amountOf(item) ?? 'it')
  return (
    <ReasonForm
      label="Why was this the wrong account?"
      hint="The tenant sees this reason. Please don’t name anyone else."
      action={withoutLineBreaks(
        `Take back ${money}${account ? ` from ${recipientOf(account)}` : ''}`,
      )}
      danger
      busy={actions.pending?.type === 'reverse'}
      onCancel={onCancel}
      onSend={(note) => actions.run({ type: 'reverse', body: { payment_id, note } })}
    >
      <ul className="consequences">
        <li>
          {withoutLineBreaks(
            account
              ? `${money} no longer counts for ${personLabel(account)}. Their history shows both entries.`
              : `${money} no longer counts for the account in the other residence.`,
          )}
        </li>
        {receipt_number && <li>Receipt {receipt_number} is marked void and keeps its number.</li>}
        <li>The money goes back on the desk, to be credited to the right account.</li>
      </ul>
    </ReasonForm>
  )
}
