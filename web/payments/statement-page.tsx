import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import {
  type AccountStatement,
  getOwnStatement,
  getOwnStatementCsv,
  getOwnStatementPdf,
  getTenantStatement,
  getTenantStatementCsv,
  getTenantStatementPdf,
} from '#contract/ledger.ts'
import { groupByFour } from '#rules/account-number.ts'
import { statementFacts } from '#rules/account-statement.ts'
import { type Day, dayOf, isDay } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { download, isMissing, query } from '../api.ts'
import { RequireAuth, RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle, usePageTitle } from '../layout/title.ts'
import { FactList, StatementRows } from '../letters/letter-body.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { PaperHeader } from '../ui/paper-header.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { useFilters } from '../ui/use-filters.ts'

export const meta = pageTitle('Statement of account')

/** The user's own statement of account or, for staff, that of the tenant in the address. */
export default function StatementPage() {
  const { id } = useParams()
  return id === undefined ? (
    <RequireAuth title="Your statement">
      <Statement id={null} />
    </RequireAuth>
  ) : (
    <RequireStaff title="This statement">
      <Statement id={id} />
    </RequireStaff>
  )
}

interface Asked {
  /** The id of a tenant; null for the user's own statement. */
  id: string | null
  span: { from: Day | undefined; until: Day | undefined }
}

const statementQuery = ({ id, span }: Asked) =>
  id === null
    ? query(getOwnStatement, { query: span })
    : query(getTenantStatement, { params: { id }, query: span })

const files = {
  PDF: ({ id, span }: Asked) =>
    id === null
      ? download(getOwnStatementPdf, { query: span })
      : download(getTenantStatementPdf, { params: { id }, query: span }),
  CSV: ({ id, span }: Asked) =>
    id === null
      ? download(getOwnStatementCsv, { query: span })
      : download(getTenantStatementCsv, { params: { id }, query: span }),
}
type Format = keyof typeof files

function Statement({ id }: { id: string | null }) {
  const { filters, change } = useFilters()
  const typed = { from: filters.get('from') ?? '', until: filters.get('until') ?? '' }
  const wrong = isWrongOrder(typed)
  const dayIn = (text: string) => (isDay(text) ? text : undefined)
  const span = wrong
    ? { from: undefined, until: undefined }
    : { from: dayIn(typed.from), until: dayIn(typed.until) }
  const asked: Asked = { id, span }
  const { data, error, refetch } = useQuery<AccountStatement>({
    ...statementQuery(asked),
    placeholderData: keepPreviousData,
    enabled: !wrong,
  })
  const name = data?.tenant.full_name
  usePageTitle(id === null ? undefined : name && `Statement of ${name}`)
  const go = (end: keyof typeof typed, day: string) => change({ [end]: day })
  const back =
    id === null
      ? { to: '/transactions', label: 'Your payments' }
      : { to: `/staff/tenants/${id}`, label: name ?? 'Tenant' }
  if (!data && isMissing(error) && !typed.from && !typed.until) {
    return (
      <div className="page page-section">
        <MessagePlate level={1} title="There is no such statement">
          <p>Statements are for people who live here, or lived here.</p>
          <p>
            <Link className="button" to={id === null ? '/' : '/staff/tenants'}>
              {id === null ? 'Go to the home page' : 'All tenants'}
            </Link>
          </p>
        </MessagePlate>
      </div>
    )
  }
  return (
    <div className="page letter-page">
      <Link className="button quiet compact on-screen" to={back.to}>
        <ArrowLeft className="icon" aria-hidden="true" />
        <span className="letter-back">{back.label}</span>
      </Link>
      <div className="plate padded stack letter-tools on-screen">
        <div className="field-pair">
          <DayRangeFields range={typed} max={dayOf(new Date())} optional={false} onChange={go} />
        </div>
        <StatementFiles asked={asked} disabled={wrong || !data} />
        <p className="small">
          Does someone else need to check it?{' '}
          <Link to={id === null ? '/letters' : `/staff/tenants/${id}#letters`}>
            {id === null ? 'Get it as a signed letter' : 'Issue it as a signed letter'}
          </Link>
          .
        </p>
      </div>
      {data ? (
        <StatementSheet statement={data} />
      ) : error ? (
        <FetchFailed
          title="The statement couldn’t be loaded"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <div className="plate padded">
          <h1>Statement of account</h1>
          <Skeleton className="space-above" lines={['text', 'text', 'row', 'row', 'row']} />
        </div>
      )}
    </div>
  )
}

function StatementFiles({ asked, disabled }: { asked: Asked; disabled: boolean }) {
  const { run, busy, input, error } = useAction(async (format: Format) =>
    saveFile(await files[format](asked)),
  )
  return (
    <div className="stack-small">
      <div className="row wrap">
        {(['PDF', 'CSV'] as const).map((format) => (
          <Button
            key={format}
            variant={format === 'PDF' ? '' : 'secondary'}
            icon={Download}
            busy={busy && input === format}
            disabled={disabled}
            onClick={() => void run(format)}
          >
            Download {format}
          </Button>
        ))}
        <Button variant="secondary" icon={Printer} disabled={disabled} onClick={() => print()}>
          Print
        </Button>
      </div>
      <ActionResult
        success={null}
        error={error}
        fallback="The statement couldn’t be downloaded. Please try again."
      />
    </div>
  )
}

/** The statement itself, on screen and in print. */
function StatementSheet({ statement }: { statement: AccountStatement }) {
  const { tenant, residence, rows } = statement
  const { full_name, account_number } = tenant
  const facts = [
    { label: 'Tenant', value: full_name },
    ...(account_number ? [{ label: 'Account number', value: groupByFour(account_number) }] : []),
    ...statementFacts(statement),
  ]
  return (
    <article className="plate paper" aria-labelledby="statement-title">
      <PaperHeader {...residence} />
      <div className="padded stack">
        <h1 id="statement-title">Statement of account</h1>
        <FactList facts={facts} />
        <StatementRows {...statement} rows={rows} />
        <p className="small muted">
          Questions? {formatPhone(residence.phone)}, {residence.email}
        </p>
      </div>
    </article>
  )
}
