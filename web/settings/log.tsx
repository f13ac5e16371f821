import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type LogEntry, listLog, listLogPeople } from '#contract/staff-log.ts'
import { formatDateTime, formatDay, isDay } from '#rules/calendar.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import { query } from '../api.ts'
import { roomPath, tenantPath } from '../tenancy/staff/paths.ts'
import { DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFilters } from '../ui/use-filters.ts'

const acts: Record<StaffAct, string> = {
  'approval.ask': 'asked for approval',
  'approval.approve': 'approved what someone else asked for',
  'approval.refuse': 'refused what someone else asked for',
  'approval.withdraw': 'withdrew what they had asked for',
  'approval.due': 'had asked for something that took effect after a day',
  'approval.outdated': 'had asked for something that could no longer be done',
  'approval.expire': 'had asked for something that nobody decided in time',
  'agreement.agree': 'agreed to a plan that a tenant proposed',
  'agreement.decline': 'declined a plan, or took one back',
  'agreement.set': 'set an instalment plan',
  'bill.take_back': 'took bills of a term back',
  'bill.tenant': 'changed how a tenant is billed',
  'bill.term': 'billed a term',
  'bill.undo': 'took a bill back',
  'call.note': 'noted a call with a tenant',
  'claim.close': 'closed a code that M‑Pesa never reported',
  'claim.enter': 'looked for a payment by its M‑Pesa code',
  'claim.reopen': 'reopened a code that M‑Pesa never reported',
  'cash.count': 'counted the cash',
  'close.sign': 'signed the close of a day',
  'deposit.enter': 'made a deposit entry',
  'deposit.photo': 'added a picture of a deduction',
  'deposit.undo': 'took an entry of a deposit back',
  'desk.assign': 'credited a payment',
  'desk.attach': 'added an M‑Pesa code to a payment',
  'desk.confirm': 'counted a payment as paid',
  'desk.correct': 'added a correction',
  'desk.dismiss': 'dismissed a payment',
  'desk.note': 'wrote a note about a payment',
  'desk.pull': 'asked M‑Pesa for missing payments',
  'desk.reopen': 'reopened a payment',
  'desk.reverse': 'took a credit back',
  'desk.restore': 'made a payment count again',
  'desk.detach': 'took an M‑Pesa code off a payment',
  'desk.split': 'shared a payment among accounts',
  'document.view': 'looked at a photo or ID photo of a tenant',
  export: 'downloaded a table',
  'export.statement': 'downloaded the statement of account of a tenant',
  'fee.start': 'entered a fee that recurs every month',
  'fee.stop': 'stopped a fee that recurs every month',
  'helb.enter': 'entered news of HELB',
  'helb.undo': 'took news of HELB back',
  'ledger.enter': 'entered a payment or correction',
  'ledger.undo': 'took an entry back',
  'letter.issue': 'issued a letter for a tenant',
  'letter.withdraw': 'withdrew a letter',
  import: 'imported a table',
  'import.undo': 'undid an import',
  'mpesa.check': 'checked M‑Pesa’s settings',
  'mpesa.push': 'sent a push of Ksh 1 to try M‑Pesa',
  'mpesa.register': 'registered the addresses at M‑Pesa',
  'password.restore': 'reset a password to the ID number',
  'post.approve': 'published a post',
  'post.reject': 'rejected a post',
  'post.take_down': 'took a post down',
  'comment.remove': 'removed a comment',
  'report.dismiss': 'dismissed a report',
  'receipt.etims': 'changed the eTIMS number of a receipt',
  'rooms.add': 'added rooms',
  'rooms.change': 'changed a room',
  'rooms.close': 'took a room out of service',
  'rooms.delete': 'deleted a room',
  'rooms.rents': 'changed rents',
  'settings.set_up': 'set up the residence',
  'staff.grant': 'became an owner by a command on the server',
  'rooms.cancel_rent': 'took back a planned rent',
  'rooms.reopen': 'put a room back into service',
  'settings.billing': 'changed how rent is billed',
  'settings.billing_terms': 'changed the academic terms',
  'settings.approvals': 'changed the limit above which a second person approves',
  'settings.deposit': 'changed what deposit is asked',
  'settings.promises': 'changed what tenants may promise',
  'settings.residence': 'changed the residence’s details',
  'settings.bundles': 'changed the wifi prices',
  'settings.planned_prices': 'planned other wifi prices',
  'settings.faq': 'changed the questions',
  'settings.picture': 'changed the logo or photo of the residence',
  'settings.tax': 'changed the rate of the tax on rent',
  'settings.terms': 'published terms',
  'settings.colleges': 'changed the colleges',
  'settings.services': 'changed the services',
  'settings.fees': 'changed the price list of fees',
  'settings.late_fees': 'changed what late rent costs',
  'staff.invite': 'added a staff account',
  'staff.remove': 'removed a staff account',
  'staff.role': 'changed the role of a staff account',
  'statement.upload': 'uploaded a statement',
  refused: 'tried something that their role doesn’t allow',
  'tenancy.transfer': 'moved a tenant to another room',
  'tenancy.contact': 'changed a tenant’s name or contact',
  'tenancy.document': 'added a photo or ID photo of a tenant',
  'tenancy.details': 'changed a tenant’s details',
  'tenancy.note': 'wrote or deleted a note about a tenant',
  'tenancy.onboard': 'moved a tenant in',
  'tenancy.cancel_transfer': 'cancelled a planned move',
  'tenancy.extend': 'changed a leaving date',
  'tenancy.move_back': 'let a tenant move back in',
  'tenancy.remove': 'removed a tenant',
}

