import { formatVoucherCode, type VoucherState } from '#rules/wifi.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import './voucher-code.css'

/** Why a voucher can no longer be used; its code is shown all the same. */
export const endedVoucherTexts: Record<VoucherState, string | null> = {
  active: null,
  used_up: 'This bundle’s data is used up.',
  expired: 'This bundle’s time is up.',
}

/** Shown before the time at which a voucher expires. */
export const voucherEndLabels: Record<VoucherState, string> = {
  active: 'Good until',
  used_up: 'Ends',
  expired: 'Ended',
}

interface Props {
  code: string
  /** The bundle it was paid for, `3GB, 3 days`. */
  bundle: string
  label?: string
}

/** A code with its dash, which the hotspot accepts too, and a button that copies it. */
export const VoucherCode = ({ code, bundle, label = 'Your wifi code' }: Props) => (
  <div className="voucher-code">
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
