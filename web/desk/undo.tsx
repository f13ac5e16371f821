import { useEffect, useRef } from 'react'
import type { DeskAct, DeskDetail, DeskItem } from '#contract/desk.ts'
import { type DeskOutcome, undoFor } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { Button } from '../ui/button.tsx'
import { ReasonForm } from './actions.tsx'
import { amountOf, recipientOf, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  closed: NonNullable<DeskItem['closed']>
  actions: DeskActions
  /** Whether the question is opened at once. */
  atOnce: boolean
}

/** The act that takes back the decision about a closed item; null when there is none. */
function undoOf({ reason, closed }: DeskItem): DeskAct | null {
  if (!closed) return null
  const { outcome, payment } = closed
  const undo = undoFor(outcome, reason)
  if (undo === 'reopen') return { act: undo }
  return undo && payment && { act: undo, payment_id: payment.id }
}

const wrongs: Partial<Record<DeskOutcome, string>> = {
  assigned: 'Credited to the wrong account',
  split: 'Shared wrongly',
  attached: 'Attached to the wrong payment',
  corrected: 'M‑Pesa didn’t take this back',
}

/** Reopens a closed item that was dismissed, or credited or attached wrongly. */
export function UndoAction({ item, closed, actions, atOnce }: Props) {
  const act = undoOf(item)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!atOnce || !act || wasOpened.current) return
    wasOpened.current = true
    actions.look(act)
  })
  if (!act) return null
  const reopens = act.act === 'reopen'
  if (actions.shown?.act.act !== act.act) {
    return (
      <p>
        <Button
          variant="secondary compact"
          busy={actions.isLooking(act)}
          onClick={() => actions.look(act)}
        >
          {reopens ? 'Reopen' : wrongs[closed.outcome]}
        </Button>
      </p>
    )
  }
  if (reopens) {
    return (
      <ReasonForm
        label="Reason"
        hint="The payment goes back on the desk. The reason is kept with your name."
        action="Reopen"
        actions={actions}
      />
    )
  }
  const { account, amount } = closed.payment ?? {}
  const money = closed.parts.length > 0 || !amount ? (amountOf(item) ?? 'it') : ksh(amount)
  if (closed.outcome === 'corrected') {
    return (
      <ReasonForm
        label="Why does it count again?"
        hint="The tenant sees this reason. Please don’t name anyone else."
        action={withoutLineBreaks(`Count ${amountOf(item) ?? 'it'} again`)}
        actions={actions}
      />
    )
  }
  if (closed.outcome === 'attached') {
    return (
      <ReasonForm
        label="Why was this the wrong payment?"
        hint="The tenant sees this reason. Please don’t name anyone else."
        action="Take the M‑Pesa code off"
        actions={actions}
      >
        <ul className="consequences">
          <li>The money of this code goes back on the desk.</li>
        </ul>
      </ReasonForm>
    )
  }
  const isShared = closed.outcome === 'split'
  const from = isShared
    ? ` from ${closed.parts.length === 2 ? 'both' : `all ${closed.parts.length}`} accounts`
    : account
      ? ` from ${recipientOf(account)}`
      : ''
  return (
    <ReasonForm
      label={isShared ? 'Why was this shared wrongly?' : 'Why was this the wrong account?'}
      hint="The tenant sees this reason. Please don’t name anyone else."
      action={withoutLineBreaks(`Take back ${money}${from}`)}
      danger
      actions={actions}
    >
      <ul className="consequences">
        <li>The history of each account shows both entries.</li>
        <li>The money goes back on the desk, to be credited to the right account.</li>
      </ul>
    </ReasonForm>
  )
}
