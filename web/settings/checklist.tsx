import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { type ChecklistItem, getChecklist } from '#contract/settings.ts'
import { query } from '../api.ts'
import './checklist.css'

interface Item {
  text: string
  to?: string
  hint?: string
  more?: { text: string; to: string }
}

/** Where each item is done; what the operator of the server does has no link. */
const items: Record<ChecklistItem, Item> = {
  rooms: {
    text: 'Add your rooms',
    to: '/staff/rooms',
    more: { text: 'Or import them from a spreadsheet', to: '/staff/import/rooms' },
  },
  bundles: { text: 'Set the wifi prices', to: '/staff/settings/wifi' },
  questions: { text: 'Answer frequent questions', to: '/staff/settings/questions' },
  terms: {
    text: 'Read and publish the terms',
    to: '/staff/settings/terms',
    hint: 'Until then, tenants agree to the terms that come with Bweni.',
  },
  services: { text: 'Say what you offer', to: '/staff/settings/services' },
  mpesa: {
    text: 'Connect M-Pesa, and check it',
    to: '/staff/settings/mpesa',
    hint: 'Until then payments are pretend. Whoever runs the server enters the keys; Bweni’s guide to going live has the steps.',
  },
  mail: {
    text: 'Connect email',
    hint: 'Until then links for new passwords are only in the server’s log. Whoever runs the server connects it.',
  },
  staff: {
    text: 'Add a second staff account',
    to: '/staff/settings/staff',
    hint: 'So that nobody is locked out when one password is lost.',
  },
  first_payment: {
    text: 'Receive the first payment',
    to: '/staff/settings/mpesa',
    hint: 'Send a push of Ksh 1 to your own phone, and see it come back.',
  },
}

/** What is left to do before the residence can take rent; nothing once all is done. */
export function Checklist() {
  const { data = [] } = useQuery(query(getChecklist, {}))
  const done = data.filter((one) => one.done).length
  if (done === data.length) return null
  return (
    <section className="plate padded checklist" aria-labelledby="checklist">
      <h2 id="checklist">Before you open</h2>
      <p className="muted tabular">{`${done} of ${data.length} done`}</p>
      <ol>
        {data.map(({ item, done }) => {
          const { text, to, hint, more } = items[item]
          return (
            <li key={item} className={done ? 'done' : undefined}>
              <span className="checklist-mark" aria-hidden="true">
                {done && <Check className="icon" />}
              </span>
              <div>
                {to ? <Link to={to}>{text}</Link> : <b>{text}</b>}
                {done && <span className="visually-hidden">, done</span>}
                {hint && !done && <p className="small muted">{hint}</p>}
                {more && !done && (
                  <p className="small">
                    <Link to={more.to}>{more.text}</Link>
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
