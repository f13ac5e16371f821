import { type FormEvent, useState } from 'react'
import type { Received } from '#contract/endpoint.ts'
import { findVoucher, missing_reference } from '#contract/wifi.ts'
import { call } from '../api.ts'
import { FormField } from '../auth/form-field.tsx'
import { BusyPanes } from '../ui/busy-panes.tsx'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'
import { FoundCode } from './found-code.tsx'

type Found = Received<typeof findVoucher>

/** "Missing wifi code": asks for the payment reference only (spec 5). */
export function FindCode() {
  const [reference, setReference] = useState('')
  const [missing, setMissing] = useState(false)
  const { act, busy, result, error } = useAct<Found>()

  function find(event: FormEvent) {
    event.preventDefault()
    setMissing(reference.trim() === '')
    if (reference.trim() !== '') {
      void act('find', () => call(findVoucher, { body: { reference } }))
    }
  }
  return (
    <section className="plate pad" aria-labelledby="find-code">
      <h2 id="find-code">Paid, but no code?</h2>
      <form className="stack mt" onSubmit={find} noValidate>
        <FormField
          id="payment-reference"
          label="Payment reference"
          hint="It begins M-Pesa’s message about the payment, such as UKK9R7C3WD."
          error={missing ? missing_reference : undefined}
          value={reference}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setReference(target.value)
            setMissing(false)
          }}
        />
        <button type="submit" className="btn sec block" aria-busy={busy !== null}>
          {busy ? 'Looking...' : 'Find my code'}
          {busy && <BusyPanes />}
        </button>
        {error && <Note kind="error">{error.message}</Note>}
        <div role="status" className="empty:mt-0">
          {result && <FoundCode found={result} />}
        </div>
      </form>
    </section>
  )
}
