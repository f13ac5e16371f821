import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listRooms } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { query } from '../api.ts'
import { DeskCard } from '../desk/pending.tsx'
import { useCompany } from '../layout/root-data.ts'
import { PendingPostsCard } from '../moderation/pending-count.tsx'
import { isOccupied, OccupiedHouse } from '../tenancy/staff/occupied-house.tsx'
import { roomsPath } from '../tenancy/staff/paths.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import './profile-residence.css'

/** The residence that staff look after: its drawing, the facts that tenants know, and the items that wait for a decision. */
export function ProfileResidence() {
  const { name, slug, address, phone, email, hours } = useCompany()
  const isInBrowser = useHydrated()
  const form = `/auth/onboard/${slug}`
  return (
    <>
      <section className="plate profile-residence" aria-labelledby="residence">
        <div className="residence-banner">
          <div>
            <h2 id="residence">{name}</h2>
            <p>{address}</p>
          </div>
          <OccupiedHouse />
        </div>
        <div className="padded stack">
          <dl className="residence-facts">
            <div>
              <dt>Rooms</dt>
              <dd>
                <Link to={roomsPath}>
                  <RoomCount />
                </Link>
              </dd>
            </div>
            <div>
              <dt>Office hours</dt>
              <dd>{hours}</dd>
            </div>
            <div>
              <dt>Office phone</dt>
              <dd>
                <a className="tabular nowrap" href={telephoneLink(phone)}>
                  {formatPhone(phone)}
                </a>
              </dd>
            </div>
            <div>
              <dt>Office email</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
          </dl>
          <p>
            <Link to="/staff/settings">Residence settings</Link>
          </p>
          <p className="row between wrap residence-form">
            <span>
              <span className="small muted">Form for new tenants</span>
              <Link to={form}>{form}</Link>
            </span>
            {isInBrowser && (
              <CopyButton
                text={new URL(form, location.origin).href}
                of="the link to the form"
                label="Copy link"
              />
            )}
          </p>
        </div>
      </section>
      <div className="plate profile-pending">
        <DeskCard isMain={false} />
        <PendingPostsCard />
      </div>
    </>
  )
}

/** `30 of 40 occupied` */
function RoomCount() {
  const { data: rooms } = useQuery(query(listRooms, { query: {} }))
  const today = dayOf(new Date())
  if (!rooms) return 'All rooms'
  const occupied = rooms.filter((room) => isOccupied(room, today)).length
  return <span className="tabular">{`${occupied} of ${rooms.length} occupied`}</span>
}
