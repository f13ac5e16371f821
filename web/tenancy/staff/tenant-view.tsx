import { useQuery } from '@tanstack/react-query'
import { getTenant } from '#contract/tenants.ts'
import { isMissing, query } from '../../api.ts'
import { Documents } from '../../documents/documents.tsx'
import { usePageTitle } from '../../layout/title.ts'
import { Permitted } from '../../permission.tsx'
import { errorMessage, WENT_WRONG } from '../../ui/error-message.ts'
import { FetchFailed } from '../../ui/message-plate.tsx'
import { BackToList, EmptyList } from './page-parts.tsx'
import { tenantsPath } from './paths.ts'
import { TenantCard } from './tenant-card.tsx'
import { Stays, TenancyActs } from './tenant-history.tsx'
import { TenantLedger } from './tenant-ledger.tsx'
import { RejectedPosts, TenantNotes } from './tenant-notes.tsx'
import { TenantDetails } from './tenant-record.tsx'

/** A tenant, with all data that staff may see. */
export function TenantView({ id }: { id: string }) {
  const { data: tenant, error, refetch } = useQuery(query(getTenant, { params: { id } }))
  usePageTitle(tenant?.full_name)
  return (
    <div className="page desk-page">
      <BackToList list={tenant?.room === null ? 'left' : 'here'} />
      {tenant ? (
        <div className="tenant-columns">
          <div className="stack-large">
            <TenantCard tenant={tenant} />
            <TenantLedger id={id} />
          </div>
          <div className="stack-large">
            <TenantDetails tenant={tenant} />
            <TenantNotes tenant={tenant} />
            <Permitted to="documents">
              <Documents documents={tenant.documents} name={tenant.full_name} />
            </Permitted>
            <Stays tenant={tenant} />
            <TenancyActs acts={tenant.acts} />
            <RejectedPosts tenant={tenant} />
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

const TenantSkeleton = () => (
  <div className="tenant-columns delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="plate padded stack">
      <div className="row tenant-name">
        <span className="avatar skeleton" aria-hidden="true" />
        <h1>Tenant</h1>
      </div>
      <span className="skeleton skeleton-text" />
      <span className="skeleton skeleton-box" />
    </div>
    <div className="plate padded stack" aria-hidden="true">
      <span className="skeleton skeleton-heading" />
      <span className="skeleton skeleton-box" />
    </div>
  </div>
)
