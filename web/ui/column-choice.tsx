import { useState } from 'react'
import { SelectField } from './field.tsx'

type Columns = (string | null)[]

interface Props {
  headings: string[]
  /** What each heading stands for; null for a column that isn't used. */
  columns: Columns
  /** Labels of what is needed and has no column. */
  missing: string[]
  fields: { value: string; label: string }[]
  busy: boolean
  onChange: (columns: Columns) => void
}

/** Which column of a table stands for what. Once something was missing it stays open. */
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
