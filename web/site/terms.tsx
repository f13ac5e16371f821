import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Company } from '#contract/company.ts'
import type { WifiBundle } from '#contract/wifi.ts'
import { formatPhone } from '#rules/phone.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import { Bundles } from './bundles.tsx'

interface Clause {
  id: string
  title: string
  text: ReactNode
}

const storedData = [
  {
    what: 'Name, ID number, phone, email address',
    why: 'To know who lives here, to reach you and to let you log in. The ID number is your first password: please change it.',
  },
  {
    what: 'Registration number, college, faculty, year of study',
    why: 'Because this residence is for students.',
  },
  {
    what: 'Your emergency contact, and who pays your rent',
    why: 'For emergencies and questions about payments only. Please tell them that you’ve given us their number.',
  },
  { what: 'Photo and ID', why: 'So that the guard at the gate knows it’s you.' },
  {
    what: 'Your rooms, charges and payments',
    why: 'They are our accounting records. A mistake is corrected by another entry; nothing is deleted.',
  },
  {
    what: 'What staff change, and who looked at a document',
    why: 'So that we can find out who did what.',
  },
]

const Privacy = () => (
  <>
    <dl className="stored-data">
      {storedData.map(({ what, why }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
    <p>
      M‑Pesa payments go through Safaricom, which sees what it needs for them. We don’t sell your
      data, share it with advertisers or track your visits. You may ask to see all of it, to have
      mistakes corrected and, once you have left and owe nothing, to have everything removed that
      the law doesn’t require us to keep. Kenya’s Data Protection Act gives you these rights too.
    </p>
  </>
)

const clauses = (bundles: WifiBundle[]): Clause[] => [
  {
    id: 'rent',
    title: 'Rent',
    text: (
      <>
        <p>
          Rent is for a calendar month and is due on the 1st. The first is due on the day you move
          in. The room’s rate is shown before you choose it, and on your home page afterwards.
        </p>
        <p>
          Pay through the assistant (M‑Pesa then asks for your PIN on your phone), or use Lipa na
          M‑Pesa yourself with the paybill and account number on your home page. Your account number
          stays the same for good and tells us which payments are yours. Every payment has a
          receipt.
        </p>
        <p>
          Unpaid rent is carried over to the next month, and what you pay ahead counts towards it.
          There are no fees on top. If a month is going to be hard, talk to us early.
        </p>
      </>
    ),
  },
  {
    id: 'wifi',
    title: 'Wifi',
    text: (
      <>
        <p>
          Wifi is sold in bundles. A bundle starts when you pay and ends when its time or data runs
          out, whichever comes first. Unused data isn’t carried over. The code is for you alone, on
          one device at a time. The price is the one you saw when you chose.
        </p>
        <Bundles bundles={bundles} />
      </>
    ),
  },
  {
    id: 'deposit',
    title: 'Deposit',
    text: (
      <p>
        We don’t take one unless we’ve agreed on one with you in writing. Nobody at the gate or on
        the phone may ask you for one.
      </p>
    ),
  },
  {
    id: 'room',
    title: 'Your room, and changing rooms',
    text: (
      <>
        <p>
          The room is yours from the start date to the end date on your form. Please keep it in
          order, and tell us soon if something breaks. We pay for normal wear; you pay for damage.
        </p>
        <p>
          You may move to another room when one is free. Staff do it for you and note the reason and
          the day. This month’s rent stays as it is; the new room’s rate applies from the 1st of the
          next month. Please don’t swap rooms among yourselves or pass your room on to anyone else.
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    text: (
      <>
        <p>
          The room is yours until the end date on your form. To stay longer or leave sooner, tell
          the office as early as you can. Rent that is due by then stays due; none is added after
          it.
        </p>
        <p>
          You can still log in afterwards, see what was paid and pay what is left. If you’ve paid
          too much, staff settle it with you. We may end a stay if the rent stays unpaid or if you
          harm others, and we’ll tell you why.
        </p>
      </>
    ),
  },
  {
    id: 'documents',
    title: 'Your photo and your ID',
    text: (
      <p>
        They are kept apart from everything else. Only you and the staff of this residence can open
        them, by a link that soon stops working, and every view is logged with the viewer’s name.
        Details that a phone adds to a picture, such as where it was taken, are removed before we
        store it.
      </p>
    ),
  },
  { id: 'privacy', title: 'What we keep about you, and why', text: <Privacy /> },
  {
    id: 'house-rules',
    title: 'Living together',
    text: (
      <ul className="check-list">
        <li>Quiet from 10 PM to 6 AM, and all day in exam week.</li>
        <li>Visitors are welcome until 10 PM; they sign in and out at the gate.</li>
        <li>No smoking, no drugs and no open fires indoors.</li>
        <li>Turn off lights and taps when you leave.</li>
        <li>Leave the kitchen, the showers and the TV room as you would like to find them.</li>
        <li>No violence, no threats, no harassment. Any of these ends a stay at once.</li>
      </ul>
    ),
  },
]

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

/** What a tenant agrees to, in plain words. */
export function Terms({
  company,
  bundles,
  since,
}: {
  company: Company
  bundles: WifiBundle[]
  since: string
}) {
  const { name, slug, phone, email, address, hours } = company
  const sections = clauses(bundles)
  const contents = [...sections, { id: 'questions', title: 'Questions' }]
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
        <p className="muted">In effect since {since}.</p>
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
        {sections.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {text}
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
