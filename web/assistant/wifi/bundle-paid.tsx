import type { PushState } from '#contract/payments.ts'
import type { Facts } from '../use-facts.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Props {
  push: PushState & { voucher: NonNullable<PushState['voucher']> }
  /** The code does not wait for the message, which comes after the spec's 2 s. */
  early: boolean
  facts: Facts
  onLeave: () => void
}

/** The code of a bundle that is paid. */
export const BundlePaid = ({ push, early, facts, onLeave }: Props) => (
  <VoucherCard
    title={early ? 'M-Pesa says yes.' : `Your ${dataOf(push)} bundle is ready.`}
    code={push.voucher.code}
    receipt={push.mpesa_receipt_number}
    expires_at={push.voucher.expires_at}
    facts={facts}
    onLeave={onLeave}
  />
)

/** `3GB` of `Wifi 3GB, 3 days` */
const dataOf = (push: PushState) => push.transaction_desc.replace(/^Wifi (.*?),.*/, '$1')
