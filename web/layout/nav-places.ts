import {
  Building2,
  House,
  LayoutList,
  LogIn,
  type LucideIcon,
  Megaphone,
  UserRound,
} from 'lucide-react'
import { useSession } from '../session.ts'
import { useIsVisitor } from './use-is-visitor.ts'

interface Place {
  to: string
  label: string
  Icon: LucideIcon
}

const everybody: Place[] = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/services', label: 'Services', Icon: LayoutList },
  { to: '/advertise', label: 'Advertise', Icon: Megaphone },
  { to: '/about', label: 'About us', Icon: Building2 },
]

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
  const label = session.status === 'signed_in' ? session.user.first_name : 'Profile'
  return [...everybody, { to: '/auth/user', label, Icon: UserRound }]
}
