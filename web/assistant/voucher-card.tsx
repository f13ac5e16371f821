import { Wifi } from 'lucide-react'
import { Link } from 'react-router'
import type { StkPushState } from '#contract/payments.ts'
import type { Voucher } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { isExpired } from '#rules/wifi.ts'
import { endedVoucherTexts, VoucherCode, voucherEndLabels } from '../wifi/voucher-code.tsx'
import { CallSupport } from './main-menu.tsx'
import type { Facts } from './use-facts.ts'

interface PaidBundleProps {
  push: StkPushState
  voucher: NonNullable<StkPushState['voucher']>
  /** The code is shown at once, before the success message, which follows after 2 s. */
  beforeMessage: boolean
  facts: Facts
  onLeave: () => void
}

/** The code of a paid bundle. If the payment was reported late, the voucher may have expired. */
export function PaidBundle({ push, voucher, beforeMessage, facts, onLeave }: PaidBundleProps) {
  const { bundle, mpesa_receipt_number } = push
  const { code, expires_at } = voucher
  const state = isExpired(new Date(expires_at), new Date()) ? 'expired' : 'active'
  const title = endedVoucherTexts[state] ?? `Your ${bundle?.data ?? 'wifi'} bundle is ready.`
  return (
    <VoucherCard
      title={beforeMessage ? 'M‑Pesa has confirmed your payment.' : title}
      voucher={{ code, name: bundle?.name ?? 'wifi', state, expires_at, mpesa_receipt_number }}
      facts={facts}
      onLeave={onLeave}
    />
  )
}

interface VoucherCardProps {
  title: string
  voucher: Pick<Voucher, 'code' | 'name' | 'state' | 'expires_at' | 'mpesa_receipt_number'>
  facts: Facts
  onLeave: () => void
}

/** A wifi code and how to use it. */
export function VoucherCard({ title, voucher, facts, onLeave }: VoucherCardProps) {
  const { code, name, state, expires_at, mpesa_receipt_number } = voucher
  const isEnded = endedVoucherTexts[state] !== null
  const network = facts.company?.wifi_network
  return (
    <>
      <div className={`assistant-message card ${isEnded ? 'warning' : 'success'}`}>
        <p className="message-title">
          <Wifi className="icon" aria-hidden="true" />
          <b>{title}</b>
        </p>
        <VoucherCode code={code} bundle={name} />
        <dl className="payment-facts">
          <dt>M‑Pesa code</dt>
          <dd>{mpesa_receipt_number || 'N/A'}</dd>
          <dt>{voucherEndLabels[state]}</dt>
          <dd>{formatDateTime(new Date(expires_at))}</dd>
        </dl>
        {isEnded && <CallSupport company={facts.company}>Stuck? Call</CallSupport>}
      </div>
      <p className="call-support">
        {!isEnded && (
          <>
            {network ? (
              <>
                Join <b>{network}</b>, open any website and enter the code.
              </>
            ) : (
              'Join the residence’s wifi, open any website and enter the code.'
            )}{' '}
          </>
        )}
        <Link to="/wifi" className="nowrap" prefetch="intent" onClick={onLeave}>
          My wifi
        </Link>
      </p>
    </>
  )
}
