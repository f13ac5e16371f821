import { useState } from 'react'
import { SelectField } from './field.tsx'

type Columns = (string | null)[]

interface Props {
  headings: string[]
  /** The field that each heading stands for; null for a column that isn't used. */
  columns: Columns
  /** Labels of the required fields that have no column. */
  missing: string[]
  fields: { value: string; label: string }[]
  busy: boolean
  onChange: (columns: Columns) => void
}

/** Chooses the field for each column of a table. It stays open once a required field was missing. */
export function ColumnChoice({ headings, columns, missing, fields, busy, onChange }: Props) {
  const [wasMissing, setWasMissing] = useState(false)
  if (missing.length > 0 && !wasMissing) setWasMissing(true)
  const unused = headings.filter((_, at) => columns[at] === null)
  return (
    <details className="column-choice" open={wasMissing}>
      <summary>
        {headings.length - unused.length} of {headings.length} columns are used
        {unused.length > 0 && <span className="muted"> (not used: {unused.join(', ')})</span>}
      </summary>
      <div className="column-fields">
        {headings.map((heading, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may be equal, and never change their order
            key={at}
            label={heading || `Column ${at + 1}`}
            disabled={busy}
            options={[{ value: '', label: 'Not used' }, ...fields]}
            value={columns[at] ?? ''}
            onChange={({ target }) =>
              onChange(
                columns.map((name, index) =>
                  index === at ? target.value || null : name === target.value ? null : name,
                ),
              )
            }
          />
        ))}
      </div>
    </details>
  )
}
