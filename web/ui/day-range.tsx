import { type Day, isDay } from '#rules/calendar.ts'
import { TextField } from './field.tsx'

/** The first and the last day typed into a form; empty for no limit. */
export interface DayRange {
  from: Day
  until: Day
}

export const isWrongOrder = ({ from, until }: DayRange): boolean =>
  isDay(from) && isDay(until) && until < from

interface Props {
  range: DayRange
  max?: Day
  /** Whether the fields are marked as optional, which isn't needed among filters. */
  optional?: boolean
  onChange: (name: keyof DayRange, day: Day) => void
}

/** Two date fields; the second shows an error while its day is before the first. */
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
