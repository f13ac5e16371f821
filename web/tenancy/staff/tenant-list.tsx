import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { listBalances } from '#contract/ledger.ts'
import type { Tenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { query } from '../../api.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { EmptyList, RowsSkeleton } from './page-parts.tsx'
import { roomPath, tenantPath } from './paths.ts'
import { fetchErrorMessage, useTenants } from './use-tenants.ts'

/** Stored in a module variable: the search survives navigation, but not a reload. */
let lastSearch = ''

/** The order, stored like the search. */
let lastOrder: Order = 'name'

type Order = 'name' | 'owes'

const orders: { value: Order; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'owes', label: 'Who owes most' },
]

/** What each tenant owes. The list is shown without it until it is known. */
function useBalances() {
  const { data, error, refetch } = useQuery({
    ...query(listBalances, {}),
    structuralSharing: false,
  })
  const balances = useMemo(
    () => data && new Map(data.map(({ id, balance }) => [id, balance])),
    [data],
  )
  return { balances, error, refetch }
}

/** Further rows are shown by a button, so that ten thousand tenants render quickly. */
const ROWS_PER_STEP = 50

const roomNumberPattern = /^(?=.*\d)[a-z\d-]{1,10}$/i

/** Present and future tenants, searched by name or room. */
export function TenantList() {
  const [typed, setTyped] = useState(lastSearch)
  const [shownRows, setShownRows] = useState(ROWS_PER_STEP)
  const { tenants, find, error, refetch } = useTenants()
  const [order, setOrder] = useState(lastOrder)
  const { balances, error: balanceError, refetch: refetchBalances } = useBalances()
  const matches = find(useDeferredValue(typed))
  const found = useMemo(() => {
    if (order === 'name' || !balances) return matches
    const owed = ({ id }: Tenant) => balances.get(id) ?? 0
    return matches.toSorted((a, b) => owed(b) - owed(a))
  }, [matches, order, balances])
  const today = dayOf(new Date())
  if (!tenants) {
    return (
      <div className="space-above">
        {error ? (
          <LoadError message={fetchErrorMessage(error, 'Tenants')} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    )
  }
  if (tenants.length === 0) {
    return (
      <EmptyList title="Nobody lives here yet" text="New students appear here by themselves." />
    )
  }
  const hint =
    found.length === 0
      ? 'No tenants found matching your search'
      : found.length === tenants.length
        ? `${tenants.length} tenants. Type a name or a room.`
        : `${found.length} of ${tenants.length} tenants.`
  return (
    <div className="stack space-above">
      <div className="tenant-search">
        <Field
          label="Search"
          hint={
            <span className="tabular" role="status">
              {hint}
            </span>
          }
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setShownRows(ROWS_PER_STEP)
                lastSearch = target.value
              }}
            />
          )}
        </Field>
        <SelectField
          label="Sort by"
          options={orders}
          value={order}
          onChange={({ target }) => {
            lastOrder = target.value === 'owes' ? 'owes' : 'name'
            setOrder(lastOrder)
            setShownRows(ROWS_PER_STEP)
          }}
        />
      </div>
      {balanceError && !balances && (
        <LoadError
          message={errorMessage(balanceError, 'What tenants owe could not be fetched.')}
          onRetry={() => void refetchBalances()}
        />
      )}
      {found.length > 0 && (
        <section className="plate tenant-table" aria-label="Tenants">
          <div className="tenant-rows-head owes-columns" aria-hidden="true">
            <span>Name</span>
            <span>Room</span>
            <span>In the room since</span>
            <span>Leaves</span>
            <span>Owes</span>
          </div>
          <ul className="tenant-rows">
            {found.slice(0, shownRows).map((tenant) => (
              <TenantRow
                key={tenant.id}
                tenant={tenant}
                balance={balances?.get(tenant.id)}
                today={today}
              />
            ))}
          </ul>
        </section>
      )}
      {found.length === 0 && roomNumberPattern.test(typed.trim()) && (
        <p>
          <Link to={roomPath(typed.trim().toUpperCase())}>
            Who has lived in room {typed.trim().toUpperCase()}?
          </Link>
        </p>
      )}
      {found.length > shownRows && (
        <button
          type="button"
          className="button secondary block"
          onClick={() => setShownRows(shownRows + ROWS_PER_STEP)}
        >
          Show more
        </button>
      )}
    </div>
  )
}

interface TenantRowProps {
  tenant: Tenant
  /** Undefined while it is not known. */
  balance: number | undefined
  today: Day
}

/** The whole row is a link to the tenant. */
const TenantRow = memo(
  ({ tenant: { id, full_name, room, from, until }, balance, today }: TenantRowProps) => (
    <li className="owes-columns">
      <Link className="row-link" to={tenantPath(id)}>
        {full_name}
      </Link>
      <span className="row-room tabular">
        <span className="visually-hidden">room </span>
        {room}
      </span>
      <span className="small tabular">
        <span className="narrow-only">{from > today ? 'moves in ' : 'since '}</span>
        <time className="nowrap">{formatDay(from)}</time>
      </span>
      <span className="small tabular">
        {until === null ? (
          <span className="muted">no leaving date</span>
        ) : (
          <>
            <span className="narrow-only">leaves </span>
            <time className="nowrap">{formatDay(until)}</time>
          </>
        )}
      </span>
      <span className="small tabular row-owes">
        {balance !== undefined && (
          <>
            <span className="narrow-only">{balance < 0 ? '' : 'owes '}</span>
            <span className={balance > 0 ? 'owed nowrap' : 'muted nowrap'}>
              {balance === 0 ? 'nothing' : formatBalance(balance, 'amount')}
            </span>
          </>
        )}
      </span>
    </li>
  ),
)
