import { Delete } from 'lucide-react'

interface Props {
  onDigit: (digit: string) => void
  onDelete: () => void
  onCancel: () => void
}

const digits = '123456789'.split('')

/** The keys of a phone, for fingers; a keyboard types into the PIN itself. */
export const PinPad = ({ onDigit, onDelete, onCancel }: Props) => (
  <div className="padk">
    {digits.map((digit) => (
      <button key={digit} type="button" className="num" onClick={() => onDigit(digit)}>
        {digit}
      </button>
    ))}
    <button type="button" className="cancel" onClick={onCancel}>
      Cancel
    </button>
    <button type="button" className="num" onClick={() => onDigit('0')}>
      0
    </button>
    <button type="button" aria-label="Delete the last digit" onClick={onDelete}>
      <Delete className="ic" aria-hidden="true" />
    </button>
  </div>
)
