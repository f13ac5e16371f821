import { ArrowLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import type { findVoucher } from '#contract/wifi.ts'
import { Button } from '../ui/button.tsx'
import { ReferenceField, useFindCode } from '../wifi/find-code.tsx'
import { endedVoucherTexts } from '../wifi/voucher-code.tsx'
import { CallSupport } from './main-menu.tsx'
import { MessageLog } from './transcript.tsx'
import type { Facts } from './use-facts.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Props {
  facts: Facts
  transcript: ReactNode
  onBack: () => void
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** "Missing wifi code": the code of a payment by its M-Pesa reference. */
export function LostCode({ facts, transcript, onBack, onLeave }: Props) {
  const { busy, found, submit, field } = useFindCode()
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found) log.current?.focus()
  }, [found])
  return (
    <>
      <MessageLog ref={log}>
        {transcript}
        {found && <SearchResult found={found} facts={facts} onLeave={onLeave} />}
      </MessageLog>
      <form className="prompt-form" onSubmit={submit} noValidate>
        <p className="assistant-message">
          {found ? 'Another payment? Type its M‑Pesa code.' : 'Which payment was it?'}
        </p>
        <ReferenceField {...field} />
        <div className="form-actions">
          <Button
            type="submit"
            icon={Search}
            busy={busy}
            busyLabel="Looking..."
            disabled={!facts.online}
          >
            Find my code
          </Button>
          <Button variant="secondary" icon={ArrowLeft} onClick={onBack}>
            Back
          </Button>
        </div>
      </form>
    </>
  )
}

interface SearchResultProps extends Pick<Props, 'facts' | 'onLeave'> {
  found: Received<typeof findVoucher>
}

/** The result of the search. A code that may belong to another payment is shown below the explanation. */
function SearchResult({ found: { status, message, voucher }, facts, onLeave }: SearchResultProps) {
  const isCertain = status === 'found' && voucher !== null
  return (
    <>
      {!isCertain && (
        <div className="assistant-message card warning">
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
          title={endedVoucherTexts[voucher.state] ?? (isCertain ? message : voucher.name)}
          voucher={voucher}
          facts={facts}
          onLeave={onLeave}
        />
      )}
    </>
  )
}
