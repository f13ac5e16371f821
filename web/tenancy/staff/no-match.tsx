import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listAccounts } from '#contract/desk.ts'
import type { Tenant } from '#contract/tenants.ts'
import { searchTenants } from '#rules/tenant-search.ts'
import { query } from '../../api.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { MessagePlate } from '../../ui/message-plate.tsx'
import { roomPath, tenantPath } from './paths.ts'

const roomNumberPattern = /^(?=.*\d)[a-z\d-]{1,10}$/i

interface Props {
  typed: string
  tenants: readonly Tenant[]
  onClear: () => void
}

/** Shown when no present tenant matches a search: perhaps a former one does, or it is a room. */
export function NoMatch({ typed, tenants, onClear }: Props) {
  const { data: accounts, error, refetch } = useQuery(query(listAccounts, {}))
  const present = new Set(tenants.map(({ id }) => id))
  const former = accounts?.filter(({ user_id }) => !present.has(user_id)) ?? []
  const found = searchTenants(typed, former, () => null)
  const room = roomNumberPattern.test(typed) && typed.toUpperCase()
  return (
    <>
      <MessagePlate title="No tenants found matching your search">
        <p className="muted">
          Nobody who lives here matches <q className="searched">{typed}</q>.
          {found.shown.length > 0 && ' Someone who has left does.'}
        </p>
        {room && (
          <p>
            <Link to={roomPath(room)}>Who has lived in room {room}?</Link>
          </p>
        )}
        <p>
          <button type="button" className="button secondary" onClick={onClear}>
            Clear the search
          </button>
        </p>
        {error && !accounts && (
          <LoadError
            message={errorMessage(error, 'Former tenants couldn’t be loaded.')}
            onRetry={() => refetch()}
          />
        )}
      </MessagePlate>
      {found.shown.length > 0 && (
        <section className="stack-small former-matches" aria-labelledby="former-matches">
          <h2 id="former-matches">Former tenants</h2>
          <div className="plate tenant-table">
            <ul className="tenant-rows sum-last">
              {found.shown.map(({ user_id, full_name, due }) => (
                <li key={user_id}>
                  <Link className="row-link" to={tenantPath(user_id)}>
                    {full_name}
                  </Link>
                  <b className={due > 0 ? 'small tabular owed' : 'small tabular'}>
                    {formatBalance(due, 'toPay')}
                  </b>
                </li>
              ))}
            </ul>
          </div>
          {found.more > 0 && <p className="small muted tabular">+{found.more} more</p>}
        </section>
      )}
    </>
  )
}
