import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type FreeRoom, listFreeRooms } from '#contract/onboarding.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { query } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'

/** For users who have never had a room: the free rooms, and a link to the form. */
export function RoomsOffer({ slug }: { slug: string }) {
  const rooms = useQuery(query(listFreeRooms, { params: { slug }, query: {} }))
  return (
    <MessagePlate title="You don’t have a room yet">
      <p>Once you move in, your rent and account number will appear here.</p>
      <p className="row wrap">
        <Link className="button" to={`/auth/onboard/${slug}`}>
          Move in
        </Link>
        <span className="small muted">It takes about five minutes, and you keep this account.</span>
      </p>
      {rooms.data ? (
        <FreeRooms rooms={rooms.data} />
      ) : rooms.error ? (
        <LoadError
          message={errorMessage(rooms.error, 'An error occurred while fetching rooms.')}
          onRetry={() => rooms.refetch()}
        />
      ) : (
        <Skeleton lines={['text', 'row', 'row']} />
      )}
      <p className="small muted">Student not found: this account has never had a room.</p>
    </MessagePlate>
  )
}

const countRooms = (count: number) => (count === 1 ? 'one room' : `${count} rooms`)

/** The number of rooms with a free place, by rent. */
function FreeRooms({ rooms }: { rooms: FreeRoom[] }) {
  if (rooms.length === 0) {
    return <p>No place is free today. Call the office and they’ll tell you when one comes free.</p>
  }
  const rates = [...new Set(rooms.map(({ rate }) => rate))].sort((one, other) => one - other)
  return (
    <section aria-labelledby="free-rooms">
      <h3 id="free-rooms">Rooms with a free place today</h3>
      <dl className="ledger">
        {rates.map((rate) => (
          <div key={rate}>
            <dt>{ksh(rate)} a month per person</dt>
            <dd>{countRooms(rooms.filter((room) => room.rate === rate).length)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The steps to get a room, and advice for users whose room doesn't show. */
export function HowToMoveIn() {
  const { phone } = useCompany()
  return (
    <>
      <section className="steps-card" aria-labelledby="how-to-move-in">
        <h2 id="how-to-move-in">How to move in</h2>
        <ol className="space-above-small">
          <li>
            <span>
              Choose a <strong>free room</strong> and fill in the form
            </span>
          </li>
          <li>
            <span>
              Get your <strong>account number</strong> at once
            </span>
          </li>
          <li>
            <span>
              Pay the first rent <strong>by M‑Pesa</strong>, here or to the paybill
            </span>
          </li>
        </ol>
        <p className="small">Parents and sponsors can pay it too.</p>
      </section>
      <section className="plate padded" aria-labelledby="already-here">
        <h2 id="already-here">Already living here?</h2>
        <p className="small space-above-small">
          Your room is linked to the account with your phone number. Log out on your profile page,
          then log in with that number. Your first password is your ID number.
        </p>
        <p className="small space-above-small">
          Still no room? Call the office on{' '}
          <a className="nowrap" href={telephoneLink(phone)}>
            {formatPhone(phone)}
          </a>
          .
        </p>
      </section>
    </>
  )
}
