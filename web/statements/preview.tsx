import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StatementPreview } from '#contract/statements.ts'
import { counted, formatNumber, kshCents } from '#rules/money.ts'
import { Note } from '../ui/note.tsx'
import { RowItem } from './row-item.tsx'
import { nameOf, periodOf, stateLabels } from './texts.ts'

interface Props {
  preview: StatementPreview
  statement: NonNullable<StatementPreview['statement']>
  /** The buttons. */
  children: ReactNode
}

/** The preview of a statement: the checks, the effect of keeping it, the buttons, and its rows. */
export function PreviewOfStatement({ preview, statement, children }: Props) {
  const { new_rows, states, found } = preview
  const known = statement.rows - new_rows
  return (
    <div className="stack">
      <p role="status">
        <b>
          {nameOf(statement)}, {periodOf(statement)}
        </b>
        <br />
        <span className="muted">
          {counted(statement.rows, 'row')}
          {known > 0 && `, ${formatNumber(known)} already known from an earlier statement`}
          {statement.not_completed > 0 &&
            `. ${counted(statement.not_completed, 'other row was', 'other rows were')} left out, because no money moved`}
        </span>
      </p>
      {statement.checks.length > 0 && (
        <ul className="statement-checks">
          {statement.checks.map((check) => (
            <li key={check}>
              <Check className="icon" aria-hidden="true" />
              {check}
            </li>
          ))}
        </ul>
      )}
      <div className="stack-small">
        <h3>What changes</h3>
        <Changes source={statement.source} found={found} />
      </div>
      {children}
      <Found found={found} />
      <h3>All rows</h3>
      <ul className="statement-states">
        {states.map(({ state, rows, cents }) => (
          <li key={state}>
            <span>{stateLabels[state]}</span>
            <b className="tabular">{counted(rows, 'row')}</b>
            <span className="small muted tabular">{kshCents(cents)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Changes({
  source,
  found: { credited, desk, held, taken_back_by_mpesa },
}: {
  source: 'paybill' | 'bank'
  found: StatementPreview['found']
}) {
  const missing = credited.rows + desk.rows
  if (missing === 0 && taken_back_by_mpesa === 0) {
    return (
      <Note kind="information">
        {source === 'bank'
          ? 'Nothing is entered automatically. Once you keep the statement, it shows which rows you still have to enter.'
          : 'No change: every payment is already in the books.'}
      </Note>
    )
  }
  return (
    <ul className="effect-list">
      {credited.rows > 0 && (
        <li>
          {counted(credited.rows, 'payment')} missing from the books: {kshCents(credited.cents)},
          credited when you keep the statement.
        </li>
      )}
      {desk.rows > 0 && (
        <li>
          {counted(desk.rows, 'payment')} missing from the books: {kshCents(desk.cents)}, for you to
          decide on the desk.
          {held.rows > 0 &&
            ' Above your limit, someone else has to credit what only this file shows.'}
        </li>
      )}
      {taken_back_by_mpesa > 0 && (
        <li>
          M‑Pesa took back{' '}
          {taken_back_by_mpesa === 1 ? 'one payment' : `${taken_back_by_mpesa} payments`}. You
          decide about {taken_back_by_mpesa === 1 ? 'it' : 'them'} on the desk.
        </li>
      )}
    </ul>
  )
}

/** The payments that are missing from the books. */
function Found({ found: { credited, desk, rows } }: Pick<StatementPreview, 'found'>) {
  const more = credited.rows + desk.rows - rows.length
  return (
    <>
      {rows.length > 0 && (
        <ul className="statement-found">
          {rows.map((row) => (
            <RowItem key={row.id} row={row} isPreview />
          ))}
        </ul>
      )}
      {more > 0 && <p className="small muted">And {formatNumber(more)} more.</p>}
    </>
  )
}
