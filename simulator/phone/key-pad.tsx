import { Delete } from 'lucide-react'

interface Props {
  typed: string
  onType: (text: string) => void
  onCancel?: () => void
}

const digits = '123456789'.split('')

/** The keys of a phone, for thumbs; a keyboard types into the field itself. */
export const KeyPad = ({ typed, onType, onCancel }: Props) => (
  <div className="padk">
    {digits.map((digit) => (
      <button key={digit} type="button" className="tabular" onClick={() => onType(typed + digit)}>
        {digit}
      </button>
    ))}
    {onCancel ? (
      <button type="button" className="cancel" onClick={onCancel}>
        Cancel
      </button>
    ) : (
      <span />
    )}
    <button type="button" className="tabular" onClick={() => onType(`${typed}0`)}>
      0
    </button>
    <button
      type="button"
      aria-label="Delete the last digit"
      onClick={() => onType(typed.slice(0, -1))}
    >
      <Delete className="icon" aria-hidden="true" />
    </button>
  </div>
)
