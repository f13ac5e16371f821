import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { Brand } from './brand.tsx'
import { ChatsPlace } from './chats-place.tsx'
import { PlaceTag } from './late-tags.tsx'
import { usePlaces } from './nav-places.ts'
import { PlaceLink } from './place-link.tsx'
import { useIsVisitor } from './use-is-visitor.ts'

/** One bar on a laptop; on a phone visitors open the places from a button. */
export function NavBar({ onDusk }: { onDusk: boolean }) {
  const [open, setOpen] = useState(false)
  const places = usePlaces()
  const visitor = useIsVisitor()
  const dusk = onDusk ? ' on-dusk' : ''
  return (
    <header>
      <div className={`bar${dusk}`}>
        <div className="page">
          <Brand onDusk={onDusk} />
          <nav className="nav" aria-label="Main">
            {places.map(({ to, label, Icon }) => (
              <PlaceLink key={to} to={to} prefetch="intent">
                {to === '/auth/user' && <Icon className="icon" aria-hidden="true" />}
                {label}
                <PlaceTag to={to} />
              </PlaceLink>
            ))}
          </nav>
          {!visitor && <ChatsPlace />}
          {visitor && (
            <button
              type="button"
              className="icon-button only-phone"
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
      {visitor && (
        <nav id="menu" className={`menu only-phone${dusk}`} aria-label="Main" hidden={!open}>
          <ul className="page">
            {places.map(({ to, label }) => (
              <li key={to}>
                <PlaceLink to={to} onClick={() => setOpen(false)}>
                  {label}
                </PlaceLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}
