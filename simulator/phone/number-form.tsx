import { type ReactNode, useState } from 'react'
import { INVALID_PHONE } from '#contract/form.ts'
import { toMsisdn } from '#rules/phone.ts'

interface Props {
  label: ReactNode
  /** What the address says and is no number. */
  written?: string | null
  action: string
  choose: (msisdn: string) => void
}

/** Whose phone shall this be? */
export function NumberForm({ label, written = null, action, choose }: Props) {
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
      <label className="label" htmlFor="ph-number">
        {label}
      </label>
      <input
        className="input tabular"
        id="ph-number"
        name="phone"
        type="tel"
        autoComplete="off"
        placeholder="0712 345 678"
        defaultValue={written ?? ''}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'ph-number-error' : undefined}
      />
      {wrong && (
        <p className="ph-error" id="ph-number-error" role="alert">
          {INVALID_PHONE}
        </p>
      )}
      <button type="submit" className="button mpesa block space-above">
        {action}
      </button>
    </form>
  )
}
