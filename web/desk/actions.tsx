import { useState } from 'react'
import { type DeskDetail, dismissDeskItem } from '#contract/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { amountOf, recipientOf, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
}

const MAX_NOTE_LENGTH = 500

interface ReasonFormProps {
  label: string
  hint: string
  /** Label of the button. */
  action: string
  danger?: boolean
  busy: boolean
  onSend: (note: string) => void
  onCancel: () => void
}

/** A decision that needs a reason. */
function ReasonForm({ label, hint, action, danger, busy, onSend, onCancel }: ReasonFormProps) {
  // All decisions with a reason have the same request body.
  const form = useSchemaForm(dismissDeskItem.body, { defaultValues: { note: '' } })
  const send = form.handleSubmit(({ note }) => onSend(note))
  return (
    <form
      className={danger ? 'suggestion danger' : 'suggestion'}
      onSubmit={submitOnce(busy, send)}
      noValidate
    >
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

interface NoteProps {
  note: string
  onType: (note: string) => void
}

/** An optional note for other staff. */
export function AddNote({ note, onType }: NoteProps) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button variant="quiet compact" className="aligned" onClick={() => setOpen(true)}>
        Add a note
      </Button>
    )
  }
  return (
    <TextArea
      label={
        <>
          Note <span className="optional">kept with it, for staff</span>
        </>
      }
      rows={2}
      maxLength={MAX_NOTE_LENGTH}
      autoFocus
      value={note}
      onChange={({ target }) => onType(target.value)}
    />
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
  const action = withoutLineBreaks(`Correct by ${ksh(correctionOf(item))}${forAccount(item)}`)
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
      label="Why is it corrected?"
      hint="The tenant sees this reason with the correction."
      action={action}
      busy={actions.pending?.type === 'correct'}
      onCancel={() => setOpen(false)}
      onSend={(note) => actions.run({ type: 'correct', body: { note } })}
    />
  )
}

const forAccount = ({ account }: DeskDetail) => (account ? ` for ${recipientOf(account)}` : '')

const NOTHING_CREDITED = 'Why is nothing credited?'

/** The texts of the buttons and the confirmation, which depend on what dismissing means for the item. */
function dismissTexts(item: DeskDetail) {
  if (item.reason === 'unreadable') {
    return { open: 'Put it away', why: NOTHING_CREDITED, send: 'Put it away' }
  }
  if (item.acts.includes('correct')) {
    const open = 'Leave it as it is'
    return { open, why: 'Why does it stay as it is?', send: open }
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
      hint="It stays in the list of what was dealt with, with this reason and your name."
      action={send}
      danger
      busy={actions.pending?.type === 'dismiss'}
      onCancel={onCancel}
      onSend={(note) => actions.run({ type: 'dismiss', body: { note } })}
    />
  )
}

/** Undoes a dismissal. */
export function ReopenAction({ actions }: { actions: DeskActions }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <p>
        <Button variant="quiet compact" className="aligned" onClick={() => setOpen(true)}>
          Reopen
        </Button>
      </p>
    )
  }
  return (
    <ReasonForm
      label="Why is it taken up again?"
      hint="It waits on the desk again. The reason is written down with your name."
      action="Reopen"
      busy={actions.pending?.type === 'reopen'}
      onCancel={() => setOpen(false)}
      onSend={(note) => actions.run({ type: 'reopen', body: { note } })}
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
        No, it was not
      </Button>
    </div>
  )
}
