import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { type CloseOfDay, getClose, type LateEntries } from '#contract/closes.ts'
import { formatDay, monthOf } from '#rules/calendar.ts'
import { counted, kshCents } from '#rules/money.ts'
import { ApiError, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { longDay } from '../overview/paths.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DayDifferences } from './day-differences.tsx'
import { SignPlate } from './sign-close.tsx'
import { closePath, lateText, monthPath } from './texts.ts'
import '../desk/desk.css'
import './closes.css'

export const meta = pageTitle('Close the day')

export default function ClosePage() {
  const { day = '' } = useParams()
  return (
    <RequireStaff title="This day">
      <div className="page desk-page closes">
        <DayToClose key={day} day={day} />
      </div>
    </RequireStaff>
  )
}

function DayToClose({ day }: { day: string }) {
  const { data, error, refetch } = useQuery(query(getClose, { params: { day } }))
  const noSuchDay = error instanceof ApiError ? error.fields.day : undefined
  if (noSuchDay) {
    return (
      <MessagePlate level={1} title="This day can’t be closed">
        <p role="alert">{noSuchDay}</p>
        <p>
          <Link className="button" to={monthPath(monthOf(new Date()))}>
            All days
          </Link>
        </p>
      </MessagePlate>
    )
  }
  if (!data) {
    return error ? (
      <FetchFailed
        level={1}
        title="This day couldn’t be loaded"
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['heading', 'row', 'box', 'row']} />
    )
  }
  return (
    <>
      <div>
        <Link className="button quiet compact aligned" to={monthPath(day.slice(0, 7))}>
          <ArrowLeft className="icon" aria-hidden="true" />
          All days
        </Link>
        <h1>{longDay(day)}</h1>
        <p className="muted">{summary(data)}</p>
      </div>
      <div className="closes-columns">
        <div className="stack">
          <DayDifferences of={data} />
          <AfterTheClose of={data} />
          <Figures of={data} />
        </div>
        <SignPlate key={data.fingerprint} of={data} />
      </div>
    </>
  )
}

/** A sentence on how much is still open, and on the signatures. */
function summary({ close, figures, is_today }: CloseOfDay): string {
  const open = figures.open_cents
  if (close && (close.alone || close.second_by)) {
    return open > 0 ? `Closed with ${kshCents(open)} open.` : 'Closed with nothing open.'
  }
  if (close) return 'One signature so far. A second person still has to sign.'
  const today = is_today ? ' The day isn’t over yet.' : ''
  return open > 0 ? `${kshCents(open)} is open.${today}` : `Nothing is open.${today}`
}

const coverageWhenSigned = {
  whole: 'A statement covered the whole day when it was signed.',
  part: 'When it was signed, the statements ended before the day did. After that, it has what M‑Pesa had reported to us.',
  none: 'No statement covered this day when it was signed. It has what M‑Pesa had reported to us.',
}
const coverage = {
  whole: 'A statement covers the whole day.',
  part: 'The statements end before the day does. After that, we use what M‑Pesa reported to us.',
  none: 'No statement covers this day yet. Until then, we use what M‑Pesa reported to us.',
}

