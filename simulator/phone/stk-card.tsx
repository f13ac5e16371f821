import { Delete } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A dialog of M-Pesa, always marked as simulated. */
export const StkCard = ({ children }: { children: ReactNode }) => (
  <div className="stk-card">
    <p className="stk-card-title" id="stk-title">
      <span className="stk-card-logo" />
      M-PESA <small>pretend</small>
    </p>
    {children}
  </div>
)

interface KeypadProps {
  typed: string
  onType: (text: string) => void
  onCancel?: () => void
}

const digits = '123456789'.split('')

/** A keypad for touch screens; a hardware keyboard types into the field. */
export const Keypad = ({ typed, onType, onCancel }: KeypadProps) => (
  <div className="keypad">
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

const PIN_LENGTH = 4

interface PinFieldProps extends ComponentProps<'input'> {
  value: string
}

/** Four boxes with a dot for each typed digit. */
export const PinField = ({ value, ...input }: PinFieldProps) => (
  <div className="pin-field">
    {Array.from({ length: PIN_LENGTH }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: four boxes, always the same
      <i key={place} className={place < value.length ? 'filled' : undefined} aria-hidden="true" />
    ))}
    <input
      {...input}
      value={value}
      // The keypad below replaces the device's keyboard, which would cover it.
      inputMode="none"
      autoComplete="off"
    />
  </div>
)
