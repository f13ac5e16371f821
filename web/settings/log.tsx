import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type LogEntry, listLog, listStaff } from '#contract/settings.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { query } from '../api.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const acts: Record<string, string> = {
  'desk.assign': 'credited a payment',
  'desk.attach': 'added an M-Pesa code to a payment',
  'desk.confirm': 'counted a payment as paid',
  'desk.correct': 'added a correction',
  'desk.dismiss': 'dismissed a payment',
  'desk.note': 'wrote a note about a payment',
  'desk.pull': 'asked M-Pesa for missing payments',
  'desk.reopen': 'reopened a payment',
  'desk.reverse': 'took a credit back',
  export: 'downloaded a table',
  import: 'imported a table',
  'import.undo': 'undid an import',
  'mpesa.check': 'checked the settings of M‑Pesa',
  'mpesa.register': 'registered the addresses at M‑Pesa',
  'password.restore': 'reset a password to the ID number',
  'post.approve': 'published a post',
  'post.reject': 'rejected a post',
  'post.take_down': 'took a post down',
  'comment.remove': 'removed a comment',
  'report.dismiss': 'dismissed a report',
  'rooms.add': 'added rooms',
  'rooms.change': 'changed a room',
  'rooms.close': 'took a room out of service',
  'rooms.delete': 'deleted a room',
  'rooms.rents': 'changed rents',
  'rooms.reopen': 'put a room back into service',
  'settings.residence': 'changed the residence’s details',
  'settings.bundles': 'changed the wifi prices',
  'settings.planned_prices': 'planned other wifi prices',
  'settings.faq': 'changed the questions',
  'settings.picture': 'changed the logo or photo of the residence',
  'settings.terms': 'published terms',
  'settings.colleges': 'changed the colleges',
  'settings.services': 'changed the services',
  'staff.invite': 'added a staff account',
  'staff.remove': 'removed a staff account',
  'staff.role': 'changed the role of a staff account',
  refused: 'tried something that their role doesn’t allow',
  'tenancy.transfer': 'moved a tenant to another room',
  'tenancy.contact': 'changed a tenant’s name or contact',
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
  desk: 'Payments',
  tenancy: 'Tenants',
  rooms: 'Rooms and rents',
  post: 'Posts',
  comment: 'Comments',
  report: 'Reports',
  settings: 'Settings',
  staff: 'Staff accounts',
  mpesa: 'M‑Pesa',
  password: 'Passwords',
  export: 'Downloads',
  import: 'Imports',
  refused: 'Refused',
}

/** What staff have done, the latest first, filtered as the address says. Nobody can change or delete it. */
export function Log() {
  const [params, setParams] = useSearchParams()
  const of = (name: string) => params.get(name) || undefined
  const filter = {
    by: of('by'),
    about: of('about'),
    q: of('q'),
    from: of('from'),
    until: of('until'),
  }
  const list = useInfiniteList(listLog, JSON.stringify(filter), (page) => ({
    query: { ...filter, ...page },
  }))
  const { data: staff } = useQuery(query(listStaff, {}))
  const entries = list.pages?.flat()
  const isFiltered = Object.values(filter).some(Boolean)
  function go(name: keyof typeof filter, value: string) {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const day = (name: 'from' | 'until', label: string) => (
    <TextField
      label={label}
      type="date"
      className="tabular"
      value={filter[name] ?? ''}
      onChange={({ target }) => go(name, target.value)}
    />
  )
  return (
    <div className="stack">
      <p className="muted">What staff have done, the latest first. Nobody can change it.</p>
      <div className="log-filter">
        <TextField
          label="Search"
          type="search"
          placeholder="A room, a name, a sum"
          autoComplete="off"
          value={filter.q ?? ''}
          onChange={({ target }) => go('q', target.value)}
        />
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
          options={(staff ?? []).map(({ id, full_name }) => ({
            value: String(id),
            label: full_name,
          }))}
          value={filter.by ?? ''}
          onChange={({ target }) => go('by', target.value)}
        />
        {day('from', 'From')}
        {day('until', 'Until')}
      </div>
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
        <p role="status">{isFiltered ? 'Nothing matches. Try another search.' : 'Nothing yet.'}</p>
      ) : (
        <ul className="plate staff-list act-log">
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {entries && <LoadMoreButton list={list} />}
    </div>
  )
}

const LogRow = ({ entry }: { entry: LogEntry }) => {
  const { act, by, at, before, after } = entry
  const changes = changesOf(before, after)
  return (
    <li>
      <p>
        <b>{by}</b> {acts[act] ?? act}.
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
