import { Link, type LinkProps, useLocation } from 'react-router'

/** A place of the main navigation, marked while one is there. A post stands in the feed. */
export function PlaceLink({ to, ...link }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const page = pathname.startsWith('/post/') ? '/services' : pathname
  const here = page === to || (to !== '/' && page.startsWith(`${to}/`))
  return <Link {...link} to={to} aria-current={here ? 'page' : undefined} />
}
