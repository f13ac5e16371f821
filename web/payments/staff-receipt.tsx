import { useState } from 'react'
import { etimsForm, getReceipt, type Receipt, setEtimsNumber } from '#contract/receipts.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { useAction } from '../ui/use-action.ts'
import { TakeBack, TakenByMpesa } from './take-back.tsx'
import '../styles/staff.css'

/** The actions of staff on a receipt. */
export function StaffReceipt({ receipt }: { receipt: Receipt }) {
  const { number, amount, kind, voided, mpesa_receipt_number: code, ...payment } = receipt
  const mpesa_receipt_number = code === 'N/A' ? null : code
  const taken = {
    ...{ number, waiting: receipt.waiting },
    payment: { ...payment, amount, kind, mpesa_receipt_number, voided: voided !== null },
  }
  return (
    <>
      {amount > 0 && kind !== 'correction' && !voided && <EtimsNumber receipt={receipt} />}
      <div className="on-screen take-back">
        <TakeBack {...taken} />
        <TakenByMpesa {...taken} />
      </div>
    </>
  )
}

/** The number of KRA's eTIMS invoice, which staff enter for a receipt. */
function EtimsNumber({ receipt }: { receipt: Receipt }) {
  const [open, setOpen] = useState(false)
  const { etims_number } = receipt
  return (
    <Permitted to="money">
      <div className="on-screen">
        {open ? (
          <EtimsForm key={etims_number} receipt={receipt} onDone={() => setOpen(false)} />
        ) : (
          <Button variant="quiet" className="etims-open" onClick={() => setOpen(true)}>
            {etims_number ? 'Change the eTIMS number' : 'Add the eTIMS number'}
          </Button>
        )}
      </div>
    </Permitted>
  )
}

function EtimsForm({ receipt, onDone }: { receipt: Receipt; onDone: () => void }) {
  const { number, etims_number: was } = receipt
  const form = useSchemaForm(etimsForm, { defaultValues: { number: was ?? '' } })
  const { errors } = form.formState
  const { run, busy, error } = useAction(
    (now: { number: string }) => call(setEtimsNumber, { params: { number }, body: { was, now } }),
    { changes: [getReceipt], onSuccess: onDone },
  )
  return (
    <form
      className="suggestion stack-small"
      noValidate
      onSubmit={submitOnce(
        busy,
        form.handleSubmit((now) => void run(now)),
      )}
    >
      <TextField
        label="eTIMS invoice number"
        hint={`As KRA gave it. It’s on the receipt and its PDF.${was ? ' Blank takes it away.' : ''}`}
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus
        error={errors.number?.message}
        announce
        {...form.register('number')}
      />
      <div className="row wrap">
        <SubmitButton busy={busy}>Save the number</SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ActionResult
        success={null}
        error={error}
        fallback="It couldn’t be saved. Please try again."
      />
    </form>
  )
}
