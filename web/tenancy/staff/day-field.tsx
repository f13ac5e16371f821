import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Day } from '#rules/calendar.ts'

interface Props {
  label: string
  day: Day
  onChange: (day: Day) => void
  min: Day | undefined
  max: Day | undefined
  hint: string
  /** What is wrong with the day, said as soon as it is chosen. */
  problem: string | null
  /** Offered at one press, where it makes sense. */
  today?: Day
}

/** A calendar day. */
export function DayField({ label, day, onChange, min, max, hint, problem, today }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="day">
        <input
          id={id}
          className="input tabular"
          type="date"
          min={min}
          max={max}
          value={day}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
        />
        {today && (
          <button type="button" className="button quiet" onClick={() => onChange(today)}>
            Today<span className="visually-hidden">: {label}</span>
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className={problem ? 'field-error' : 'hint'}>
        {problem && <CircleAlert className="icon" aria-hidden="true" />}
        {problem ?? hint}
      </p>
    </div>
  )
}
