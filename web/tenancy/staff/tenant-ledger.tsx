import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type LedgerEntry, listLedger } from '#contract/ledger.ts'
import { getAccountStatementCsv, getAccountStatementPdf } from '#contract/tenant-record.ts'
import { entryName } from '#rules/account-statement.ts'
import {
  type Day,
  dayOf,
  formatDay,
  isDay,
  type Month,
  monthName,
  monthOf,
} from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { download } from '../../api.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { TextField } from '../../ui/field.tsx'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAction } from '../../ui/use-action.ts'
import './tenant-ledger.css'

/** How a tenant's balance arose: charges, payments and corrections, month by month, the latest first. */
export function TenantLedger({ id }: { id: string }) {
  const list = useInfiniteList(listLedger, id, (page) => ({ params: { id }, query: page }))
  const entries = list.pages?.flat()
  return (
    <section className="plate padded stack tenant-ledger" aria-labelledby="ledger">
      <div>
        <h2 id="ledger">Ledger</h2>
        <p className="muted">Rent, payments and corrections, with the balance after each.</p>
      </div>
      <StatementDownload id={id} />
      {entries?.length === 0 && <p className="muted">Nothing has been charged or paid yet.</p>}
      {entries &&
        groupByMonth(entries).map((group) => <MonthEntries key={group.month} {...group} />)}
      {list.error && (
        <LoadError
          message={errorMessage(list.error, 'The ledger couldn’t be loaded.')}
          onRetry={() => (entries ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {!entries && !list.error && <Skeleton lines={['row', 'row', 'row']} />}
      {!list.error && <LoadMoreButton list={list} />}
    </section>
  )
}

const formats = {
  PDF: getAccountStatementPdf,
  CSV: getAccountStatementCsv,
}
type Format = keyof typeof formats

/** The statement of the account, of all time or of some days. */
function StatementDownload({ id }: { id: string }) {
  const [days, setDays] = useState<{ from: Day; until: Day }>({ from: '', until: '' })
  const { run, busy, input, error } = useAction(async (format: Format) => {
    const query = { from: days.from || undefined, until: days.until || undefined }
    const file = await download(formats[format], { params: { id }, query })
    const name = ['statement', query.from, query.until ?? dayOf(new Date())].filter(Boolean)
    saveFile(file, `${name.join('-')}.${format.toLowerCase()}`)
  })
  const wrongOrder = isDay(days.from) && isDay(days.until) && days.until < days.from
  const dayField = (name: 'from' | 'until', label: string) => (
    <TextField
      label={label}
      optional
      type="date"
      className="tabular"
      max={dayOf(new Date())}
      error={name === 'until' && wrongOrder ? 'Choose the same day or a later one.' : null}
      value={days[name]}
      onChange={({ target }) => setDays({ ...days, [name]: target.value })}
    />
  )
  return (
    <details className="statement-download">
      <summary>Statement of account</summary>
      <div className="stack-small space-above-small">
        <div className="field-pair">
          {dayField('from', 'From')}
          {dayField('until', 'Until')}
        </div>
        <div className="row wrap">
          {(['PDF', 'CSV'] as const).map((format) => (
            <Button
              key={format}
              variant="secondary compact"
              icon={Download}
              busy={busy && input === format}
              disabled={wrongOrder}
              onClick={() => void run(format)}
            >
              Download {format}
            </Button>
          ))}
        </div>
        <ActionResult
          success={null}
          error={error}
          fallback="The statement couldn’t be downloaded. Please try again."
        />
      </div>
    </details>
  )
}

interface Group {
  month: Month
  entries: LedgerEntry[]
}

function groupByMonth(entries: LedgerEntry[]): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const month = monthOf(new Date(entry.at))
    const last = groups.at(-1)
    if (last?.month === month) last.entries.push(entry)
    else groups.push({ month, entries: [entry] })
  }
  return groups
}

const MonthEntries = ({ month, entries }: Group) => (
  <section aria-labelledby={`ledger-${month}`}>
    <h3 id={`ledger-${month}`}>
      {monthName(month)} {month.slice(0, 4)}
    </h3>
    <ul>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ul>
  </section>
)

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { at, kind, month, amount, balance, mpesa_receipt_number, receipt_number } = entry
  const { reason, by, voided } = entry
  return (
    <li>
      <span className="ledger-what">
        <b>{entryName(kind, month)}</b>
        {voided && <span className="tag error">Void</span>}
      </span>
      <b className={voided ? 'money struck' : 'money'}>
        <span className="visually-hidden">amount </span>
        {amount > 0 ? `+ ${ksh(amount)}` : ksh(amount)}
      </b>
      <div className="ledger-second">
        <span className="small muted tabular ledger-detail">
          <time className="nowrap">{formatDay(dayOf(new Date(at)))}</time>
          {receipt_number && (
            <Link to={`/receipts/${receipt_number}`} prefetch="intent">
              {receipt_number}
            </Link>
          )}
          {mpesa_receipt_number && <span>{mpesa_receipt_number}</span>}
          {by && <span>by {by}</span>}
          {reason && <q>{reason}</q>}
        </span>
        <span className="small money ledger-balance">
          <span className="visually-hidden">then </span>
          {formatBalance(balance, 'owes')}
        </span>
      </div>
    </li>
  )
}
