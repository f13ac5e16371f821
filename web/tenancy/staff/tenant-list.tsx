import { memo, useDeferredValue, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Tenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { useRowsInSteps } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../../ui/message-plate.tsx'
import { FoundElsewhere, NoMatch, useFoundElsewhere } from './no-match.tsx'
import { EmptyList, RowsSkeleton } from './page-parts.tsx'
import { tenantPath } from './paths.ts'
import { fetchErrorMessage, useBalances, useTenants } from './use-tenants.ts'

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'room', label: 'Room' },
  { value: 'owes', label: 'Owes most' },
  { value: 'since', label: 'Moved in last' },
  { value: 'until', label: 'Leaves first' },
] as const
type Order = (typeof orders)[number]['value']

const states = [
  { value: 'owes', label: 'Owe something' },
  { value: 'credit', label: 'Have credit' },
  { value: 'coming', label: 'Move in later' },
  { value: 'leaving', label: 'Have a leaving date' },
] as const
type State = (typeof states)[number]['value']

/** The option that the address names, if there is one. */
const named = <Value extends string>(options: readonly { value: Value }[], text: string | null) =>
  options.find(({ value }) => value === text)?.value

const byRoom = new Intl.Collator('en', { numeric: true })

/** Who leaves on no day comes last. */
const compare: Record<Exclude<Order, 'name'>, (one: Listed, other: Listed) => number> = {
  room: (one, other) => byRoom.compare(one.room, other.room),
  owes: (one, other) => other.balance - one.balance,
  since: (one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : 0),
  until: (one, other) => ((one.until ?? '9999') < (other.until ?? '9999') ? -1 : 1),
}
interface Listed extends Tenant {
  balance: number
}

const isIn: Record<State, (tenant: Listed, today: Day) => boolean> = {
  owes: ({ balance }) => balance > 0,
  credit: ({ balance }) => balance < 0,
  coming: ({ from }, today) => from > today,
  leaving: ({ until }) => until !== null,
}

/** Present and future tenants, searched by name or room. */
export function TenantList() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('q') ?? ''
  const order = named(orders, params.get('sort')) ?? 'name'
  const state = named(states, params.get('state'))
  const today = dayOf(new Date())
  const { tenants, find, error, refetch } = useTenants()
  const { balances, error: balanceError, refetch: refetchBalances } = useBalances()
  const searched = useDeferredValue(typed)
  const matches = find(searched)
  const found = useMemo(() => {
    if (order === 'name' && !state) return matches
    const listed = matches.map((tenant) => ({ ...tenant, balance: balances?.get(tenant.id) ?? 0 }))
    const filtered = state ? listed.filter((tenant) => isIn[state](tenant, today)) : listed
    return order === 'name' ? filtered : filtered.toSorted(compare[order])
  }, [matches, order, state, balances, today])
  const { shown, more, startAgain } = useRowsInSteps(found)
  const elsewhere = useFoundElsewhere(
    searched.trim(),
    useMemo(() => new Set(matches.map(({ id }) => id)), [matches]),
  )
  /** The address keeps the search, the filter and the order. */
  function go(name: 'q' | 'sort' | 'state', value: string) {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
    startAgain()
  }
  if (!tenants) {
    return (
      <div className="space-above">
        {error ? (
          <FetchFailed
            title={LIST_FAILED}
            message={fetchErrorMessage(error, 'Tenants')}
            onRetry={() => refetch()}
          />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    )
  }
  if (tenants.length === 0) {
    return (
      <EmptyList
        title="Nobody lives here yet"
        text="Tenants appear here as soon as they move in."
      />
    )
  }
  const hint =
    found.length === tenants.length
      ? `${tenants.length} tenants. Type a name, room, phone, account number or receipt.`
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
              onChange={({ target }) => go('q', target.value)}
            />
          )}
        </Field>
        <SelectField
          label="Show"
          placeholder="Everyone"
          options={states}
          value={state ?? ''}
          onChange={({ target }) => go('state', target.value)}
        />
        <SelectField
          label="Sort by"
          options={orders}
          value={order}
          onChange={({ target }) => go('sort', target.value === 'name' ? '' : target.value)}
        />
      </div>
      {balanceError && !balances && (
        <LoadError
          message={errorMessage(balanceError, 'What tenants owe couldn’t be loaded.')}
          onRetry={() => refetchBalances()}
        />
      )}
      {found.length > 0 && (
        <section className="plate tenant-table" aria-label="Tenants">
          <div className="tenant-rows-head owes-columns sum-last" aria-hidden="true">
            <span>Name</span>
            <span>Room</span>
            <span>In the room since</span>
            <span>Leaves</span>
            <span>Owes</span>
          </div>
          <ul className="tenant-rows sum-last">
            {shown.map((tenant) => (
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
      {found.length === 0 && searched.trim() === '' && (
        <MessagePlate title="Nobody fits">
          <p>
            <Button variant="secondary" onClick={() => go('state', '')}>
              Show everyone
            </Button>
          </p>
        </MessagePlate>
      )}
      {found.length === 0 && searched.trim() !== '' && (
        <NoMatch
          typed={searched.trim()}
          elsewhere={elsewhere}
          onClear={() => setParams({}, { replace: true })}
        />
      )}
      {more}
      <FoundElsewhere found={elsewhere.found} />
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
          <span className="muted wide-only">no leaving date</span>
        ) : (
          <>
            <span className="narrow-only">leaves </span>
            <time className="nowrap">{formatDay(until)}</time>
          </>
        )}
      </span>
      <span className="small tabular row-owes">
        {balance === 0 && <span className="muted wide-only">nothing</span>}
        {balance !== undefined && balance !== 0 && (
          <>
            <span className="narrow-only">{balance < 0 ? '' : 'owes '}</span>
            <span className={balance > 0 ? 'owed' : ''}>{formatBalance(balance, 'amount')}</span>
          </>
        )}
      </span>
    </li>
  ),
)
