import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { listRooms } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { query } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { isOccupied, OccupiedHouse } from '../tenancy/staff/occupied-house.tsx'
import { roomsPath } from '../tenancy/staff/paths.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { LinkRow, OwnDocuments, ProfileBanner } from './profile-parts.tsx'

/** The residence that staff look after, and links to what they set of it. */
export function ProfileResidence({ user }: { user: User }) {
  const { name, slug, address } = useCompany()
  const form = `/auth/onboard/${slug}`
  return (
    <>
      <section className="plate profile-plate" aria-labelledby="residence">
        <ProfileBanner id="residence" title={name} line={address} picture={<OccupiedHouse />} />
        <LinkRow to={roomsPath} label="Rooms" value={<RoomCount />} />
        <LinkRow to="/staff/settings" label="Residence settings" />
        <p className="profile-row between wrap">
          <Link to={form}>Form for new tenants</Link>
          <CopyButton
            text={new URL(form, location.origin).href}
            of=" the link to the form"
            className="button quiet compact aligned"
          />
        </p>
      </section>
      <OwnDocuments user={user} />
    </>
  )
}

/** `30 of 40 occupied` */
function RoomCount() {
  const { data: rooms } = useQuery(query(listRooms, { query: {} }))
  const today = dayOf(new Date())
  return rooms
    ? `${rooms.filter((room) => isOccupied(room, today)).length} of ${rooms.length} occupied`
    : null
}
