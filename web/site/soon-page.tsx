import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DarkWindowRow } from '../look/dark-windows.tsx'
import { ContactLinks } from './contact-links.tsx'

/** A page that has its place in the house already, but no light yet. */
export function SoonPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page py-8">
      <div className="plate mx-auto max-w-[620px]">
        <DarkWindowRow />
        <div className="pad stack">
          <h1>{title}</h1>
          {children}
          <ContactLinks />
          <p>
            <Link className="btn sec" to="/">
              Go to the home page
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}
