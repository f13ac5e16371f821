import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { useFindCode } from './use-find-code.ts'

/** The reference of a payment, and below it where to find it, or what is wrong with it. */
export function ReferenceField({
  field,
  reference,
  type,
  complaint,
}: ReturnType<typeof useFindCode>['field']) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Payment reference
      </label>
      <input
        ref={field}
        id={id}
        className="input tabular"
        value={reference}
        onChange={({ target }) => type(target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={complaint !== null}
        aria-describedby={`${id}-about`}
      />
      <p
        id={`${id}-about`}
        className={complaint ? 'field-error' : 'hint'}
        role={complaint ? 'alert' : undefined}
      >
        {complaint && <CircleAlert className="icon" aria-hidden="true" />}
        <span>
          {complaint ?? 'It begins M-Pesa’s message about the payment, such as UKK9R7C3WD.'}
        </span>
      </p>
    </div>
  )
}
