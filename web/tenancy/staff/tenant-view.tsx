import { useQuery } from '@tanstack/react-query'
import { getTenant } from '#contract/tenancy.ts'
import { ApiError, query } from '../../api.ts'
import { Documents } from '../../documents/documents.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { BackToTenants } from './back-link.tsx'
import { EmptyList } from './empty-list.tsx'
import { Stays } from './stays.tsx'
import { TenantDetails } from './tenant-details.tsx'
import { TenantPlate } from './tenant-plate.tsx'

const isUnknown = (error: Error) => error instanceof ApiError && [400, 404].includes(error.status)

/** A person: their room and balance, what they wrote, and where they have lived. */
export function TenantView({ id }: { id: string }) {
  const { data: tenant, error, refetch } = useQuery(query(getTenant, { params: { id } }))
  return (
    <div className="page desk-page">
      <BackToTenants left={tenant?.room === null} />
      {tenant ? (
        <div className="tenant-cols">
          <TenantPlate tenant={tenant} />
          <div className="stack">
            <TenantDetails tenant={tenant} />
            <Documents documents={tenant.documents} name={tenant.full_name} />
          </div>
          <Stays tenant={tenant} />
        </div>
      ) : error && isUnknown(error) ? (
        <EmptyList
          title="There is no such tenant"
          text="The link may be old, or of another house."
        />
      ) : error ? (
        <LoadError
          message={errorMessage(error, 'The tenant could not be fetched.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <PersonSkeleton />
      )}
    </div>
  )
}

const PersonSkeleton = () => (
  <div className="tenant-cols patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="plate pad stack" aria-hidden="true">
      <span className="skeleton h-12 w-56 max-w-full" />
      <span className="skeleton h-14 w-40 max-w-full" />
      <span className="skeleton h-32" />
    </div>
    <div className="plate pad stack" aria-hidden="true">
      <span className="skeleton h-7 w-40 max-w-full" />
      <span className="skeleton h-56" />
    </div>
  </div>
)
