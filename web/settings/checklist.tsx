import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { type ChecklistItem, getChecklist } from '#contract/settings.ts'
import { mayDo, type Permission, rolesWith } from '#rules/staff-roles.ts'
import { query } from '../api.ts'
import { usePageUser } from '../session.ts'
import './checklist.css'

interface Item {
  text: string
  to?: string
  /** The permission that it takes to do the item there. */
  needs?: Permission
  hint?: string
  more?: { text: string; to: string }
}

/** The place and the permission for each item. Items for the operator of the server have no link. */
const items: Record<ChecklistItem, Item> = {
  rooms: {
    text: 'Add your rooms',
    to: '/staff/rooms',
    needs: 'rooms',
    more: { text: 'Or import them from a spreadsheet', to: '/staff/import/rooms' },
  },
  first_month: {
    text: 'Choose how the first month is charged',
    to: '/staff/settings/residence',
    needs: 'settings',
    hint: 'Until then, tenants pay the whole month.',
  },
  bundles: { text: 'Set the wifi prices', to: '/staff/settings/wifi', needs: 'settings' },
  questions: {
    text: 'Answer common questions',
    to: '/staff/settings/questions',
    needs: 'settings',
  },
  terms: {
    text: 'Read and publish the terms',
    to: '/staff/settings/terms',
    needs: 'settings',
    hint: 'Until then, tenants agree to the terms that come with Bweni.',
  },
  services: { text: 'List your services', to: '/staff/settings/services', needs: 'settings' },
  mpesa: {
    text: 'Connect M‑Pesa and check it',
    to: '/staff/settings/mpesa',
    needs: 'settings',
    hint: 'Until then payments are pretend. Whoever runs the server enters the keys; Bweni’s guide to going live has the steps.',
  },
  mail: {
    text: 'Connect email',
    hint: 'Until then, password links only appear in the server’s log. Whoever runs the server can connect it; it’s done once a first email has been sent.',
  },
  staff: {
    text: 'Add a second staff account',
    to: '/staff/settings/staff',
    needs: 'staff',
    hint: 'So that one lost password locks nobody out: another owner or manager, who has chosen a password.',
  },
  first_payment: {
    text: 'Make a test payment of Ksh 1',
    to: '/staff/settings/mpesa',
    needs: 'settings',
    hint: 'Send a push of Ksh 1 to your own phone, and see it come back. Pretend payments don’t count.',
  },
}

/** The tasks left before the residence can take rent; nothing once all are done. Folded for staff who can do none. */
export function Checklist() {
  const { data = [] } = useQuery(query(getChecklist, {}))
  const role = usePageUser()?.staff_role ?? null
  const done = data.filter((one) => one.done).length
  if (done === data.length) return null
  const canAct = data.some(({ item, done }) => {
    const { to, needs } = items[item]
    return !done && to !== undefined && (!needs || mayDo(role, needs))
  })
  const list = (
    <ol>
      {data.map(({ item, done }) => (
        <ChecklistRow key={item} item={item} done={done} />
      ))}
    </ol>
  )
  return (
    <section className="plate padded checklist" aria-labelledby="checklist">
      <h2 id="checklist">Before you open</h2>
      <p className="muted tabular">{`${done} of ${data.length} done`}</p>
      {canAct ? (
        list
      ) : (
        <details>
          <summary>What is left, and who can do it</summary>
          {list}
        </details>
      )}
      {mayDo(role, 'settings') && (
        <p className="small muted checklist-later">
          These can wait: <Link to="/staff/settings/pictures">a logo and a photo</Link>,{' '}
          <Link to="/staff/settings/colleges">colleges and faculties</Link>.
        </p>
      )}
    </section>
  )
}

function ChecklistRow({ item, done }: { item: ChecklistItem; done: boolean }) {
  const role = usePageUser()?.staff_role ?? null
  const { text, to, needs, hint, more } = items[item]
  const may = !needs || mayDo(role, needs)
  return (
    <li className={done ? 'done' : undefined}>
      <span className="checklist-mark" aria-hidden="true">
        {done && <Check className="icon" />}
      </span>
      <div>
        {to && may ? <Link to={to}>{text}</Link> : <b>{text}</b>}
        {done && <span className="visually-hidden">, done</span>}
        {hint && !done && <p className="small muted">{hint}</p>}
        {needs && !may && !done && (
          <p className="small muted">{`An ${rolesWith(needs).join(' or a ')} can do this.`}</p>
        )}
        {more && may && !done && (
          <p className="small">
            <Link to={more.to}>{more.text}</Link>
          </p>
        )}
      </div>
    </li>
  )
}
