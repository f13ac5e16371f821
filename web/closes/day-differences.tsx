import { useState } from 'react'
import { Link } from 'react-router'
import type { CloseOfDay, ShownDifference } from '#contract/closes.ts'
import { formatRecent } from '#rules/calendar.ts'
import { kshCents } from '#rules/money.ts'
import { deskPath } from '../desk/texts.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { statementPath } from '../statements/texts.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { Button } from '../ui/button.tsx'
import { whyDifferent } from './texts.ts'

/** Rows shown at once: after days without reports there may be hundreds. */
const FEW = 100

/** The open differences that somebody has to look at and, folded below them, the explained ones. */
export function DayDifferences({ of: { differences, close, figures } }: { of: CloseOfDay }) {
  const open = differences.filter((one) => one.open)
  const explained = differences.filter((one) => !one.open)
  return (
    <>
      <section className="plate clipped" aria-labelledby="open">
        <div className="desk-list-head row between">
          <h2 id="open">{close ? 'Open when it was signed' : 'Still open'}</h2>
          {open.length > 1 && <b className="money tabular">{kshCents(figures.open_cents)}</b>}
        </div>
        {open.length > 0 ? (
          <Rows rows={open} />
        ) : (
          <p className="desk-row muted">
            {close ? 'Nothing was open.' : 'Nothing is open: every payment is accounted for.'}
          </p>
        )}
      </section>
      {explained.length > 0 && (
        <details className="plate clipped">
          <summary className="desk-list-head closes-explained">
            Explained, {explained.length} · {kshCents(sumOf(explained))}
          </summary>
          <Rows rows={explained} />
        </details>
      )}
    </>
  )
}

const sumOf = (rows: ShownDifference[]) => rows.reduce((sum, { cents }) => sum + cents, 0)

function Rows({ rows }: { rows: ShownDifference[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, FEW)
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li
            key={`${row.kind} ${row.receipt} ${row.at} ${row.receipt_number} ${row.cents}`}
            className="desk-row"
          >
            <b>{whyDifferent(row)}</b>
            <b className="money tabular">{kshCents(row.cents)}</b>
            <span className="small full-width closes-facts">
              {row.full_name && row.user_id && (
                <Link to={tenantPath(row.user_id)}>{row.full_name}</Link>
              )}
              {row.receipt && <span className="tabular">{row.receipt}</span>}
              {row.at && (
                <span className="muted tabular">{formatRecent(new Date(row.at), new Date())}</span>
              )}
              {row.reason && <span>“{row.reason}”</span>}
              <Links row={row} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <p className="padded">
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all {rows.length}
          </Button>
        </p>
      )}
    </>
  )
}

const Links = ({ row }: { row: ShownDifference }) => (
  <>
    {row.desk_id && (
      <Link to={deskPath(row.open ? 'open' : 'closed', row.desk_id)}>Payment on the desk</Link>
    )}
    {row.receipt_number && (
      <ReceiptLink number={row.receipt_number}>Receipt {row.receipt_number}</ReceiptLink>
    )}
    {row.book === 'cash' && <Link to="/staff/close">Cash in the drawer</Link>}
    {row.statement_id &&
      (row.kind === 'taken_back_by_mpesa' ? (
        <Link to={statementPath(row.statement_id, 'taken_back_by_mpesa')}>
          Taken back on the statement
        </Link>
      ) : (
        <Link to={statementPath(row.statement_id)}>Statement</Link>
      ))}
  </>
)
