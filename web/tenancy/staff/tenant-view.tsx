import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { getTenantDeposit } from '#contract/deposits.ts'
import { getTenant } from '#contract/tenants.ts'
import { StaffAgreements } from '../../agreements/staff-agreements.tsx'
import { isMissing, query } from '../../api.ts'
import { TenantClaims } from '../../claims/staff-claims.tsx'
import { StaffDeposit } from '../../deposits/staff-deposit.tsx'
import { Documents } from '../../documents/documents.tsx'
import { usePageTitle } from '../../layout/title.ts'
import { StaffLetters } from '../../letters/staff-letters.tsx'
import { Permitted } from '../../permission.tsx'
import { errorMessage, WENT_WRONG } from '../../ui/error-message.ts'
import { FetchFailed } from '../../ui/message-plate.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { BackToList, EmptyList } from './page-parts.tsx'
import { tenantsPath } from './paths.ts'
import { TenantHead } from './tenant-head.tsx'
import { Stays, TenancyActs } from './tenant-history.tsx'
import { TenantLedger } from './tenant-ledger.tsx'
import { RejectedPosts, TenantNotes } from './tenant-notes.tsx'
import { TenantDetails } from './tenant-record.tsx'

/** A tenant, with all data that staff may see. */
export function TenantView({ id }: { id: string }) {
  const { data: tenant, error, refetch } = useQuery(query(getTenant, { params: { id } }))
  const { data: deposit } = useQuery(query(getTenantDeposit, { params: { id } }))
  usePageTitle(tenant?.full_name)
  return (
    <div className="page desk-page">
      <div className="row between wrap tenant-way">
        <BackToList list={tenant?.room === null ? 'left' : 'here'} />
        {tenant && <PartLinks />}
      </div>
      {tenant ? (
        <div className="tenant-page">
          <TenantHead tenant={tenant} />
          <div className="tenant-columns">
            <TenantLedger id={id} />
            <div className="plate joined">
              <Seldom part="deposit" title="Deposit" isUsed={(deposit?.held ?? 0) > 0}>
                <StaffDeposit id={id} />
              </Seldom>
              <StaffAgreements id={id} />
              <Seldom part="codes" title="M‑Pesa codes">
                <TenantClaims id={id} />
              </Seldom>
              <Seldom part="letters" title="Letters">
                <StaffLetters id={id} />
              </Seldom>
            </div>
            <div className="plate joined tenant-side">
              <Seldom part="details" title="Details">
                <TenantDetails tenant={tenant} />
              </Seldom>
              <Seldom part="notes" title="Notes" isUsed={tenant.notes.length > 0}>
                <TenantNotes tenant={tenant} />
              </Seldom>
              <Permitted to="documents">
                <Seldom part="documents" title="Documents">
                  <Documents
                    documents={tenant.documents}
                    name={tenant.full_name}
                    addTo={tenant.id}
                  />
                </Seldom>
              </Permitted>
              <Seldom part="stays" title="Room history">
                <Stays tenant={tenant} />
              </Seldom>
              <Seldom part="acts" title="Changes by staff">
                <TenancyActs tenant={tenant} />
              </Seldom>
              <RejectedPosts tenant={tenant} />
            </div>
          </div>
        </div>
      ) : error && isMissing(error) ? (
        <EmptyList
          level={1}
          title="Tenant not found"
          text="The link may be old, or belong to another residence."
          link={{ to: tenantsPath(), label: 'All tenants' }}
        />
      ) : error ? (
        <FetchFailed
          level={1}
          title="We couldn’t open this tenant’s page"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <TenantSkeleton />
      )}
    </div>
  )
}

/** From this width on, the page has two columns or is short enough. */
const WIDE = '(min-width: 720px)'

interface SeldomProps {
  /** The id of the part's heading, to which links lead. */
  part: string
  title: string
  /** Whether the part contains something that staff should see. */
  isUsed?: boolean
  children: ReactNode
}

/** A part folded on a phone, where the page would be very long. Turning the phone keeps text typed in it. */
function Seldom({ part, title, isUsed = false, children }: SeldomProps) {
  const { hash } = useLocation()
  const isWide = useMedia(WIDE)
  const isMeant = hash === `#${part}`
  const folder = useRef<HTMLDetailsElement>(null)
  // The browser looked for the target of the link before the page's data was loaded, so this scrolls to it.
  useEffect(() => {
    if (isMeant) folder.current?.scrollIntoView()
  }, [isMeant])
  return (
    <details className="seldom" ref={folder} open={isWide || isUsed || isMeant}>
      <summary>
        {title}
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}

/** Links to the parts of the page that are open on a phone; the folded ones follow them as a list. */
const PartLinks = () => (
  <nav className="part-links" aria-label="On this page">
    <a href="#agreements">Promises and plans</a>
    <a href="#notes">Notes</a>
  </nav>
)

const TenantSkeleton = () => (
  <div className="tenant-page delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="wall-head">
      <div className="tenant-head">
        <span className="skeleton head-window" aria-hidden="true" />
        <div className="head-name stack-small">
          <h1 className="visually-hidden">Tenant</h1>
          <span className="skeleton skeleton-heading" aria-hidden="true" />
          <span className="skeleton skeleton-text" aria-hidden="true" />
          <span className="skeleton skeleton-bar" aria-hidden="true" />
        </div>
        <div className="head-balance" aria-hidden="true">
          <span className="skeleton skeleton-bar" />
        </div>
        <div className="head-acts" aria-hidden="true">
          <span className="skeleton skeleton-bar" />
        </div>
      </div>
    </div>
    <div className="tenant-columns" aria-hidden="true">
      <div className="plate padded stack">
        <span className="skeleton skeleton-heading" />
        <span className="skeleton skeleton-box" />
      </div>
      <div className="plate padded stack tenant-side">
        <span className="skeleton skeleton-heading" />
        <span className="skeleton skeleton-box" />
      </div>
    </div>
  </div>
)
