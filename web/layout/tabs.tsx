import { PlaceTag } from './late-tags.tsx'
import { usePlaces } from './nav-places.ts'
import { PlaceLink } from './place-link.tsx'

/** The same five places at the thumb, on phones, for people who live here. */
export function Tabs() {
  const places = usePlaces().filter((place) => !place.only_in_bar)
  return (
    <nav className="tabs" aria-label="Main">
      {places.map(({ to, label, Icon }) => (
        <PlaceLink key={to} to={to} prefetch="intent">
          <Icon className="icon" aria-hidden="true" />
          <span>{label}</span>
          <PlaceTag to={to} />
        </PlaceLink>
      ))}
    </nav>
  )
}
