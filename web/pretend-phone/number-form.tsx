import { useState } from 'react'
import { invalid_phone } from '#contract/payments.ts'
import { toMsisdn } from '#rules/phone.ts'

interface Props {
  /** What the address says and is no number. */
  written: string | null
  choose: (msisdn: string) => void
}

/** Whose phone shall this be? */
export function NumberForm({ written, choose }: Props) {
  const [wrong, setWrong] = useState(written !== null)
  return (
    <form
      className="ph-number"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('phone')
        const msisdn = toMsisdn(String(typed))
        setWrong(msisdn === null)
        if (msisdn) choose(msisdn)
      }}
    >
      <label className="lab" htmlFor="ph-number">
        Whose phone is this?
      </label>
      <input
        className="in num"
        id="ph-number"
        name="phone"
        type="tel"
        autoComplete="off"
        placeholder="0712 345 678"
        defaultValue={written ?? ''}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'ph-number-error' : 'ph-number-hint'}
      />
      {wrong ? (
        <p className="ph-error" id="ph-number-error" role="alert">
          {invalid_phone}
        </p>
      ) : (
        <p className="ph-hint" id="ph-number-hint">
          The number that is asked to pay.
        </p>
      )}
      <button type="submit" className="btn mpesa block mt">
        Use this number
      </button>
    </form>
  )
}
