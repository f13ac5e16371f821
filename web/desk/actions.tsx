import { type ReactNode, useState } from 'react'
import { type DeskDetail, dismissDeskItem, MAX_NOTE_LENGTH } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
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
  busy: boolean
  onSend: (note: string) => void
  onCancel: () => void
  /** What follows from it, above the field. */
  children?: ReactNode
}

/** A decision that needs a reason. */
export function ReasonForm({
  label,
  hint,
  action,
  danger,
  busy,
  onSend,
  onCancel,
  children,
}: ReasonFormProps) {
  // All decisions with a reason have the same request body.
  const form = useSchemaForm(dismissDeskItem.body, { defaultValues: { note: '' } })
  const send = form.handleSubmit(({ note }) => onSend(note))
  return (
    <form
      className={danger ? 'suggestion danger' : 'suggestion'}
      onSubmit={submitOnce(busy, send)}
      noValidate
    >
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
        <SubmitButton variant={danger ? 'danger' : ''} busy={busy}>
          {action}
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The amount that should be counted for the push, minus the amount that is. */
function correctionOf({ reason, amount, push }: DeskDetail): number {
  const right = reason === 'differing_amount' ? (parseMpesaAmount(amount).creditable ?? 0) : 0
  return right - (push?.amount ?? 0)
}

/** Adds a ledger entry that corrects a wrong one; existing entries are never changed. */
export function CorrectAction({ item, actions }: Props) {
  const [open, setOpen] = useState(false)
  const action = withoutLineBreaks(
    `Add a correction of ${ksh(correctionOf(item))}${forAccount(item)}`,
  )
  if (!open) {
    return (
      <p>
        <Button variant="block" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </p>
    )
  }
  return (
    <ReasonForm
      label="Reason for the correction"
      hint="The tenant sees this reason with the correction."
      action={action}
      busy={actions.pending?.type === 'correct'}
      onCancel={() => setOpen(false)}
      onSend={(note) => actions.run({ type: 'correct', body: { note } })}
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
  if (item.acts.includes('correct')) {
    const open = 'Leave it as it is'
    return { open, why: 'Why leave it as it is?', send: open }
  }
  const send = `Dismiss ${amountOf(item) ?? 'it'}`
  return { open: 'Dismiss without crediting', why: NOTHING_CREDITED, send }
}

/** Closes an item without crediting anything. */
export function DismissAction({ item, actions }: Props) {
  const [open, setOpen] = useState(false)
  if (open) return <DismissForm item={item} actions={actions} onCancel={() => setOpen(false)} />
  return (
    <Button variant="quiet danger-text compact" className="aligned" onClick={() => setOpen(true)}>
      {dismissTexts(item).open}
    </Button>
  )
}

function DismissForm({ item, actions, onCancel }: Props & { onCancel: () => void }) {
  const { why, send } = dismissTexts(item)
  return (
    <ReasonForm
      label={why}
      hint="It moves to “Dealt with”, with this reason and your name."
      action={send}
      danger
      busy={actions.pending?.type === 'dismiss'}
      onCancel={onCancel}
      onSend={(note) => actions.run({ type: 'dismiss', body: { note } })}
    />
  )
}

/** For a push without a result: staff have looked at M-Pesa's statement and say whether it was paid. */
export function ConfirmPayment({ item, actions }: Props) {
  const [paid, setPaid] = useState<boolean | null>(null)
  const onCancel = () => setPaid(null)
  if (paid === false) return <DismissForm item={item} actions={actions} onCancel={onCancel} />
  if (paid) {
    return (
      <ReasonForm
        label="How do you know?"
        hint="For example the receipt on M-Pesa’s statement."
        action={`Count ${amountOf(item) ?? 'it'} as paid${forAccount(item)}`}
        busy={actions.pending?.type === 'confirm'}
        onCancel={onCancel}
        onSend={(note) => actions.run({ type: 'confirm', body: { note } })}
      />
    )
  }
  return (
    <div className="row wrap">
      <Button onClick={() => setPaid(true)}>Yes, it was paid</Button>
      <Button variant="secondary" onClick={() => setPaid(false)}>
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
      <p>Every payment of this amount already has its M-Pesa code, so this is a new payment.</p>
    )
  }
  const amount = amountOf(item) ?? ''
  const { pending } = actions
  return (
    <div className="stack-small">
      <h3>{likely ? 'The same money?' : 'Or was it already counted?'}</h3>
      <p className="small muted">
        If so, add this M-Pesa code to the payment that has none. Nothing is credited again.
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
                onClick={() => actions.run({ type: 'attach', body: { payment_id } })}
              >
                Same money: add this code to it
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
