import { Link } from 'react-router'
import type { Overview } from '#contract/overview.ts'
import { type Day, formatDateTime } from '#rules/calendar.ts'
import { counted, ksh, kshCents } from '#rules/money.ts'
import { callsPath } from '../agreements/texts.ts'
import { approvalsPath } from '../approvals/texts.ts'
import { codesPath, depositsPath, deskPath } from '../desk/texts.ts'
import { freeRoomsPath } from '../tenancy/staff/paths.ts'
import { overviewPath } from './paths.ts'

/** On a laptop up to this many rows fit beside the house. More use the page's width, or the house would stand alone. */
const MOST_BESIDE = 4

interface Props {
  overview: Overview
  /** Undefined for today. */
  on: Day | undefined
}

/** The things that somebody has to decide about, with the money at stake. */
export function Needs({ overview, on }: Props) {
  const { needs, occupancy } = overview
  const { desk, leaving_with_debt: leaving, long_overdue: overdue, codes, posts, approvals } = needs
  const deposits = needs.deposits?.count ?? 0
  const acts = approvals?.count ?? 0
  const broken = needs.broken?.count ?? 0
  const atDesk = desk.cents + desk.taken_back_cents
  const mail = needs.mail_failed
  const rows = [
    {
      count: mail ? 1 : 0,
      to: null,
      text: 'Emails aren’t sent',
      note:
        mail &&
        `The last one failed on ${formatDateTime(new Date(mail.at))}: ${mail.reason}. Please tell whoever runs the server.`,
      money: false as const,
    },
    {
      count: desk.count,
      to: deskPath('open'),
      text: `${counted(desk.count, 'payment')} ${desk.count === 1 ? 'is' : 'are'} waiting on the desk`,
      note:
        desk.taken_back_cents > 0 && `M‑Pesa took back ${kshCents(desk.taken_back_cents)} of this`,
      money: atDesk > 0 && kshCents(atDesk),
    },
    {
      count: acts,
      to: approvalsPath('open'),
      text: `${counted(acts, 'request')} ${acts === 1 ? 'is' : 'are'} waiting for a second person`,
      money: ksh(approvals?.shillings ?? 0),
    },
    {
      count: codes?.count ?? 0,
      to: codesPath,
      text: `${counted(codes?.count ?? 0, 'M‑Pesa code that a tenant typed was', 'M‑Pesa codes that tenants typed were')} never reported`,
      money: (codes?.shillings ?? 0) > 0 && ksh(codes?.shillings ?? 0),
    },
    {
      count: leaving.count,
      to: `${overviewPath(on)}#moves`,
      text: `${counted(leaving.count, 'tenant')} ${leaving.count === 1 ? 'leaves' : 'leave'} this week and still ${leaving.count === 1 ? 'owes' : 'owe'} rent`,
      money: ksh(leaving.shillings),
    },
    {
      count: broken,
      to: callsPath('to_call'),
      text: `${counted(broken, 'tenant')} ${broken === 1 ? 'hasn’t' : 'haven’t'} paid what they promised or planned`,
      money: ksh(needs.broken?.shillings ?? 0),
    },
    {
      count: overdue.count,
      to: `${overviewPath(on, 'overdue')}#arrears`,
      text: `${counted(overdue.count, 'person', 'people')} ${overdue.count === 1 ? 'owes' : 'owe'} rent from two months ago or earlier`,
      money: ksh(overdue.shillings),
    },
    {
      count: deposits,
      to: depositsPath('to_refund'),
      text: `${counted(deposits, 'deposit')} of people who have left ${deposits === 1 ? 'is' : 'are'} still held`,
      money: ksh(needs.deposits?.shillings ?? 0),
    },
    {
      count: occupancy.free,
      to: on ? `${overviewPath(on)}#rooms` : freeRoomsPath,
      text: `${counted(occupancy.free, 'room')} ${occupancy.free === 1 ? 'has' : 'have'} a free place`,
      note: `Let, ${occupancy.free === 1 ? 'it' : 'they'}’d bring in ${ksh(occupancy.free_rent)} a month`,
      money: false as const,
    },
    {
      count: posts ?? 0,
      to: '/staff/posts',
      text: `${counted(posts ?? 0, 'post or report', 'posts or reports')} to review`,
      money: false as const,
    },
  ].filter(({ count }) => count > 0)
  return (
    <section
      className={`plate padded overview-needs${rows.length > MOST_BESIDE ? ' many' : ''}`}
      aria-labelledby="needs"
    >
      <h2 id="needs">{on ? 'What needed attention' : 'To do today'}</h2>
      {rows.length === 0 ? (
        <p className="muted">
          {on ? 'Nothing was waiting.' : 'Nothing is waiting. Enjoy your tea.'}
        </p>
      ) : (
        <ul className="overview-list">
          {rows.map(({ to, text, note, money }) => (
            <li key={text}>
              <span>
                {to === null ? <b>{text}</b> : <Link to={to}>{text}</Link>}
                {note && <span className="small muted needs-note">{note}</span>}
              </span>
              {money && <b className="money tabular">{money}</b>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