/** The first parts of acts, for the filter. */
const subjects = {
  claim: 'M‑Pesa codes',
  desk: 'Payments',
  ledger: 'Entries by hand',
  deposit: 'Deposits',
  agreement: 'Instalment plans',
  call: 'Calls',
  helb: 'HELB',
  approval: 'Approvals',
  cash: 'Cash',
  close: 'Closes of days',
  tenancy: 'Tenants',
  document: 'Views of documents',
  rooms: 'Rooms and rents',
  post: 'Posts',
  comment: 'Comments',
  report: 'Reports',
  settings: 'Settings',
  staff: 'Staff accounts',
  mpesa: 'M‑Pesa',
  password: 'Passwords',
  receipt: 'eTIMS numbers',
  export: 'Downloads',
  import: 'Imports',
  refused: 'Refused',
}

/** What staff have done, the latest first, filtered as the address says. Nobody can change or delete it. */
export function Log() {
  const { filters, change } = useFilters()
  const of = (name: string) => filters.get(name) || undefined
  const filter: Filter = {
    by: of('by'),
    about: of('about'),
    q: of('q'),
    from: of('from'),
    until: of('until'),
  }
  const range = { from: filter.from ?? '', until: filter.until ?? '' }
  const { data: people } = useQuery(query(listLogPeople, {}))
  const go = (name: keyof typeof filter, value: string) => change({ [name]: value })
  return (
    <div className="stack">
      <p className="muted">What staff have done, the latest first. Nobody can change it.</p>
      <TextField
        label="Search"
        hint="A room, a name or a sum."
        type="search"
        autoComplete="off"
        value={filter.q ?? ''}
        onChange={({ target }) => go('q', target.value)}
      />
      <div className="log-filter">
        <SelectField
          label="About"
          placeholder="Everything"
          options={Object.entries(subjects).map(([value, label]) => ({ value, label }))}
          value={filter.about ?? ''}
          onChange={({ target }) => go('about', target.value)}
        />
        <SelectField
          label="By"
          placeholder="Everyone"
          options={(people ?? []).map(({ id, full_name, is_staff }) => ({
            value: String(id),
            label: is_staff ? full_name : `${full_name} (no longer staff)`,
          }))}
          value={filter.by ?? ''}
          onChange={({ target }) => go('by', target.value)}
        />
        <DayRangeFields range={range} optional={false} onChange={go} />
      </div>
      {!isWrongOrder(range) && <Entries filter={filter} />}
    </div>
  )
}

type Filter = Record<'by' | 'about' | 'q' | 'from' | 'until', string | undefined>

