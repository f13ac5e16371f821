import type { ReactNode } from 'react'
import { type DeskDetail, deskReason, MAX_NOTE_LENGTH } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { labelOf } from '../approvals/waiting-note.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { ActDialog } from './act-dialog.tsx'
import { EffectList } from './effect-list.tsx'
import { amountOf, personLabel, recipientOf, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
}

interface ReasonFormProps {
  label: string
  hint: string
  /** Label of the button. */
  action: string
  danger?: boolean
  actions: DeskActions
  /** Further consequences, shown below the effect. */
  children?: ReactNode
}

/** The form for a decision that needs a reason; it shows the effect, then asks for the reason. */
export function ReasonForm({ label, hint, action, danger, actions, children }: ReasonFormProps) {
  const form = useSchemaForm(deskReason, { defaultValues: { note: '' } })
  const send = form.handleSubmit(({ note }) => actions.send(note))
  return (
    <form
      className={danger ? 'suggestion danger' : 'suggestion'}
      onSubmit={submitOnce(actions.busy, send)}
      noValidate
    >
      {actions.shown && <EffectList shown={actions.shown} />}
      {children}
      <TextArea
        label={label}
        hint={hint}
        error={form.formState.errors.note?.message}
        announce
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        autoFocus
        {...form.register('note')}
      />
      <div className="row wrap">
        <SubmitButton variant={danger ? 'danger' : ''} busy={actions.busy}>
          {labelOf(actions.shown?.effect.waits, action)}
        </SubmitButton>
        <Button variant="quiet" onClick={actions.close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The amount that should be counted for the push, minus the amount that is. */
function correctionOf({ reason, amount, push }: DeskDetail): number {
  if (reason === 'taken_back_by_mpesa') return -(parseMpesaAmount(amount).exact ?? 0)
  const right = reason === 'differing_amount' ? (parseMpesaAmount(amount).creditable ?? 0) : 0
  return right - (push?.amount ?? 0)
}

/** Adds a ledger entry that corrects a wrong one; existing entries are never changed. */
export function CorrectAction({ item, actions }: Props) {
  const act = { act: 'correct' } as const
  const correction = correctionOf(item)
  const action = withoutLineBreaks(
    correction < 0
      ? `Take back ${ksh(-correction)}${item.account ? ` from ${recipientOf(item.account)}` : ''}`
      : `Add ${ksh(correction)}${forAccount(item)}`,
  )
  if (actions.shown?.act.act !== 'correct') {
    return (
      <p>
        <Button
          variant="block"
          data-main
          busy={actions.isLooking(act)}
          onClick={() => actions.look(act)}
        >
          {action}
        </Button>
      </p>
    )
  }
  return (
    <ReasonForm
      label="Reason"
      hint="The tenant sees this reason."
      action={action}
      actions={actions}
    />
  )
}

const forAccount = ({ account }: DeskDetail) => (account ? ` for ${recipientOf(account)}` : '')

const NOTHING_CREDITED = 'Reason for not crediting'

/** The texts of the buttons and the confirmation, which depend on what dismissing means for the item. */
function dismissTexts(item: DeskDetail) {
  if (item.reason === 'unreadable') {
    return { open: 'Dismiss', why: NOTHING_CREDITED, send: 'Dismiss' }
  }
  if (item.acts.includes('correct') || item.reason === 'taken_back_by_mpesa') {
    const open = 'Leave it as it is'
    return { open, why: 'Why should it stay as it is?', send: open }
  }
  const send = `Dismiss ${amountOf(item) ?? 'it'}`
  return { open: 'Dismiss without crediting', why: NOTHING_CREDITED, send }
}

/** Closes an item without crediting anything. */
export function DismissAction({ item, actions }: Props) {
  if (actions.shown?.act.act === 'dismiss') return <DismissForm item={item} actions={actions} />
  return (
    <Button
      variant="quiet danger-text compact"
      className="aligned"
      busy={actions.isLooking({ act: 'dismiss' })}
      onClick={() => actions.look({ act: 'dismiss' })}
    >
      {dismissTexts(item).open}
    </Button>
  )
}

function DismissForm({ item, actions }: Props) {
  const { why, send } = dismissTexts(item)
  return (
    <ReasonForm
      label={why}
      hint="It moves to “Dealt with”, with this reason and your name."
      action={send}
      danger
      actions={actions}
    />
  )
}

/** For a push without a result: staff have looked at M-Pesa's statement and say whether it was paid. */
export function ConfirmPayment({ item, actions }: Props) {
  const shown = actions.shown?.act.act
  if (shown === 'dismiss') return <DismissForm item={item} actions={actions} />
  if (shown === 'confirm') {
    return (
      <ReasonForm
        label="How do you know?"
        hint="For example the receipt on M‑Pesa’s statement."
        action={`Count ${amountOf(item) ?? 'it'} as paid${forAccount(item)}`}
        actions={actions}
      />
    )
  }
  return (
    <div className="row wrap">
      <Button
        data-main
        busy={actions.isLooking({ act: 'confirm' })}
        onClick={() => actions.look({ act: 'confirm' })}
      >
        Yes, it was paid
      </Button>
      <Button
        variant="secondary"
        busy={actions.isLooking({ act: 'dismiss' })}
        onClick={() => actions.look({ act: 'dismiss' })}
      >
        No, it wasn’t
      </Button>
    </div>
  )
}

/**
 * Payments of the same amount without an M-Pesa receipt. The money may have been counted with one of them;
 * then the receipt is attached to it and nothing new is credited.
 */
export function DuplicateCandidates({ item, actions }: Props) {
  const likely = item.reason === 'possible_twin'
  const own = item.account?.account_number
  const candidates = item.twins.toSorted(
    (a, b) => Number(b.account.account_number === own) - Number(a.account.account_number === own),
  )
  if (candidates.length === 0) {
    if (!likely) return null
    return (
      <p>Every payment of this amount already has its M‑Pesa code, so this is a new payment.</p>
    )
  }
  const amount = amountOf(item) ?? ''
  const { shown } = actions
  return (
    <div className="stack-small">
      <h3>{likely ? 'The same money?' : 'Or was it already counted?'}</h3>
      <p className="small muted">
        If so, add this M‑Pesa code to the payment that has none. Nothing is credited again.
      </p>
      <ul className="stack-small">
        {candidates.map(({ payment_id, paid_at, account }, index) => {
          const best = likely && index === 0
          const act = { act: 'attach', payment_id } as const
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
                data-main={best || undefined}
                busy={actions.isLooking(act)}
                onClick={() => actions.look(act)}
              >
                Same money: add this code to it
              </Button>
            </li>
          )
        })}
      </ul>
      {shown?.act.act === 'attach' && (
        <ActDialog
          title={withoutLineBreaks(`Is this ${amount} the same money?`)}
          confirmLabel="Same money"
          shown={shown}
          actions={actions}
        />
      )}
    </div>
  )
}
