import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  type Entered,
  enterByHand,
  handEntry,
  previewEntry,
  previewUndo,
  type ShownEffect,
  undoEntry,
} from '#contract/entries.ts'
import type { LedgerEntry } from '#contract/ledger.ts'
import { entryName } from '#rules/account-statement.ts'
import { dayOf } from '#rules/calendar.ts'
import { type HandKind, mayBeEarlier, needsReason, needsReference } from '#rules/hand-entry.ts'
import { call } from '../../api.ts'
import {
  labelOf,
  WaitingActNote,
  WaitingNote,
  WillWaitNote,
} from '../../approvals/waiting-note.tsx'
import { changedByBooks } from '../../desk/changed-by-books.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { ReceiptLink } from '../../payments/receipt-link.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PreviewedButtons } from '../../ui/previewed-buttons.tsx'
import { UndoForm } from '../../ui/undo-form.tsx'
import { EntryFields } from './entry-fields.tsx'
import { Change } from './move-summary.tsx'

const kinds: { value: HandKind; label: string }[] = [
  { value: 'cash', label: 'Cash received' },
  { value: 'bank', label: 'Bank transfer received' },
  { value: 'waiver', label: 'Waive part of what they owe' },
  { value: 'charge', label: 'Add to what they owe' },
  { value: 'refund', label: 'Money given back' },
]

const fields = ['kind', 'amount', 'on', 'reference', 'reason', 'waives'] as const

/** Enters cash, bank transfers, refunds, waivers and corrections, after showing the effect. */
export function EnterByHand({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <EntryForm id={id} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button variant="secondary compact" icon={HandCoins} onClick={() => setOpen(true)}>
        Enter a payment or correction
      </Button>
    </div>
  )
}

/** Waives a fee, or a part of it. */
export function WaiveFee({ id, fee, left }: { id: string; fee: LedgerEntry; left: number }) {
  const [open, setOpen] = useState(false)
  const name = entryName(fee.kind, fee.month, null, fee.name)
  // An open form stays until it is closed: it says that all of the fee has been waived.
  if (left === 0 && !open) return null
  return open ? (
    <EntryForm
      id={id}
      ofFee={name}
      initial={{ kind: 'waiver', waives: fee.id, amount: String(left) }}
      onClose={() => setOpen(false)}
    />
  ) : (
    <Button variant="quiet compact" onClick={() => setOpen(true)}>
      Waive<span className="visually-hidden"> {name}</span>
    </Button>
  )
}

interface EntryFormProps {
  id: string
  onClose: () => void
  /** The name of the fee that is waived, instead of a choice of entries. */
  ofFee?: string
  /** Values that are known already, such as those of a bank's row. */
  initial?: Partial<z.input<typeof handEntry>>
}

export function EntryForm({ id, onClose, ofFee, initial }: EntryFormProps) {
  const today = dayOf(new Date())
  const params = { id }
  const form = useSchemaForm(handEntry, {
    defaultValues: { kind: 'cash', amount: '', on: today, reference: '', reason: '', ...initial },
  })
  const { errors } = form.formState
  const act = usePreviewedForm(form, {
    fields,
    changes: changedByBooks,
    look: (body) => call(previewEntry, { params, body }),
    enter: (entry, sent) => call(enterByHand, { params, body: { entry, ...sent } }),
    onEntered: () => form.reset(),
  })
  const { effect } = act
  const kind = form.watch('kind')
  return (
    <form className="suggestion stack" noValidate onSubmit={act.submit}>
      {ofFee ? (
        <p>
          Waive <b>{ofFee}</b>, or a part of it.
        </p>
      ) : (
        <SelectField
          label="Kind of entry"
          options={kinds}
          hint={
            kind === 'waiver'
              ? 'This waives rent. To waive a fee, press Waive beside it.'
              : undefined
          }
          error={errors.kind?.message}
          {...form.register('kind')}
        />
      )}
      <EntryFields
        register={(name) => form.register(name)}
        errors={errors}
        today={today}
        asks={{
          day: mayBeEarlier(kind),
          reference: needsReference(kind) ? (kind === 'bank' ? 'bank' : 'code') : null,
          reason: needsReason(kind),
        }}
      />
      {errors.waives && <FormError id="waives-error">{errors.waives.message}</FormError>}
      {errors.root?.refused && (
        <FormError id="entry-error">{errors.root.refused.message}</FormError>
      )}
      <PreviewedButtons
        act={act}
        label={labelOf(effect?.waits, 'Save the entry')}
        onClose={onClose}
      >
        {effect && <EffectLine effect={effect} />}
      </PreviewedButtons>
      <ActionResult
        takesFocus
        success={act.result && !act.result.waiting && <Done entered={act.result} />}
        error={act.error}
        fallback="It couldn’t be saved. Please try again: it won’t be entered twice."
      />
      <WaitingNote waiting={act.result?.waiting} />
    </form>
  )
}

export const EffectLine = ({
  effect: { full_name, before, after, waits },
}: {
  effect: ShownEffect
}) => (
  <>
    <p>
      {full_name}:{' '}
      <Change from={formatBalance(before, 'toPay')} to={formatBalance(after, 'toPay')} />
    </p>
    <WillWaitNote waits={waits} />
  </>
)

const Done = ({ entered: { after, receipt_number } }: { entered: Entered }) => (
  <>
    Entered. {formatBalance(after, 'toPay')}.{' '}
    {receipt_number && <ReceiptLink number={receipt_number}>Receipt {receipt_number}</ReceiptLink>}
  </>
)

/** Takes an entry back, after showing the effect and asking for a reason. */
export function UndoEntry({ id, entry }: { id: string; entry: LedgerEntry }) {
  const [open, setOpen] = useState(false)
  const params = { id, entry: String(entry.id) }
  // An open form says itself that the request was just made.
  if (entry.waiting && !open) {
    return <WaitingActNote what="Taking it back" waiting={entry.waiting} />
  }
  return (
    <UndoForm
      labels={['Undo', ({ waits }) => labelOf(waits, 'Undo the entry')]}
      look={() => {
        setOpen(true)
        return call(previewUndo, { params })
      }}
      undo={(body) => call(undoEntry, { params, body })}
      changes={changedByBooks}
      done={({ waiting }) => waiting && <WaitingNote waiting={waiting} />}
    >
      {(effect) => <EffectLine effect={effect} />}
    </UndoForm>
  )
}
