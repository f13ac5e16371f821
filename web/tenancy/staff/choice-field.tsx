import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

interface Props {
  label: string
  /** Shown while nothing is chosen. */
  nothing: string
  options: readonly { value: string; words: string }[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  hint?: string
  problem?: string | null
}

/** One of a few. */
export function ChoiceField(props: Props) {
  const { label, nothing, options, value, onChange, disabled, hint, problem } = props
  const id = useId()
  const said = problem ?? hint
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input choice tabular"
        value={value}
        disabled={disabled}
        aria-invalid={Boolean(problem)}
        aria-describedby={said ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{nothing}</option>
        {options.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {said && (
        <p id={`${id}-hint`} className={problem ? 'field-error' : 'hint'}>
          {problem && <CircleAlert className="icon" aria-hidden="true" />}
          {said}
        </p>
      )}
    </div>
  )
}
