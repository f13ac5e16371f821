import { CircleAlert } from 'lucide-react'
import { ksh } from '#rules/money.ts'

interface Props {
  typed: string
  most: number
  wrong: boolean
  onType: (typed: string) => void
}

/** How much of an amount with cents is credited. */
export const WholeShillings = ({ typed, most, wrong, onType }: Props) => (
  <div className="field">
    <label className="label" htmlFor="whole-shillings">
      Whole shillings to credit
    </label>
    <input
      id="whole-shillings"
      className="input tabular"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      aria-invalid={wrong}
      aria-describedby="whole-shillings-hint"
      onChange={({ target }) => onType(target.value)}
    />
    {wrong ? (
      <p id="whole-shillings-hint" className="field-error">
        <CircleAlert className="icon" aria-hidden="true" />
        Please enter whole shillings, at most {ksh(most)}.
      </p>
    ) : (
      <p id="whole-shillings-hint" className="hint">
        At most {ksh(most)}.
      </p>
    )}
  </div>
)
