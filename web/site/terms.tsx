import type { ReactNode } from 'react'
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
    why: 'To know who lives here, to reach you and to let you sign in. The ID number is your first password: please change it.',
  },
  {
    what: 'Registration number, college, faculty, year of study',
    why: 'Because the house is for students.',
  },
  {
    what: 'Somebody to call in an emergency, and who pays your rent',
    why: 'For an emergency, and for a question about a payment. For nothing else; please tell them that you named them.',
  },
  { what: 'Photo and ID', why: 'To know at the gate that you are you.' },
  {
    what: 'Your rooms, charges and payments',
    why: 'They are our accounts. A mistake is corrected by another entry; nothing is deleted.',
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
          Pay by M‑Pesa: in the assistant, which asks for the PIN on your phone, or by hand to the
          paybill on your home page with your account number. The account number is yours for good
          and is how your money finds you. Every payment has a receipt.
        </p>
        <p>
          What is not paid is carried over to the next month, and what is paid ahead is kept for it.
          There are no fees on top. If a month is going to be hard, talk to us before it is.
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
          Wifi is sold in bundles. A bundle begins when it is paid and ends with its time or its
          data, whichever is first; what is left over is not carried to the next one. Its code is
          for you, on one device at a time. The price is the one you saw when you chose.
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
        We take none, unless you and we have agreed on one in writing. Nobody at the gate or on the
        phone may ask you for one.
      </p>
    ),
  },
  {
    id: 'room',
    title: 'Your room, and another one',
    text: (
      <>
        <p>
          The place is yours from the first day to the last day that you chose when you moved in.
          Please keep it in order, and tell us soon if something breaks. We pay for normal wear; you
          pay for damage.
        </p>
        <p>
          You may move to another room when one is free. Staff do it for you and note the reason and
          the day. This month’s rent stays as it is; the new room’s rate counts from the next 1st.
          Please do not swap rooms among yourselves, or hand yours on.
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
          On the day you named, your place is free for somebody else. To stay longer, or to leave
          sooner, tell staff as early as you can. Rent that is due by then stays due; none is added
          after it.
        </p>
        <p>
          You can still sign in afterwards, see what was paid and pay what is left. What was paid
          too much, staff settle with you. We may end a stay for rent that stays unpaid or for
          conduct that harms others, and say the reason.
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
        them, by a link that soon stops working, and each time is noted with the name of who looked.
        What a phone writes into a picture, such as the place where it was taken, is removed before
        it is kept.
      </p>
    ),
  },
  { id: 'privacy', title: 'What we keep about you, and why', text: <Privacy /> },
  {
    id: 'house-rules',
    title: 'Living together',
    text: (
      <ul className="check-list">
        <li>Quiet from 10 in the evening to 6 in the morning, and in the week of exams all day.</li>
        <li>Visitors are welcome until 10 in the evening; they sign in and out at the gate.</li>
        <li>No smoking, no drugs and no open fire in the house.</li>
        <li>Water and light are everybody’s: turn them off when you go.</li>
        <li>Leave the kitchen, the showers and the TV room as you would like to find them.</li>
        <li>No violence, no threats, no harassment. It ends a stay at once.</li>
      </ul>
    ),
  },
]

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
  return (
    <div className="page terms">
      <header>
        <h1>Terms of {name}</h1>
        <p className="muted">In force since {since}. In plain words, so that they can be kept.</p>
      </header>
      <nav aria-label="On this page">
        <ul>
          {[...sections, { id: 'questions', title: 'Questions' }].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
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
