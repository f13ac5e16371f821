import { NavLink } from 'react-router'
import { usePlaces } from './nav-places.ts'

/** The same five places at the thumb, on phones, for people who live here. */
export function Tabs() {
  const places = usePlaces()
  return (
    <nav className="tabs" aria-label="Main">
      {places.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} prefetch="viewport">
          <Icon className="ic" aria-hidden="true" />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  )
}
