import { useQueryClient } from '@tanstack/react-query'
import {
  Building2,
  DoorOpen,
  FileCheck2,
  House,
  Inbox,
  LayoutList,
  LogIn,
  type LucideIcon,
  Megaphone,
  Menu,
  MessageCircle,
  ScrollText,
  Settings,
  UserRound,
  UsersRound,
  X,
} from 'lucide-react'
import {
  type ComponentType,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, type LinkProps, NavLink, useLocation } from 'react-router'
import { readLastCount, unreadCountQuery } from '../chat/first-load.ts'
import { whenIdle } from '../page-settled.ts'
import { usePageUser, useRole, useSession } from '../session.ts'
import { lazyOptional } from '../ui/lazy.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Brand } from './brand.tsx'
import { useCompany, useIsVisitor } from './root-data.ts'

interface NavItem {
  to: string
  label: string
  Icon: LucideIcon
  /** Limits where the link is. `bar`: in the bar, but on a phone (with only five tabs) in the menu; `menu`: in the menu. */
  only?: 'bar' | 'menu'
}

const commonItems: NavItem[] = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/services', label: 'Services', Icon: LayoutList },
  { to: '/advertise', label: 'Advertise', Icon: Megaphone },
  { to: '/about', label: 'About us', Icon: Building2 },
]

const staffOnlyItems: NavItem[] = [
  { to: '/staff/desk', label: 'Desk', Icon: Inbox },
  { to: '/staff/tenants', label: 'Tenants', Icon: UsersRound },
  { to: '/staff/rooms', label: 'Rooms', Icon: DoorOpen, only: 'bar' },
  { to: '/staff/posts', label: 'Posts', Icon: FileCheck2 },
  { to: '/staff/settings', label: 'Settings', Icon: Settings, only: 'menu' },
  { to: '/staff/settings/log', label: 'Log', Icon: ScrollText, only: 'menu' },
]

/** The links of staff: the pages they work with come first. */
const staffItems: NavItem[] = commonItems.flatMap((item) =>
  item.to === '/'
    ? [item, ...staffOnlyItems]
    : { ...item, only: item.to === '/services' ? 'bar' : 'menu' },
)

/** The links for this user; none until the user or their role is known. */
function useNavItems(): NavItem[] {
  const user = usePageUser()
  const role = useRole()
  if (useIsVisitor()) {
    return [
      ...commonItems,
      { to: '/auth/login', label: 'Login', Icon: LogIn },
      { to: '/auth/register', label: 'Register', Icon: UserRound },
    ]
  }
  if (!role) return []
  const label = user?.first_name ?? 'Profile'
  const profile = { to: '/auth/user', label, Icon: UserRound }
  return [...(role === 'staff' ? staffItems : commonItems), profile]
}

/**
 * Marked as current on its page and those below it. A post counts as part of the feed, a month's money as part of
 * home, the other pages of the books as part of the desk. The log is not part of the settings.
 * @param also another page that it leads to, where that has no link of its own
 */
function NavItemLink({ to, also, ...link }: LinkProps & { to: string; also?: string | undefined }) {
  const { pathname } = useLocation()
  const page = pathname.startsWith('/post/')
    ? '/services'
    : pathname
        .replace(/^\/staff(\/money)?$/, '/')
        .replace(
          /^\/staff\/(statements|codes|approvals|billing|deposits|calls|close|tax)(?=\/|$)/,
          '/staff/desk',
        )
  const hasPagesBelow = to !== '/' && page !== '/staff/settings/log'
  const current = [to, also].some(
    (path) => path && (page === path || (hasPagesBelow && page.startsWith(`${path}/`))),
  )
  return <Link {...link} to={to} aria-current={current ? 'page' : undefined} />
}

/** Badges whose code only staff load. */
const loadBadges = () => import('./staff-badges.tsx')
const badges: Record<string, ComponentType> = {
  '/staff/desk': lazyOptional(async () => (await loadBadges()).DeskBadge),
  '/staff/posts': lazyOptional(async () => (await loadBadges()).PostsBadge),
}

/** The number of pending items, as a badge for staff. */
function NavItemBadge({ to }: { to: string }) {
  const Badge = badges[to]
  return <Suspense>{Badge && <Badge />}</Suspense>
}

/** The number of unread messages; until it is fetched, the last one that this tab knew. */
function useUnreadCount(): number {
  const client = useQueryClient()
  const signedIn = useSession().status === 'signed_in'
  const user_id = usePageUser()?.id
  const last = useMemo(() => (user_id === undefined ? null : readLastCount(user_id)), [user_id])
  useEffect(() => {
    if (signedIn) void client.prefetchQuery(unreadCountQuery)
  }, [signedIn, client])
  return useSyncExternalStore(
    useCallback((onChange) => client.getQueryCache().subscribe(onChange), [client]),
    () => client.getQueryData<{ unread: number }>(unreadCountQuery.queryKey)?.unread ?? last ?? 0,
    () => 0,
  )
}

