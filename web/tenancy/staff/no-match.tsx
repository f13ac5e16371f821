import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type FoundTenant, findTenants } from '#contract/tenants.ts'
import { query } from '../../api.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { MessagePlate } from '../../ui/message-plate.tsx'
import { roomPath, tenantPath } from './paths.ts'

const roomNumberPattern = /^(?=.*\d)[a-z\d-]{1,10}$/i

const foundBy: Record<FoundTenant['by'], string> = {
  name: 'Name',
  phone: 'Phone number',
  email: 'Email',
  account: 'Account number',
  id_number: 'ID number',
  registration_number: 'Registration number',
  receipt: 'Receipt',
  room: 'Room',
}

/** Shorter texts would match too many people. */
const LEAST_LETTERS = 3

/**
 * Finds people whom the list of tenants doesn't show: by phone, email, account, ID or registration number, or receipt, and
 * those who have left.
 * @param listed the tenants that were fetched
 * @param inList whether the list has, on its further pages, everyone who matches by name or room
 */
export function useFoundElsewhere(
  typed: string,
  listed: readonly { id: number }[] | undefined,
  inList: boolean,
) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(findTenants, { query: { q: typed } }),
    enabled: typed.length >= LEAST_LETTERS,
  })
  const shown = new Set(listed?.map(({ id }) => id))
  const found = data?.filter(
    ({ id, room, by }) =>
      listed && !shown.has(id) && !(inList && room !== null && (by === 'name' || by === 'room')),
  )
  return { found: found ?? [], error, isFetching, refetch }
}

interface Props {
  typed: string
  /** Whether only some of the tenants were searched. */
  filtered: boolean
  elsewhere: ReturnType<typeof useFoundElsewhere>
  onClear: () => void
}

/** Shown when no name or room of a present tenant matches a search. */
export function NoMatch({ typed, filtered, elsewhere, onClear }: Props) {
  const { found, error, isFetching, refetch } = elsewhere
  if (found.length > 0) return null
  const room = roomNumberPattern.test(typed) && typed.toUpperCase()
  return (
    <MessagePlate title="No tenants found matching your search">
      <p className="muted">
        {isFetching ? (
          'Looking at phone numbers, receipts and former tenants...'
        ) : (
          <>
            {filtered ? 'Nobody in this list' : 'Nobody who lives here or has left'} matches{' '}
            <q className="searched">{typed}</q>.
          </>
        )}
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
      {error && (
        <LoadError
          message={errorMessage(error, 'Former tenants couldn’t be searched.')}
          onRetry={() => refetch()}
        />
      )}
    </MessagePlate>
  )
}

interface FoundProps {
  found: FoundTenant[]
  /** Whether the list above has matches too. */
  also: boolean
}

/** The people that `useFoundElsewhere` found, with the kind of match. */
export function FoundElsewhere({ found, also }: FoundProps) {
  if (found.length === 0) return null
  return (
    <section className="stack former-matches" aria-labelledby="former-matches">
      <h2 id="former-matches">{also ? 'Also found' : 'Found'}</h2>
      <div className="plate tenant-table">
        <ul className="tenant-rows sum-last">
          {found.map(({ id, full_name, room, by, balance }) => (
            <li key={id}>
              <span>
                <Link className="row-link" to={tenantPath(id)}>
                  {full_name}
                </Link>
                <span className="small muted found-by">
                  {by === 'name' || by === 'room' ? '' : `${foundBy[by]}, `}
                  {room ? `in ${room}` : 'has left'}
                </span>
              </span>
              <b className={balance > 0 ? 'small tabular owed' : 'small tabular'}>
                {formatBalance(balance, 'toPay')}
              </b>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
