import { ArrowRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useCompany } from '../layout/use-company.ts'
import { HouseAtDusk } from '../look/house-at-dusk.tsx'
import { ContactLinks } from './contact-links.tsx'
import { Features } from './features.tsx'
import { Gallery } from './gallery.tsx'
import { Offer } from './offer.tsx'
import { corners } from './picture.ts'

/** What a visitor sees first. */
export function Landing() {
  const { name, slug, tagline } = useCompany()
  const { state } = useLocation()
  return (
    <div className="land">
      <section className="hero" aria-labelledby="welcome">
        <div className="copy page">
          <div className="pitch">
            <p className="tag-line">{tagline}</p>
            <h1 id="welcome">
              <span className="welcome">Welcome to {name}.</span> Karibu. There is a{' '}
              <em>light on</em> for you.
            </h1>
            <p className="lead">
              A room near campus, rent by M‑Pesa, and neighbours who know your name by the second
              week.
            </p>
            <p className="cta">
              <Link className="button light" to="/auth/login" state={state}>
                Log in
              </Link>
              <Link className="button ghost" to={`/auth/onboard/${slug}`}>
                Move in
                <ArrowRight className="icon" aria-hidden="true" />
              </Link>
            </p>
          </div>
        </div>
        <div className="art">
          <HouseAtDusk view="wide" />
        </div>
      </section>
      <Features />
      <Offer />
      <section className="page section" aria-labelledby="look-around">
        <Gallery pictures={corners} label={`Pictures of ${name}`} picks="windows">
          <h2 id="look-around">Look around</h2>
          <p className="muted">Six corners of {name}. Swipe, or pick a window.</p>
        </Gallery>
      </section>
      <section className="page" aria-labelledby="contact">
        <div className="contact">
          <div>
            <h2 id="contact">Want to see it first?</h2>
            <p className="mt-1">Call and come by. Someone is at the gate day and night.</p>
          </div>
          <ContactLinks />
        </div>
      </section>
    </div>
  )
}
