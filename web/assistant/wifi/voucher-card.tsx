import { Wifi } from 'lucide-react'
import { Link } from 'react-router'
import { dateAndTime } from '#rules/calendar.ts'
import { shownVoucherCode } from '#rules/wifi.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Facts } from '../use-facts.ts'

interface Props {
  title: string
  code: string
  /** M-Pesa's. */
  receipt: string
  /** ISO 8601. */
  expires_at: string
  facts: Facts
  onLeave: () => void
}

/** A wifi code and how to use it. */
export function VoucherCard({ title, code, receipt, expires_at, facts, onLeave }: Props) {
  const network = facts.company?.wifi_network
  return (
    <>
      <div className="msg full good">
        <p className="said">
          <Wifi className="ic" aria-hidden="true" />
          <b>{title}</b>
        </p>
        <p className="voucher">
          <span>Your wifi code</span>
          <b translate="no">{shownVoucherCode(code)}</b>
        </p>
        <div className="voucher-ways">
          <CopyButton text={code} label="Copy code" />
          <Link to="/wifi" className="btn sm quiet" prefetch="intent" onClick={onLeave}>
            My wifi
          </Link>
        </div>
        <dl className="receipt">
          <dt>M-Pesa receipt</dt>
          <dd>{receipt || 'N/A'}</dd>
          <dt>Good until</dt>
          <dd>{dateAndTime(new Date(expires_at))}</dd>
        </dl>
      </div>
      <p className="small muted">
        {network ? (
          <>
            Join <b>{network}</b>, open any page, type the code.
          </>
        ) : (
          'Join the wifi of the residence, open any page, type the code.'
        )}
      </p>
    </>
  )
}
