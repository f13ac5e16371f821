import { type Day, isDay } from '#rules/calendar.ts'
import { TextField } from './field.tsx'

/** Days of a form, both included; empty for no limit. */
export interface DayRange {
  from: Day
  until: Day
}

export const isWrongOrder = ({ from, until }: DayRange): boolean =>
  isDay(from) && isDay(until) && until < from

interface Props {
  range: DayRange
  max?: Day
  /** Where everything around them is a filter, nobody expects that they are required. */
  optional?: boolean
  onChange: (name: keyof DayRange, day: Day) => void
}

/** Two fields, the second with an error while it is before the first. */
export const DayRangeFields = ({ range, max, optional = true, onChange }: Props) =>
  (['from', 'until'] as const).map((name) => (
    <TextField
      key={name}
      label={name === 'from' ? 'From' : 'Until'}
      optional={optional}
      type="date"
      className="tabular"
      max={max}
      error={name === 'until' && isWrongOrder(range) ? 'Choose the same day or a later one.' : null}
      value={range[name]}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ))
