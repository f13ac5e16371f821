import {
  Building2,
  House,
  Inbox,
  LayoutList,
  LogIn,
  type LucideIcon,
  Megaphone,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useSession } from '../session.ts'
import { useIsVisitor } from './use-is-visitor.ts'

interface Place {
  to: string
  label: string
  Icon: LucideIcon
  /** Five tabs fit on a phone. */
  only_in_bar?: boolean
}

const everybody: Place[] = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/services', label: 'Services', Icon: LayoutList },
  { to: '/advertise', label: 'Advertise', Icon: Megaphone },
  { to: '/about', label: 'About us', Icon: Building2 },
]

const deskPlace: Place = { to: '/staff/desk', label: 'Desk', Icon: Inbox }

const tenantsPlace: Place = { to: '/staff/tenants', label: 'Tenants', Icon: UsersRound }

/** On a phone staff come to it from their home and from the feed. */
const postsPlace: Place = {
  to: '/staff/posts',
  label: 'Posts',
  Icon: LayoutList,
  only_in_bar: true,
}

/** Staff have three places more, and on a phone do without the pages that tell and advertise. */
const forStaff: Place[] = everybody.flatMap((place) =>
  place.to === '/'
    ? [place, deskPlace, tenantsPlace, postsPlace]
    : { ...place, only_in_bar: place.to !== '/services' },
)

/** Where the navigation leads: for visitors to signing in, for others to their profile. */
export function usePlaces(): Place[] {
  const session = useSession()
  if (useIsVisitor()) {
    return [
      ...everybody,
      { to: '/auth/login', label: 'Login', Icon: LogIn },
      { to: '/auth/register', label: 'Register', Icon: UserRound },
    ]
  }
  const user = session.status === 'signed_in' ? session.user : null
  const profile = { to: '/auth/user', label: user?.first_name ?? 'Profile', Icon: UserRound }
  return [...(user?.is_staff ? forStaff : everybody), profile]
}
