import { Wifi } from 'lucide-react'
import { Link } from 'react-router'
import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ShownCode } from '../../wifi/shown-code.tsx'
import { endLabels, overWords } from '../../wifi/voucher-words.ts'
import { CallSupport } from '../call-support.tsx'
import type { Facts } from '../use-facts.ts'

interface Props {
  title: string
  voucher: Pick<Voucher, 'code' | 'name' | 'state' | 'expires_at' | 'mpesa_receipt_number'>
  facts: Facts
  onLeave: () => void
}

/** A wifi code and how to use it. */
export function VoucherCard({ title, voucher, facts, onLeave }: Props) {
  const { code, name, state, expires_at, mpesa_receipt_number } = voucher
  const over = overWords[state] !== null
  return (
    <>
      <div className={`message full ${over ? 'warn' : 'good'}`}>
        <p className="said">
          <Wifi className="icon" aria-hidden="true" />
          <b>{title}</b>
        </p>
        <ShownCode code={code} bundle={name} />
        <dl className="receipt">
          <dt>M-Pesa receipt</dt>
          <dd>{mpesa_receipt_number || 'N/A'}</dd>
          <dt>{endLabels[state]}</dt>
          <dd>{dateAndTime(new Date(expires_at))}</dd>
        </dl>
        {over && <CallSupport company={facts.company}>Stuck? Call</CallSupport>}
      </div>
      <p className="call">
        {!over && <HowTo network={facts.company?.wifi_network} />}
        <Link to="/wifi" className="nowrap" prefetch="intent" onClick={onLeave}>
          My wifi
        </Link>
      </p>
    </>
  )
}

const HowTo = ({ network }: { network: string | null | undefined }) => (
  <>
    {network ? (
      <>
        Join <b>{network}</b>, open any page, type the code.
      </>
    ) : (
      'Join the wifi of the residence, open any page, type the code.'
    )}{' '}
  </>
)