function ChatsLink() {
  const unread = useUnreadCount()
  return (
    <NavLink
      className="icon-button chats-link"
      to="/chats"
      prefetch="intent"
      aria-label={unread > 0 ? `Chats, ${unread} unread` : 'Chats'}
    >
      <MessageCircle aria-hidden="true" />
      {unread > 0 && <span className="tag tabular">{unread > 99 ? '99+' : unread}</span>}
    </NavLink>
  )
}

/** The bar at the top. On a phone its links are in the tabs; links that fit in neither are in a menu. */
export function NavBar({ onDusk }: { onDusk: boolean }) {
  const [open, setOpen] = useState(false)
  const items = useNavItems()
  const visitor = useIsVisitor()
  const { slug } = useCompany()
  const isStaff = useRole() === 'staff'
  const hasMenu = isStaff || visitor
  const menuItems: Pick<NavItem, 'to' | 'label' | 'only'>[] = visitor
    ? [...items, { to: `/auth/onboard/${slug}`, label: 'Move in' }]
    : items.filter((item) => item.only)
  const onlyPhone = isStaff ? '' : ' only-phone'
  const menuLinks = menuItems.map(({ to, label, only }) => (
    <li key={to} className={only === 'menu' ? undefined : 'only-phone'}>
      <NavItemLink to={to} onClick={() => setOpen(false)}>
        {label}
      </NavItemLink>
    </li>
  ))
  const barItems = items.filter(({ only }) => only !== 'menu')
  const dusk = onDusk ? ' on-dusk' : ''
  return (
    <header>
      <div className={`bar${dusk}`}>
        <div className="page">
          <Brand onDusk={onDusk} />
          <nav className="nav" aria-label="Main">
            {barItems.map(({ to, label, Icon }) => (
              <NavItemLink key={to} to={to} prefetch="intent">
                {to === '/auth/user' && <Icon className="icon" aria-hidden="true" />}
                <span translate={to === '/auth/user' ? 'no' : undefined}>{label}</span>
                <NavItemBadge to={to} />
              </NavItemLink>
            ))}
          </nav>
          {!visitor && <ChatsLink />}
          {hasMenu && (
            <button
              type="button"
              className={`icon-button${onlyPhone} waits-for-scripts`}
              aria-label="Menu"
              aria-expanded={open}
              aria-controls="menu"
              onClick={() => setOpen(!open)}
            >
              {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            </button>
          )}
        </div>
      </div>
      {hasMenu && (
        <nav id="menu" className={`menu${onlyPhone}${dusk}`} aria-label="More" hidden={!open}>
          <ul className="page">{menuLinks}</ul>
        </nav>
      )}
      {visitor && (
        <noscript>
          {import.meta.env.SSR && (
            <>
              <style>{'.waits-for-scripts{display:none}'}</style>
              <details className={`menu only-phone${dusk}`}>
                <summary className="page">Menu</summary>
                <ul className="page">{menuLinks}</ul>
              </details>
            </>
          )}
        </noscript>
      )}
    </header>
  )
}

const PrefetchPages = lazyOptional(async () => {
  await whenIdle()
  return (await import('./prefetch-pages.tsx')).PrefetchPages
})

/** The tabs of a visitor, with the pages they come for; all others are in the menu. */
const visitorTabs = (slug: string): NavItem[] => [
  ...commonItems.filter(({ to }) => to === '/' || to === '/about'),
  { to: `/auth/onboard/${slug}`, label: 'Move in', Icon: DoorOpen },
  { to: '/auth/login', label: 'Login', Icon: LogIn },
]

/** The tabs at the bottom of a phone's screen. */
export function Tabs() {
  const { slug } = useCompany()
  const signedInItems = useNavItems().filter((item) => !item.only)
  const visitor = useIsVisitor()
  const items = visitor ? visitorTabs(slug) : signedInItems
  const hydrated = useHydrated()
  return (
    <nav className="tabs" aria-label="Main">
      {items.map(({ to, label, Icon }) => (
        <NavItemLink
          key={to}
          to={to}
          also={to === '/staff/tenants' ? '/staff/rooms' : undefined}
          prefetch="intent"
        >
          <Icon className="icon" aria-hidden="true" />
          <span translate={to === '/auth/user' ? 'no' : undefined}>{label}</span>
          <NavItemBadge to={to} />
        </NavItemLink>
      ))}
      {hydrated && !visitor && items.length > 0 && (
        <Suspense>
          <PrefetchPages paths={[...items.map(({ to }) => to), '/chats']} />
        </Suspense>
      )}
    </nav>
  )
}
