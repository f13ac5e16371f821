import type { StkPushState } from '#contract/payments.ts'
import { isExpired } from '#rules/wifi.ts'
import { overWords } from '../../wifi/voucher-words.ts'
import type { Facts } from '../use-facts.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Props {
  push: StkPushState
  voucher: NonNullable<StkPushState['voucher']>
  /** The code does not wait for the message, which comes after the spec's 2 s. */
  early: boolean
  facts: Facts
  onLeave: () => void
}

/** The code of a bundle that is paid; money that was learnt of late may have bought time that is over. */
export function BundlePaid({ push, voucher, early, facts, onLeave }: Props) {
  const { bundle, mpesa_receipt_number } = push
  const { code, expires_at } = voucher
  const state = isExpired(new Date(expires_at), new Date()) ? 'expired' : 'active'
  const paid = overWords[state] ?? `Your ${bundle?.data ?? 'wifi'} bundle is ready.`
  return (
    <VoucherCard
      title={early ? 'M-Pesa says yes.' : paid}
      voucher={{ code, name: bundle?.name ?? 'wifi', state, expires_at, mpesa_receipt_number }}
      facts={facts}
      onLeave={onLeave}
    />
  )
}
