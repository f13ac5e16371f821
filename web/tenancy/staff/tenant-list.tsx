import { useDeferredValue, useId, useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '#rules/calendar.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { EmptyList } from './empty-list.tsx'
import { roomPath } from './paths.ts'
import { rememberedSearch, rememberSearch } from './remembered-search.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { TenantRow } from './tenant-row.tsx'
import { fetchSentence, useTenants } from './use-tenants.ts'

/** More rows than this wait behind a button, so that ten thousand tenants are no burden. */
const rows_at_once = 50

const looksLikeRoom = /^(?=.*\d)[a-z\d-]{1,10}$/i

/** Everybody who has a room, found by name or room. */
export function TenantList() {
  const id = useId()
  const [typed, setTyped] = useState(rememberedSearch)
  const [most, setMost] = useState(rows_at_once)
  const { tenants, find, error, refetch } = useTenants()
  const found = find(useDeferredValue(typed))
  const today = dayOf(new Date())
  if (!tenants) {
    return (
      <div className="space-above">
        {error ? (
          <LoadError message={fetchSentence(error, 'Tenants')} onRetry={() => void refetch()} />
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
  return (
    <div className="stack space-above">
      <div className="field narrow">
        <label className="label" htmlFor={id}>
          Search
        </label>
        <input
          id={id}
          className="input"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setTyped(target.value)
            setMost(rows_at_once)
            rememberSearch(target.value)
          }}
        />
        <p id={`${id}-hint`} className="hint tabular" role="status">
          {found.length === 0
            ? 'No tenants found matching your search'
            : found.length === tenants.length
              ? `${tenants.length} tenants. Type a name or a room.`
              : `${found.length} of ${tenants.length} tenants.`}
        </p>
      </div>
      {found.length > 0 && (
        <section className="plate clip" aria-label="Tenants">
          <div className="people-head" aria-hidden="true">
            <span>Name</span>
            <span>Room</span>
            <span>From</span>
            <span>Until</span>
          </div>
          <ul className="people">
            {found.slice(0, most).map((tenant) => (
              <TenantRow key={tenant.id} tenant={tenant} today={today} />
            ))}
          </ul>
        </section>
      )}
      {found.length === 0 && looksLikeRoom.test(typed.trim()) && (
        <p>
          <Link to={roomPath(typed.trim().toUpperCase())}>
            Who has lived in room {typed.trim().toUpperCase()}?
          </Link>
        </p>
      )}
      {found.length > most && (
        <button
          type="button"
          className="button secondary block"
          onClick={() => setMost(most + rows_at_once)}
        >
          Show more
        </button>
      )}
    </div>
  )
}
