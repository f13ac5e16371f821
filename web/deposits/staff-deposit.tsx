import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import {
  addDeductionPhoto,
  type Deposit,
  type DepositEntry,
  depositForm,
  enterDeposit,
  getTenantDeposit,
  previewDeposit,
  previewDepositUndo,
  type ShownDepositEffect,
  undoDeposit,
} from '#contract/deposits.ts'
import { dayOf } from '#rules/calendar.ts'
import {
  type DepositForm,
  depositNeedsReason,
  depositNeedsReference,
  isDepositMoney,
} from '#rules/deposit.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { labelOf, WaitingNote, WillWaitNote } from '../approvals/waiting-note.tsx'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { Permitted } from '../permission.tsx'
import { EntryFields } from '../tenancy/staff/entry-fields.tsx'
import { Change } from '../tenancy/staff/move-summary.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { SelectField } from '../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PictureButton, PictureError, shrunk } from '../ui/picture-button.tsx'
import { PreviewedButtons } from '../ui/previewed-buttons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { UndoForm } from '../ui/undo-form.tsx'
import { useAction } from '../ui/use-action.ts'
import { DepositEntries, depositSentence } from './deposit-entries.tsx'

/** A tenant's deposit on their page: what is held, its entries, and the forms for new ones. */
export function StaffDeposit({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(getTenantDeposit, { params: { id } }))
  const [open, setOpen] = useState(false)
  return (
    <section className="plate padded stack tenant-ledger" aria-labelledby="deposit">
      <div>
        <h2 id="deposit">Deposit</h2>
        {data && (
          <p className="tabular" role="status">
            <b>{ksh(data.held)} held.</b>{' '}
            <span className={data.refund && data.refund.days_left < 0 ? 'owed' : 'muted'}>
              {depositSentence(data, false)}
            </span>
          </p>
        )}
      </div>
      {data && (
        <Permitted to="money">
          {open ? (
            <DepositEntryForm id={id} deposit={data} onClose={() => setOpen(false)} />
          ) : (
            <div>
              <Button variant="secondary compact" icon={HandCoins} onClick={() => setOpen(true)}>
                {data.refund ? 'Give it back, or deduct' : 'Enter a deposit or deduction'}
              </Button>
            </div>
          )}
        </Permitted>
      )}
      {data && data.entries.length > 0 && (
        <DepositEntries
          entries={data.entries}
          actions={(entry) =>
            entry.can_undo && (
              <Permitted to="money">
                <UndoDeposit id={id} entry={entry} />
              </Permitted>
            )
          }
        />
      )}
      {error && !data && (
        <LoadError
          message={errorMessage(error, 'The deposit couldn’t be loaded.')}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton lines={['text', 'bar']} />}
    </section>
  )
}

const kinds: { value: DepositForm; label: string }[] = [
  { value: 'cash', label: 'Deposit received in cash' },
  { value: 'bank', label: 'Deposit received by bank transfer' },
  { value: 'from_rent', label: 'Move rent they paid ahead to the deposit' },
  { value: 'deducted', label: 'Deduct for damage or loss' },
  { value: 'to_rent', label: 'Pay what they owe from the deposit' },
  { value: 'refund', label: 'Give the deposit back' },
  { value: 'opening', label: 'Already held, no money today' },
]

const fields = ['kind', 'amount', 'on', 'reference', 'reason'] as const

interface FormProps {
  id: string
  deposit: Deposit
  onClose: () => void
}

function DepositEntryForm({ id, deposit: { held, to_pay, refund }, onClose }: FormProps) {
  const today = dayOf(new Date())
  const params = { id }
  const suggested = refund ? held : to_pay
  const form = useSchemaForm(depositForm, {
    defaultValues: {
      kind: refund ? 'refund' : 'cash',
      amount: suggested > 0 ? String(suggested) : '',
      on: today,
      reference: '',
      reason: '',
    },
  })
  const { errors } = form.formState
  const act = usePreviewedForm(form, {
    fields,
    changes: changedByBooks,
    look: (body) => call(previewDeposit, { params, body }),
    enter: (entry, sent) => call(enterDeposit, { params, body: { entry, ...sent } }),
    onEntered: () =>
      form.reset({
        kind: form.getValues('kind'),
        amount: '',
        on: today,
        reference: '',
        reason: '',
      }),
  })
  const { effect, result } = act
  const sending = useAction(
    async (file: File) =>
      call(addDeductionPhoto, { params, body: {}, files: { picture: await shrunk(file) } }),
    { onSuccess: ({ document_id }) => form.setValue('document_id', document_id) },
  )
  const { kind, document_id } = form.watch()
  return (
    <form className="suggestion stack" noValidate onSubmit={act.submit}>
      <SelectField
        label="Kind of entry"
        options={kinds}
        error={errors.kind?.message}
        {...form.register('kind')}
      />
      <EntryFields
        register={(name) => form.register(name)}
        errors={errors}
        today={today}
        asks={{
          day: isDepositMoney(kind),
          reference: depositNeedsReference(kind) ? (kind === 'bank' ? 'bank' : 'code') : null,
          reason: depositNeedsReason(kind),
        }}
      />
      {kind === 'deducted' && (
        <div className="row wrap">
          <PictureButton
            name="What the deduction is for"
            label={document_id ? 'Choose another picture' : 'Add a picture'}
            busy={sending.busy}
            onPicked={(file) => void sending.run(file)}
          />
          {Boolean(document_id) && (
            <span className="small muted" role="status">
              The picture is added. The tenant sees it.
            </span>
          )}
        </div>
      )}
      {sending.error && <PictureError error={sending.error} />}
      {errors.root?.refused && (
        <FormError id="deposit-error">{errors.root.refused.message}</FormError>
      )}
      <PreviewedButtons
        act={act}
        label={labelOf(effect?.waits, 'Save the entry')}
        onClose={onClose}
      >
        {effect && <EffectLines effect={effect} />}
      </PreviewedButtons>
      <ActionResult
        takesFocus
        success={
          result &&
          !result.waiting && (
            <>
              Entered. {ksh(result.held.after)} held.{' '}
              {result.receipt_number && (
                <ReceiptLink number={result.receipt_number}>
                  Receipt {result.receipt_number}
                </ReceiptLink>
              )}
            </>
          )
        }
        error={act.error}
        fallback="It couldn’t be saved. Please try again: it won’t be entered twice."
      />
      <WaitingNote waiting={result?.waiting} />
    </form>
  )
}

/** The deposit before and after, and the rent owed if that changes too. */
const EffectLines = ({
  effect: { full_name, held, owes, waits },
}: {
  effect: ShownDepositEffect
}) => (
  <>
    <p>
      Deposit of {full_name}: <Change from={ksh(held.before)} to={ksh(held.after)} />
    </p>
    {owes.before !== owes.after && (
      <p>
        Rent:{' '}
        <Change
          from={formatBalance(owes.before, 'toPay')}
          to={formatBalance(owes.after, 'toPay')}
        />
      </p>
    )}
    <WillWaitNote waits={waits} />
  </>
)

/** Takes an entry back, after showing the effect and asking for a reason. */
function UndoDeposit({ id, entry }: { id: string; entry: DepositEntry }) {
  const params = { id, entry: String(entry.id) }
  return (
    <UndoForm
      labels={['Undo', ({ waits }) => labelOf(waits, 'Undo the entry')]}
      look={() => call(previewDepositUndo, { params })}
      undo={(body) => call(undoDeposit, { params, body })}
      changes={changedByBooks}
      done={({ waiting }) => waiting && <WaitingNote waiting={waiting} />}
    >
      {(effect) => <EffectLines effect={effect} />}
    </UndoForm>
  )
}
