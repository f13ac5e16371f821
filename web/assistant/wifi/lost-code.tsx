import { ArrowLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import type { findVoucher } from '#contract/wifi.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { ReferenceField } from '../../wifi/reference-field.tsx'
import { useFindCode } from '../../wifi/use-find-code.ts'
import { overWords } from '../../wifi/voucher-words.ts'
import { CallSupport } from '../call-support.tsx'
import { MessageLog } from '../talk/message-log.tsx'
import type { Facts } from '../use-facts.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Props {
  facts: Facts
  /** What was said of payments meanwhile. */
  said: ReactNode
  onBack: () => void
  /** A link in it leads to another page. */
  onLeave: () => void
}

/** "Missing wifi code" as a talk. */
export function LostCode({ facts, said, onBack, onLeave }: Props) {
  const { busy, found, submit, field } = useFindCode()
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found) log.current?.focus()
  }, [found])
  return (
    <>
      <MessageLog ref={log}>
        {said}
        {found && <Found found={found} facts={facts} onLeave={onLeave} />}
      </MessageLog>
      <form className="ask" onSubmit={submit} noValidate>
        <p className="message">
          {found ? 'Another payment? Type its reference.' : 'Which payment was it?'}
        </p>
        <ReferenceField {...field} />
        <div className="ways">
          <button type="button" className="button secondary" onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden="true" />
            Back
          </button>
          <button type="submit" className="button" aria-busy={busy}>
            {busy ? <BusyIndicator /> : <Search className="icon" aria-hidden="true" />}
            {busy ? 'Looking...' : 'Find my code'}
          </button>
        </div>
      </form>
    </>
  )
}

/** What the reference led to; a code that may be another payment's comes below what is said of it. */
function Found({
  found: { status, message, voucher },
  facts,
  onLeave,
}: Pick<Props, 'facts' | 'onLeave'> & { found: Received<typeof findVoucher> }) {
  const sure = status === 'found' && voucher !== null
  return (
    <>
      {!sure && (
        <div className="message full warn">
          <p>{message}</p>
          {status === 'several' ? (
            <Link to="/wifi" className="nowrap" prefetch="intent" onClick={onLeave}>
              My wifi
            </Link>
          ) : (
            <CallSupport company={facts.company}>Stuck? Call</CallSupport>
          )}
        </div>
      )}
      {voucher && (
        <VoucherCard
          title={overWords[voucher.state] ?? (sure ? message : voucher.name)}
          voucher={voucher}
          facts={facts}
          onLeave={onLeave}
        />
      )}
    </>
  )
}