function Figures({ of: { figures, close } }: { of: CloseOfDay }) {
  const { mpesa, refunds, bank, balance, cash, corrections, other_rows } = figures
  const outside = mpesa.statement.cents + mpesa.reversed.cents + mpesa.reported.cents
  return (
    <section className="plate padded stack" aria-labelledby="figures">
      <h2 id="figures">{close ? 'The figures that were signed' : 'The figures'}</h2>
      <p className="small muted">{(close ? coverageWhenSigned : coverage)[figures.coverage]}</p>
      <table className="closes-figures">
        <thead>
          <tr>
            <th scope="col">M‑Pesa</th>
            <th scope="col">Payments</th>
            <th scope="col">Ksh</th>
          </tr>
        </thead>
        <tbody>
          {(figures.coverage !== 'none' || mpesa.statement.count > 0) && (
            <FigureRow label="On the statement" sum={mpesa.statement} />
          )}
          {mpesa.reported.count > 0 && (
            <FigureRow label="Reported by M‑Pesa" sum={mpesa.reported} />
          )}
          {mpesa.reversed.count > 0 && (
            <FigureRow label="Taken back by M‑Pesa" sum={mpesa.reversed} />
          )}
          <FigureRow label="In the ledger" sum={mpesa.ledger} />
          <FigureRow
            label="Difference"
            sum={{ count: null, cents: outside - mpesa.ledger.cents }}
          />
        </tbody>
        {refunds && refunds.ledger.count > 0 && (
          <tbody>
            <FigureRow label="Refunds on the statement" sum={refunds.statement} />
            <FigureRow label="Refunds by M‑Pesa entered" sum={refunds.ledger} />
          </tbody>
        )}
        {bank && (
          <tbody>
            <FigureRow label="On the bank’s statement" sum={bank.statement} />
            <FigureRow label="Bank transfers entered" sum={bank.ledger} />
            <FigureRow
              label="Difference"
              sum={{ count: null, cents: bank.statement.cents - bank.ledger.cents }}
            />
          </tbody>
        )}
        <tbody>
          <FigureRow label="Cash received" sum={cash.received} />
          {cash.given_back.count > 0 && <FigureRow label="Cash given back" sum={cash.given_back} />}
          {corrections.count > 0 && (
            <FigureRow label="Taken back and corrected" sum={corrections} />
          )}
          {other_rows.count > 0 && (
            <FigureRow label="Charges, sweeps and withdrawals" sum={other_rows} />
          )}
        </tbody>
      </table>
      {balance && (
        <p className="small">
          Opening balance {kshCents(balance.opening)}, closing balance {kshCents(balance.closing)}.
        </p>
      )}
    </section>
  )
}

const FigureRow = ({
  label,
  sum,
}: {
  label: string
  sum: { count: number | null; cents: number }
}) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{sum.count}</td>
    <td>{kshCents(sum.cents).replace('Ksh\u00a0', '')}</td>
  </tr>
)

/** Entries that arrived for this day after its close, and late ones for other days that this close counts. */
function AfterTheClose({ of: { day, after, carried, figures } }: { of: CloseOfDay }) {
  const hasChanged = after !== null && after.open_cents !== figures.open_cents
  if (!after?.entries && !hasChanged && carried.length === 0) return null
  return (
    <section className="plate padded stack-small" aria-labelledby="later">
      <h2 id="later">After the close</h2>
      {after?.entries && (
        <p>
          After the close of {formatDay(day)}: {lateText(after.entries)}.
        </p>
      )}
      {after?.entries && <LateList of={after.entries} />}
      {hasChanged && (
        <Note kind="information">
          {after.open_cents === 0
            ? 'Nothing is open any more.'
            : `${kshCents(after.open_cents)} is open now.`}
        </Note>
      )}
      {carried.length > 0 && (
        <>
          <p className="muted">
            This close also counts what arrived late for days that were already closed:
          </p>
          <ul className="closes-late">
            {carried.map((late) => (
              <li key={late.day}>
                <Link to={closePath(late.day)}>{formatDay(late.day)}</Link>: {lateText(late)}.
                <LateList of={late} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const lateLabels = { entered: 'Entered', taken_back: 'Taken back', row: 'On a statement' }

function LateList({ of: { list, entered, taken_back, rows } }: { of: LateEntries }) {
  const rest = entered.count + taken_back.count + rows.count - list.length
  return (
    <ul className="closes-late small">
      {list.map((one) => (
        <li key={`${one.what} ${one.id}`} className="closes-facts">
          <span>{lateLabels[one.what]}</span>
          <span className="tabular">{kshCents(one.cents)}</span>
          {one.user_id && <Link to={tenantPath(one.user_id)}>{one.full_name}</Link>}
          {one.receipt_number && (
            <ReceiptLink number={one.receipt_number}>Receipt {one.receipt_number}</ReceiptLink>
          )}
          {one.receipt && <span className="tabular">{one.receipt}</span>}
          {one.statement_id && <Link to={`/staff/statements/${one.statement_id}`}>Statement</Link>}
        </li>
      ))}
      {rest > 0 && <li className="muted">And {counted(rest, 'more', 'more')}.</li>}
    </ul>
  )
}
