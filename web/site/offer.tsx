import { useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { getAssistant } from '#contract/assistant.ts'
import { query } from '../api.ts'
import { useCompany } from '../layout/use-company.ts'
import type { RootData } from '../root.tsx'
import { Bundles } from './bundles.tsx'

/** What there is, what wifi costs, and what people ask: as the assistant tells it. */
export function Offer() {
  const { slug } = useCompany()
  const drawn = useRouteLoaderData<RootData>('root')?.offer
  const asked = useQuery({ ...query(getAssistant, { query: { slug } }), enabled: !drawn })
  const offer = drawn ?? asked.data
  if (!offer) return null
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
                    {name} {coming_soon && <span className="tag warn">coming soon</span>}
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
                Paid by M‑Pesa in the assistant; the code comes back in the same minute.
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
