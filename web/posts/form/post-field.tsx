import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'

interface Props {
  id: string
  label: string
  hint: string
  value: string
  most: number
  error: string | undefined
  /** Lines of a text; a single line without it. */
  rows?: number
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  readOnly: boolean
  onType: (value: string) => void
}

/** From this share of what fits on, it is said how much is left. */
const near = 0.8

function left(value: string, most: number): string | null {
  const length = value.trim().length
  if (length < most * near) return null
  const rest = Math.abs(most - length)
  const noun = rest === 1 ? 'character' : 'characters'
  return length > most ? `${rest} ${noun} too many` : `${rest} ${noun} left`
}

/** A line or a text, with what is left of its room once that becomes little. */
export function PostField({ id, label, hint, value, most, error, rows, ...more }: Props) {
  const { field, readOnly, onType } = more
  const counter = left(value, most)
  const props = {
    id,
    value,
    readOnly,
    dir: 'auto',
    'aria-required': true,
    'aria-invalid': error !== undefined,
    'aria-describedby': counter ? `${id}-told ${id}-left` : `${id}-told`,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {rows ? (
        <textarea
          {...props}
          className="input grows"
          rows={rows}
          ref={field as RefObject<HTMLTextAreaElement>}
        />
      ) : (
        <input
          {...props}
          className="input"
          autoComplete="off"
          ref={field as RefObject<HTMLInputElement>}
        />
      )}
      <div className="told">
        <p id={`${id}-told`} className={error ? 'field-error' : 'hint'}>
          {error && <CircleAlert className="icon" aria-hidden="true" />}
          {error ?? hint}
        </p>
        {counter && (
          <p id={`${id}-left`} className="hint tabular nowrap">
            {counter}
          </p>
        )}
      </div>
    </div>
  )
}
