import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Company } from '#contract/company.ts'
import type { Received } from '#contract/endpoint.ts'
import type { getTerms } from '#contract/terms.ts'
import type { WifiBundle } from '#contract/wifi.ts'
import { formatDay } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { type Clause, readTerms } from '#rules/terms.ts'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { Bundles } from './bundles.tsx'

/** The text of a clause. */
export const ClauseText = ({ clause, bundles }: { clause: Clause; bundles: WifiBundle[] }) =>
  clause.blocks.map((block, at) => {
    // The parts of a clause never change their order.
    const key = `${clause.id} ${at}`
    if (block.kind === 'wifi_prices') return <Bundles key={key} bundles={bundles} />
    if (block.kind === 'paragraph') return <p key={key}>{block.text}</p>
    return (
      <ul key={key} className="check-list">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  })

/** A clause is being read once its heading is in the upper third of the window. */
const READING_LINE = 1 / 3

/** The clause that is being read; null until the user scrolls. */
function useCurrentClause(ids: string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    const update = () => {
      const line = innerHeight * READING_LINE
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const begun = key
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line)
      setCurrent((atEnd ? key.split(' ').at(-1) : begun.at(-1)) ?? null)
    }
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [key])
  return current
}

const CONTENTS_TITLE = 'On this page'

/** The terms that a tenant agrees to, in plain words. */
export function Terms({
  company,
  bundles,
  terms,
}: {
  company: Company
  bundles: WifiBundle[]
  terms: Received<typeof getTerms>
}) {
  const { name, slug, phone, email, address, hours } = company
  const { version, since, current: inForce } = terms
  const sections = readTerms(terms.text)
  const contents = [
    ...sections.filter(({ title }) => title),
    { id: 'questions', title: 'Questions' },
  ]
  const current = useCurrentClause(contents.map(({ id }) => id))
  const links = (
    <ul>
      {contents.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="page terms">
      <header>
        <h1>Terms of {name}</h1>
        <p className="muted">
          {version > 1 && `Version ${version}. `}In effect since {formatDay(since)}.
        </p>
        {version !== inForce && (
          <Note kind="warning">
            These terms are no longer in force.{' '}
            <Link to={`/terms/${slug}`}>Read the present ones</Link>.
          </Note>
        )}
      </header>
      <nav aria-label={CONTENTS_TITLE}>
        <details>
          <summary>{CONTENTS_TITLE}</summary>
          {links}
        </details>
        <div className="wide-contents">
          <h2>{CONTENTS_TITLE}</h2>
          {links}
        </div>
      </nav>
      <div className="clauses">
        {sections.map((clause) => (
          <section key={clause.id} aria-labelledby={clause.title ? clause.id : undefined}>
            {clause.title && <h2 id={clause.id}>{clause.title}</h2>}
            <ClauseText clause={clause} bundles={bundles} />
          </section>
        ))}
        <section aria-labelledby="questions">
          <h2 id="questions">Questions</h2>
          <p>
            {name}, {address}. Call <a href={telephoneLink(phone)}>{formatPhone(phone)}</a> or write
            to <a href={`mailto:${email}`}>{email}</a>. {hours}.
          </p>
          <p>
            <Link className="button" to={`/auth/onboard/${slug}`}>
              Move in
            </Link>
          </p>
        </section>
      </div>
    </div>
  )
}
