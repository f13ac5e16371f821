import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { getAssistant } from '#contract/assistant.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { HouseAtDusk } from '../art/house-at-dusk.tsx'
import { useCompany } from '../layout/root-data.ts'
import type { RootData } from '../root.tsx'
import { Bundles } from './bundles.tsx'
import { ContactLinks } from './contact-links.tsx'
import { Features } from './features.tsx'
import { Gallery } from './gallery.tsx'
import { landingPictures, ownOr } from './gallery-pictures.ts'

/** The home page of visitors. */
export function Landing() {
  const { name, slug, tagline, gallery } = useCompany()
  const { state } = useLocation()
  const offer = useOffer()
  const laundrySoon =
    offer?.services.some(({ name, coming_soon }) => coming_soon && /laundry/i.test(name)) ?? false
  return (
    <div className="landing">
      <section className="hero" aria-labelledby="welcome">
        <div className="copy page">
          <div className="hero-text">
            <h1 id="welcome">
              <span className="welcome">Welcome to {name}.</span> We’ve kept a <em>light on</em> for
              you.
            </h1>
            <p className="lead">{tagline}</p>
            <RoomsNow />
            <p className="links">
              <Link className="button light" to={`/auth/onboard/${slug}`}>
                Move in
                <ArrowRight className="icon" aria-hidden="true" />
              </Link>
              <Link className="button ghost" to="/auth/login" state={state}>
                Log in
              </Link>
            </p>
          </div>
        </div>
        <div className="picture">
          <HouseAtDusk view="wide" />
        </div>
      </section>
      <Features laundrySoon={laundrySoon} wifiOnSale={(offer?.packages.length ?? 0) > 0} />
      <section className="page section" aria-labelledby="look-around">
        <Gallery
          pictures={ownOr(gallery, landingPictures)}
          label={`Pictures of ${name}`}
          pager="windows"
        >
          <h2 id="look-around">Look around</h2>
          <p className="muted">Swipe, or pick a picture below.</p>
        </Gallery>
      </section>
      {offer && <Offer offer={offer} />}
      <section className="page" aria-labelledby="contact">
        <div className="contact">
          <div>
            <h2 id="contact">Want to see it first?</h2>
            <p className="contact-hint">Call us or write, and we’ll show you round.</p>
          </div>
          <ContactLinks />
        </div>
      </section>
    </div>
  )
}

/** The number of rooms with a free place, and the lowest rent, which each tenant of a room pays. */
function RoomsNow() {
  const rooms = useRouteLoaderData<RootData>('root')?.rooms
  if (!rooms) return null
  const { free, lowest_rate } = rooms
  return (
    <p className="rooms-now">
      {lowest_rate === null
        ? 'No place is free today. Call us and we’ll tell you when one comes free.'
        : `${free === 1 ? 'One room has' : `${free} rooms have`} a free place now, from ${ksh(lowest_rate)} a month per person.`}
    </p>
  )
}

/** The services, bundles and questions, which are also the assistant's data. */
function useOffer() {
  const { slug } = useCompany()
  const rendered = useRouteLoaderData<RootData>('root')?.offer
  const fetched = useQuery({ ...query(getAssistant, { query: { slug } }), enabled: !rendered })
  return rendered ?? fetched.data
}

/** Services, wifi bundles and questions. */
function Offer({ offer }: { offer: NonNullable<ReturnType<typeof useOffer>> }) {
  const { services, packages, faq } = offer
  return (
    <>
      {(services.length > 0 || packages.length > 0) && (
        <section className="page section offer" aria-labelledby="offer">
          <div>
            <h2 id="offer">Wifi and services</h2>
            <dl className="services">
              {services.map(({ name, description, coming_soon }) => (
                <div key={name}>
                  <dt>
                    {name} {coming_soon && <span className="tag warning">coming soon</span>}
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </div>
          {packages.length > 0 && (
            <div>
              <h3>Wifi bundles</h3>
              <Bundles bundles={packages} />
              <p className="muted small space-above">
                Paid by M‑Pesa in the assistant; your code arrives within a minute.
              </p>
            </div>
          )}
        </section>
      )}
      {faq.length > 0 && (
        <section className="page section" aria-labelledby="faq">
          <h2 id="faq">Questions</h2>
          <div className="faq">
            {faq.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
