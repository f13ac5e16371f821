import { formatVoucherCode } from '#rules/wifi.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import '../look/wifi-code.css'

interface Props {
  code: string
  /** The bundle it was paid for, `3GB, 3 days`. */
  bundle: string
  label?: string
}

/** A code as one reads it, and copies it: with its dash, which the hotspot takes too. */
export const ShownCode = ({ code, bundle, label = 'Your wifi code' }: Props) => (
  <div className="wifi-code">
    <p className="small">{label}</p>
    <p className="code" translate="no">
      {formatVoucherCode(code)}
    </p>
    <CopyButton
      text={formatVoucherCode(code)}
      label="Copy code"
      of={` of ${bundle}`}
      className="button light"
    />
  </div>
)
