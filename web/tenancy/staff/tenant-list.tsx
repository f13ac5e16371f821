import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import {
  countTenants,
  type ListedTenant,
  listTenantPage,
  type tenantOrders,
  type tenantStates,
} from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { query } from '../../api.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { LoadMoreButton, useSearchedList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../../ui/message-plate.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { FoundElsewhere, NoMatch, useFoundElsewhere } from './no-match.tsx'
import { EmptyList, RowsSkeleton } from './page-parts.tsx'
import { tenantPath } from './paths.ts'
import { fetchErrorMessage } from './use-tenants.ts'

type TenantOrder = (typeof tenantOrders)[number]
const orders: { value: TenantOrder; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'room', label: 'Room' },
  { value: 'owes', label: 'Owes most' },
  { value: 'since', label: 'Moved in last' },
  { value: 'until', label: 'Leaves first' },
]

type State = (typeof tenantStates)[number]
const states: { value: State; label: string }[] = [
  { value: 'owes', label: 'Owe something' },
  { value: 'credit', label: 'Have credit' },
  { value: 'coming', label: 'Move in later' },
  { value: 'leaving', label: 'Have a leaving date' },
]

/** The option that is named in the address, if there is one. */
const named = <Value extends string>(options: readonly { value: Value }[], text: string | null) =>
  options.find(({ value }) => value === text)?.value

const ROWS_PER_PAGE = 50

const TYPING_PAUSE_MS = 250

/** The text once the user stops typing, so that not every letter starts a search. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The pages of tenants that the address asks for: `?q=amina&state=owes&sort=room`. */
function useTenantPages() {
  const { filters, change } = useFilters()
  const typed = filters.get('q') ?? ''
  const q = useSettled(typed).trim().slice(0, 80)
  const state = named(states, filters.get('state'))
  const sort = named(orders, filters.get('sort')) ?? 'name'
  const filter = { ...(q !== '' && { q }), ...(state && { state }) }
  const list = useSearchedList(listTenantPage, JSON.stringify({ ...filter, sort }), (page) => ({
    query: { ...filter, sort, limit: String(ROWS_PER_PAGE), ...page },
  }))
  const counts = useQuery({
    ...query(countTenants, { query: filter }),
    placeholderData: keepPreviousData,
  })
  /** Changes the search, the filter or the order, which are kept in the address. */
  const go = (name: 'q' | 'sort' | 'state', value: string) => change({ [name]: value })
  const clear = () => change({ q: '', sort: '', state: '' })
  return { typed, q, state, sort, list, counts, go, clear }
}

/** Present and future tenants, searched by name or room. */
export function TenantList() {
  const { typed, q, state, sort, list, counts, go, clear } = useTenantPages()
  const today = dayOf(new Date())
  const tenants = list.pages?.flat()
  const elsewhere = useFoundElsewhere(q, tenants, state === undefined)
  const failure = list.error && fetchErrorMessage(list.error, 'Tenants')
  const isAsked = typed !== '' || q !== '' || state !== undefined
  // The fields stay when a search has failed, with what was typed.
  if (!tenants && !(failure && isAsked)) {
    return (
      <div className="space-above">
        {failure ? (
          <FetchFailed title={LIST_FAILED} message={failure} onRetry={() => list.refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    )
  }
  if (tenants?.length === 0 && !isAsked) {
    return (
      <EmptyList
        title="Nobody lives here yet"
        text="Tenants appear here as soon as they move in."
      />
    )
  }
  return (
    <div className="stack space-above">
      <div className="tenant-search">
        <Field
          label="Search"
          hint={
            <span className="tabular" role="status">
              {searchStatus(counts.data, elsewhere.found.length)}
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
          value={sort}
          onChange={({ target }) => go('sort', target.value === 'name' ? '' : target.value)}
        />
      </div>
      {tenants && tenants.length > 0 && (
        <section className="plate tenant-table" aria-label="Tenants">
          <div className="tenant-rows-head owes-columns sum-last" aria-hidden="true">
            <span>Name</span>
            <span>Room</span>
            <span>Since</span>
            <span>Leaves</span>
            <span>Owes</span>
          </div>
          <ul className="tenant-rows sum-last">
            {tenants.map((tenant) => (
              <TenantRow key={tenant.id} tenant={tenant} today={today} />
            ))}
          </ul>
          {counts.data && counts.data.owing > 0 && (
            <p className="rows-total">
              <b>{`Owed by ${counted(counts.data.owing, 'tenant', 'tenants')}`}</b>
              <b className="tabular">{ksh(counts.data.owed)}</b>
            </p>
          )}
        </section>
      )}
      {tenants?.length === 0 && q === '' && (
        <MessagePlate title="Nobody in this list">
          <p>
            <Button variant="secondary" onClick={() => go('state', '')}>
              Show everyone
            </Button>
          </p>
        </MessagePlate>
      )}
      {tenants?.length === 0 && q !== '' && (
        <NoMatch typed={q} filtered={state !== undefined} elsewhere={elsewhere} onClear={clear} />
      )}
      {failure && <LoadError message={failure} onRetry={() => list.refetch()} />}
      <LoadMoreButton list={list} />
      <FoundElsewhere found={elsewhere.found} also={tenants !== undefined && tenants.length > 0} />
    </div>
  )
}

/** @param elsewhere how many were found by a number, or have left */
function searchStatus(counts: { fitting: number; all: number } | undefined, elsewhere: number) {
  if (!counts) return 'Type a name, room, phone, account number or receipt.'
  // A search by phone number, for example, has found somebody although no name or room matches.
  if (counts.fitting === 0 && elsewhere > 0) {
    return `${counted(elsewhere, 'person', 'people')} found.`
  }
  return counts.fitting === counts.all
    ? `${counted(counts.all, 'tenant', 'tenants')}. Type a name, room, phone, account number or receipt.`
    : `${counts.fitting} of ${counted(counts.all, 'tenant', 'tenants')}.`
}

/** The whole row is a link to the tenant. */
function TenantRow({ tenant, today }: { tenant: ListedTenant; today: Day }) {
  const { id, full_name, room, from, until, balance } = tenant
  return (
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
          <span className="visually-hidden">no leaving date</span>
        ) : (
          <>
            <span className="narrow-only">leaves </span>
            <time className="nowrap">{formatDay(until)}</time>
          </>
        )}
      </span>
      <span className="small tabular row-owes">
        {balance === 0 && <span className="visually-hidden">owes nothing</span>}
        {balance !== 0 && (
          <>
            <span className="narrow-only">{balance < 0 ? '' : 'owes '}</span>
            <span className={balance > 0 ? 'owed' : ''}>{formatBalance(balance, 'amount')}</span>
          </>
        )}
      </span>
    </li>
  )
}
