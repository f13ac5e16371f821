import type { ComponentProps } from 'react'

const pin_length = 4

interface Props extends ComponentProps<'input'> {
  value: string
}

/** Four boxes; what is typed shows as dots in them. */
export const PinField = ({ value, ...input }: Props) => (
  <div className="pin">
    {Array.from({ length: pin_length }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: four boxes, always the same
      <i key={place} className={place < value.length ? 'on' : undefined} aria-hidden="true" />
    ))}
    <input
      {...input}
      value={value}
      // The pad below is the keyboard; the device's own would cover it.
      inputMode="none"
      autoComplete="off"
    />
  </div>
)
