import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Overview } from '#contract/overview.ts'
import { type Day, formatDateTime } from '#rules/calendar.ts'
import { formatNumber, ksh, kshCents } from '#rules/money.ts'
import { callsPath } from '../agreements/texts.ts'
import { approvalsPath } from '../approvals/texts.ts'
import { codesPath, depositsPath, deskPath } from '../desk/texts.ts'
import { freeRoomsPath } from '../tenancy/staff/paths.ts'
import { overviewPath } from './paths.ts'

interface Props {
  overview: Overview
  /** Undefined for today. */
  on: Day | undefined
}

/** A word in the number of a count that stands before it. */
const of = (count: number, one: string, more: string) => (count === 1 ? one : more)

/** The things that somebody has to decide about, each with how many there are and the money at stake. */
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
      go: null,
      text: 'Emails aren’t sent',
      note:
        mail &&
        `The last one failed on ${formatDateTime(new Date(mail.at))}: ${mail.reason}. Please tell whoever runs the server.`,
      money: false as const,
    },
    {
      count: desk.count,
      to: deskPath('open'),
      go: 'Open the desk',
      text: `${of(desk.count, 'payment is', 'payments are')} waiting on the desk`,
      note:
        desk.taken_back_cents > 0 && `M‑Pesa took back ${kshCents(desk.taken_back_cents)} of this`,
      money: atDesk > 0 && kshCents(atDesk),
    },
    {
      count: acts,
      to: approvalsPath('open'),
      go: 'See the requests',
      text: `${of(acts, 'request is', 'requests are')} waiting for a second person`,
      money: ksh(approvals?.shillings ?? 0),
    },
    {
      count: codes?.count ?? 0,
      to: codesPath,
      go: 'See the codes',
      text: `${of(codes?.count ?? 0, 'M‑Pesa code that a tenant typed was', 'M‑Pesa codes that tenants typed were')} never reported`,
      money: (codes?.shillings ?? 0) > 0 && ksh(codes?.shillings ?? 0),
    },
    {
      count: leaving.count,
      to: `${overviewPath(on)}#moves`,
      go: 'See who leaves',
      text: `${of(leaving.count, 'tenant leaves this week and still owes', 'tenants leave this week and still owe')} rent`,
      money: ksh(leaving.shillings),
    },
    {
      count: broken,
      to: callsPath('to_call'),
      go: 'See who to call',
      text: `${of(broken, 'tenant hasn’t', 'tenants haven’t')} paid what they promised or planned`,
      money: ksh(needs.broken?.shillings ?? 0),
    },
    {
      count: overdue.count,
      to: `${overviewPath(on, 'overdue')}#arrears`,
      go: 'See who owes',
      text: `${of(overdue.count, 'person owes', 'people owe')} rent from two months ago or earlier`,
      money: ksh(overdue.shillings),
    },
    {
      count: deposits,
      to: depositsPath('to_refund'),
      go: 'See the deposits',
      text: `${of(deposits, 'deposit of somebody who has left is', 'deposits of people who have left are')} still held`,
      money: ksh(needs.deposits?.shillings ?? 0),
    },
    {
      count: occupancy.free,
      to: on ? `${overviewPath(on)}#rooms` : freeRoomsPath,
      go: 'See the free rooms',
      text: `${of(occupancy.free, 'room has', 'rooms have')} a free place`,
      note: `Let, ${occupancy.free === 1 ? 'it' : 'they'}’d bring in ${ksh(occupancy.free_rent)} a month`,
      money: false as const,
    },
    {
      count: posts ?? 0,
      to: '/staff/posts',
      go: 'Review them',
      text: `${of(posts ?? 0, 'post or report', 'posts or reports')} to review`,
      money: false as const,
    },
  ].filter(({ count }) => count > 0)
  return (
    <section
      className={rows.length > 0 ? 'overview-needs' : 'plate padded overview-needs'}
      aria-labelledby="needs"
    >
      <h2 id="needs">{on ? 'What needed attention' : 'To do today'}</h2>
      {rows.length === 0 ? (
        <p className="muted">
          {on ? 'Nothing was waiting.' : 'Nothing is waiting. Enjoy your tea.'}
        </p>
      ) : (
        <ul>
          {rows.map(({ count, to, go, text, note, money }) => {
            const row = (
              <>
                <b className="needs-count tabular">{to === null ? '!' : formatNumber(count)}</b>{' '}
                <span>
                  <span className="needs-text">{text}</span>
                  {note && <span className="small muted needs-note">{note}</span>}
                </span>
                {money && <b className="money tabular">{money}</b>}
              </>
            )
            return (
              <li key={text}>
                {to === null ? (
                  <p className="needs-row">{row}</p>
                ) : (
                  <Link className="needs-row" to={to}>
                    {row}
                    {/* Drawn as a button where there is room; the whole card is the link. */}
                    <span className="button secondary compact needs-go" aria-hidden="true">
                      {go}
                    </span>
                    <ChevronRight className="icon" aria-hidden="true" />
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
