import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { Link } from 'react-router'
import {
  changeTaxRate,
  getRentReceived,
  getRentReceivedCsv,
  type ListedRate,
  type RentReceived,
  taxRateForm,
} from '#contract/tax.ts'
import { dayOf, formatDay, monthName, monthOf } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { percentOf } from '#rules/rent-received.ts'
import { call, download, query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { entriesPath } from '../overview/paths.ts'
import { usePageParameter } from '../page-query.ts'
import { longMonth } from '../payments/transaction-filter.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import '../desk/desk.css'
import './tax.css'

export const meta = pageTitle('Tax')

export default function TaxPage() {
  return (
    <RequireStaff title="This page">
      <Tax />
    </RequireStaff>
  )
}

const yearPath = (year: number) => `/staff/tax?year=${year}`

/** The rent received in each month of a year, with an estimate of the tax on it. */
function Tax() {
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const asked = usePageParameter('year')
  const year = asked && /^20\d\d$/.test(asked) ? Number(asked) : thisYear
  const { data, error, refetch } = useQuery({
    ...query(getRentReceived, { query: { year: String(year) } }),
    placeholderData: keepPreviousData,
  })
  const {
    run,
    busy,
    error: notSaved,
  } = useAction(async () =>
    saveFile(await download(getRentReceivedCsv, { query: { year: String(year) } })),
  )
  return (
    <div className="page desk-page rent-received">
      <div className="desk-head">
        <div>
          <h1>Tax</h1>
          <p className="muted">
            Gross rent received by {data?.property ?? 'the residence'}, month by month, for the
            monthly rental income tax.
          </p>
        </div>
        <Permitted to="tables">
          <Button
            icon={Download}
            busy={busy}
            disabled={!data?.months.length}
            onClick={() => void run()}
          >
            Download CSV
          </Button>
        </Permitted>
        <BooksNav current="tax" />
      </div>
      <ActionResult
        success={null}
        error={notSaved}
        fallback="The file couldn’t be downloaded. Please try again."
      />
      <Note kind="information">
        The tax is an estimate. Ask your tax adviser, and add the rent of your other properties.
      </Note>
      <section className="stack" aria-labelledby="year">
        <div className="row between wrap">
          <h2 id="year">{year}</h2>
          <nav className="row" aria-label="Year">
            {(data?.first_year ?? thisYear) < year && (
              <Link className="button quiet compact" to={yearPath(year - 1)}>
                <ChevronLeft className="icon" aria-hidden="true" />
                {year - 1}
              </Link>
            )}
            {year < thisYear && (
              <Link className="button quiet compact" to={yearPath(year + 1)}>
                {year + 1}
                <ChevronRight className="icon" aria-hidden="true" />
              </Link>
            )}
          </nav>
        </div>
        {data ? (
          data.months.length > 0 ? (
            <MonthTable months={data.months} />
          ) : (
            <MessagePlate title="Nothing received">
              <p className="muted">No money came in in {year}.</p>
            </MessagePlate>
          )
        ) : error ? (
          <FetchFailed
            title="The months couldn’t be loaded"
            message={errorMessage(error, WENT_WRONG)}
            onRetry={() => refetch()}
          />
        ) : (
          <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
        )}
      </section>
      {data && <Rates key={JSON.stringify(data.rates)} rates={data.rates} />}
    </div>
  )
}

const sums = ['rent', 'other', 'wifi', 'deposits'] as const
const names: Record<(typeof sums)[number], string> = {
  rent: 'Rent',
  other: 'Other charges',
  wifi: 'Wifi',
  deposits: 'Deposits',
}

function MonthTable({ months }: Pick<RentReceived, 'months'>) {
  const total = (of: (typeof sums)[number] | 'tax') =>
    months.reduce((sum, month) => sum + month[of], 0)
  const now = monthOf(new Date())
  return (
    <div className="plate clipped">
      <table className="tax-table tabular">
        <thead>
          <tr>
            <th scope="col">Month</th>
            {sums.map((of) => (
              <th key={of} scope="col" className="tax-sum">
                {names[of]}
              </th>
            ))}
            <th scope="col" className="tax-sum">
              Rate
            </th>
            <th scope="col" className="tax-sum">
              Estimated tax
            </th>
            <th scope="col">File by</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <th scope="row">
                <Link to={entriesPath('collected', one.month, undefined)}>
                  {monthName(one.month)}
                </Link>
                {one.month === now && <span className="small muted"> so far</span>}
              </th>
              {sums.map((of) => (
                <Sum key={of} name={names[of]} sum={one[of]} />
              ))}
              <td className="tax-sum">
                <span className="tax-word">Rate </span>
                {percentOf(one.rate)}
              </td>
              <Sum name="Estimated tax" sum={one.tax} />
              <td className="nowrap">
                <span className="tax-word">File by </span>
                {formatDay(one.file_by)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {sums.map((of) => (
              <Sum key={of} name={names[of]} sum={total(of)} />
            ))}
            <td className="tax-empty" />
            <Sum name="Estimated tax" sum={total('tax')} />
            <td className="tax-empty" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const Sum = ({ name, sum }: { name: string; sum: number }) => (
  <td className={sum === 0 ? 'tax-sum muted' : 'tax-sum'}>
    <span className="tax-word">{name} </span>
    {formatNumber(sum)}
  </td>
)

/** The tax rates, each with its first month, and the form that sets one. */
function Rates({ rates }: { rates: ListedRate[] }) {
  return (
    <section className="plate padded tax-rates" aria-labelledby="rates">
      <div className="stack">
        <div>
          <h2 id="rates">Tax rate</h2>
          <p className="muted">
            Residents pay it on rent of {ksh(288_000)} to {ksh(15_000_000)} a year, before expenses,
            by the 20th of the next month. Wifi, fees and deposits aren’t rent. Deductions from
            deposits are among the other charges.
          </p>
        </div>
        <ul>
          {rates.toReversed().map(({ from, rate, is_law }) => (
            <li key={from} className="row between wrap">
              <span>
                <b className="tabular">{percentOf(rate)}</b> from {longMonth(from)}
              </span>
              <span className="small muted">{is_law ? 'by law' : 'set here'}</span>
            </li>
          ))}
        </ul>
      </div>
      <Permitted to="settings" what="change the rate">
        <RateForm was={rates} />
      </Permitted>
    </section>
  )
}

function RateForm({ was }: { was: ListedRate[] }) {
  const form = useSchemaForm(taxRateForm, {
    defaultValues: { from: monthOf(new Date()), rate: '' },
  })
  const { errors } = form.formState
  const { run, busy, error } = useAction(
    (now: { from: string; rate: number | null }) =>
      call(changeTaxRate, {
        body: { was, now: { ...now, rate: now.rate === null ? '' : String(now.rate / 100) } },
      }),
    { changes: [getRentReceived] },
  )
  return (
    <form
      className="stack-small"
      noValidate
      onSubmit={submitOnce(
        busy,
        form.handleSubmit((now) => void run(now)),
      )}
    >
      <div className="field-pair">
        <TextField
          label="Other rate, %"
          inputMode="decimal"
          hint="Leave it empty to undo the rate set from that month."
          error={errors.rate?.message}
          announce
          {...form.register('rate')}
        />
        <TextField
          label="From month"
          type="month"
          error={errors.from?.message}
          announce
          {...form.register('from')}
        />
      </div>
      <div>
        <SubmitButton variant="secondary" busy={busy}>
          Set the rate
        </SubmitButton>
      </div>
      <ActionResult
        success={null}
        error={error}
        fallback="It couldn’t be saved. Please try again."
      />
    </form>
  )
}