function Entries({ filter }: { filter: Filter }) {
  const list = useInfiniteList(listLog, JSON.stringify(filter), (page) => ({
    query: { ...filter, ...page },
  }))
  const entries = list.pages?.flat()
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      {!entries ? (
        list.error ? (
          <FetchFailed
            title="The log couldn’t be loaded"
            message={errorMessage(list.error, WENT_WRONG)}
            onRetry={() => list.refetch()}
          />
        ) : (
          <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
        )
      ) : entries.length === 0 ? (
        isFiltered ? (
          <p role="status">Nothing matches. Try another search.</p>
        ) : (
          <MessagePlate title="Nothing yet">
            <p className="muted">What staff do is listed here, with who did it and when.</p>
          </MessagePlate>
        )
      ) : (
        <ul className="plate staff-list act-log">
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {entries && <LoadMoreButton list={list} />}
    </>
  )
}

const LogRow = ({ entry }: { entry: LogEntry }) => {
  const { act, by, at, person, before, after } = entry
  // Nothing changed.
  const changes = act === 'refused' ? [] : changesOf(before, after)
  return (
    <li>
      <p>
        <b>{by}</b> {actOf(entry)}
        {person && (
          <>
            :{' '}
            {person.is_tenant ? (
              <Link to={tenantPath(person.id)}>{person.full_name}</Link>
            ) : (
              person.full_name
            )}
          </>
        )}
        <Things entry={entry} />.
      </p>
      <time className="small muted tabular">{formatDateTime(new Date(at))}</time>
      {changes.length > 0 && (
        <details>
          <summary className="small">What changed</summary>
          <dl className="log-changes small">
            {changes.map(({ name, was, now }) => (
              <div key={name} className="log-change">
                <dt>{name}</dt>
                <dd>
                  {was !== null && (
                    <>
                      <del>
                        <span className="visually-hidden">before: </span>
                        {was}
                      </del>{' '}
                    </>
                  )}
                  {now !== null && (
                    <ins>
                      <span className="visually-hidden">after: </span>
                      {now}
                    </ins>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function actOf({ act, after }: LogEntry): string {
  const { tries, role, more } = (after ?? {}) as { tries?: string; role?: string; more?: boolean }
  if (act !== 'refused' || !tries) return acts[act as StaffAct] ?? act
  return more
    ? `tried to ${tries}, which a ${role} may not do, more often in an hour than the log shows`
    : `tried to ${tries}, which a ${role} may not do`
}

/** The fields that name what an act is about, by the first part of the act. */
const nameFields: Record<string, string[]> = {
  rooms: ['rooms', 'room_number'],
  tenancy: ['room_number'],
  desk: ['receipt'],
  claim: ['receipt'],
  receipt: ['receipt'],
  letter: ['number'],
  close: ['day'],
  fee: ['name'],
  bill: ['bill'],
  approval: ['about'],
  post: ['title'],
  statement: ['file'],
  export: ['table', 'year', 'from', 'until'],
  import: ['table'],
  refused: ['room'],
}

const MOST_THINGS = 5

/** What an act is about besides a person: rooms, a receipt, a day. */
function Things({ entry: { act, person, before, after } }: { entry: LogEntry }) {
  const [about = ''] = act.split('.')
  const values: Record<string, unknown> = { ...objectOf(before), ...objectOf(after) }
  const names = (nameFields[about] ?? [])
    .flatMap((field) => values[field] ?? [])
    .map((name) => (isDay(String(name)) ? formatDay(String(name)) : String(name)))
  if (names.length === 0) return null
  const more = names.length - MOST_THINGS
  const isRoom = about === 'rooms' || about === 'tenancy' || about === 'refused'
  return (
    <>
      {person ? ', ' : ': '}
      {names.slice(0, MOST_THINGS).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {isRoom && act !== 'rooms.delete' ? <Link to={roomPath(name)}>{name}</Link> : name}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

const objectOf = (value: unknown) => (Array.isArray(value) ? null : (value as object | null))

interface LogChange {
  name: string
  was: string | null
  now: string | null
}

/** What differs between before and after, by name; what was the same is left out. */
function changesOf(before: unknown, after: unknown): LogChange[] {
  const [was, now] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(was), ...Object.keys(now)])
  return [...names].flatMap((name) => {
    const change = { name: nameOf(name), was: was[name] ?? null, now: now[name] ?? null }
    return change.was === change.now ? [] : [change]
  })
}

const nameOf = (field: string) => field.replaceAll('_', ' ')

function fieldsOf(value: unknown): Record<string, string> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return { all: textOf(value) }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === null || field === '' ? [] : [[name, textOf(field)]],
    ),
  )
}

/** A value as a sentence of facts: `room_number: A101, rate: 6500`. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .flatMap(([name, field]) => (field === null ? [] : [`${nameOf(name)}: ${textOf(field)}`]))
    .join(', ')
}
