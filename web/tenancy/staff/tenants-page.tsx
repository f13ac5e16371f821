import { DoorOpen, FileUp } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { listFormerTenants } from '#contract/tenants.ts'
import { formatDay } from '#rules/calendar.ts'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { useCompany } from '../../layout/root-data.ts'
import { pageTitle } from '../../layout/title.ts'
import { usePageParameter } from '../../page-query.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { Permitted } from '../../permission.tsx'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED } from '../../ui/message-plate.tsx'
import { EmptyList, RowsSkeleton, TenancyNav } from './page-parts.tsx'
import { type TenantsTab, tenantPath } from './paths.ts'
import { TenantList } from './tenant-list.tsx'
import { TenantView } from './tenant-view.tsx'
import { fetchErrorMessage } from './use-tenants.ts'
import './moving.css'
import './tenants.css'

export const meta = pageTitle('Tenants')

/** The list of tenants, or one of them. */
export default function TenantsPage() {
  const { id } = useParams()
  return (
    <RequireStaff title={id === undefined ? 'The tenants' : 'This tenant'}>
      {id === undefined ? <Tenants /> : <TenantView key={id} id={id} />}
    </RequireStaff>
  )
}

function Tenants() {
  const { slug } = useCompany()
  const shown: TenantsTab = usePageParameter('show') === 'left' ? 'left' : 'here'
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>Tenants</h1>
          <p className="muted">
            {shown === 'here'
              ? 'Everyone living here or moving in.'
              : 'Everyone who has left, newest first, and what they still owe.'}
          </p>
        </div>
        <TenancyNav current={shown} />
      </div>
      {shown === 'here' && (
        <p className="row wrap tenants-actions">
          <Permitted to="tenancies">
            <Link className="button secondary compact" to={`/auth/onboard/${slug}`}>
              <DoorOpen className="icon" aria-hidden="true" />
              Move somebody in
            </Link>
          </Permitted>
          <Permitted to="tables">
            <Link className="button secondary compact" to="/staff/import/tenants">
              <FileUp className="icon" aria-hidden="true" />
              Import tenants
            </Link>
          </Permitted>
        </p>
      )}
      {shown === 'here' ? <TenantList /> : <FormerList />}
    </div>
  )
}

/** Past tenants, latest departure first, with their remaining balances. */
function FormerList() {
  const list = useInfiniteList(listFormerTenants, '', (page) => ({ query: page }))
  const tenants = list.pages?.flat()
  const retry = () => list.refetch()
  const failure = list.error && fetchErrorMessage(list.error, 'Tenants')
  if (!tenants) {
    return (
      <div className="space-above">
        {failure ? (
          <FetchFailed title={LIST_FAILED} message={failure} onRetry={retry} />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    )
  }
  if (tenants.length === 0) {
    return (
      <EmptyList
        title="Nobody has left"
        text="Tenants who leave are listed here with their closing balance."
      />
    )
  }
  return (
    <div className="stack space-above">
      <section className="plate tenant-table" aria-label="Former tenants">
        <div className="tenant-rows-head sum-last" aria-hidden="true">
          <span>Name</span>
          <span>Room</span>
          <span>Left</span>
          <span>Closing balance</span>
        </div>
        <ul className="tenant-rows sum-last">
          {tenants.map(({ id, full_name, room, left_on, balance }) => (
            <li key={`${id}-${left_on}-${room}`}>
              <Link className="row-link" to={tenantPath(id)}>
                {full_name}
              </Link>
              <span className="row-room tabular">
                <span className="visually-hidden">room </span>
                {room}
              </span>
              <span className="small tabular">
                <span className="narrow-only">left </span>
                <time className="nowrap">{formatDay(left_on)}</time>
              </span>
              <b className={balance > 0 ? 'small tabular owed' : 'small tabular'}>
                {formatBalance(balance, 'toPay')}
              </b>
            </li>
          ))}
        </ul>
      </section>
      {failure && <LoadError message={failure} onRetry={retry} />}
      <LoadMoreButton list={list} />
    </div>
  )
}
