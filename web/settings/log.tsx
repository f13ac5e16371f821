import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type LogEntry, listLog, listLogPeople } from '#contract/staff-log.ts'
import { dayOf, formatDay, formatLongDay, formatTime, isDay } from '#rules/calendar.ts'
import { actSentences, type Named, type StaffAct, sentencePieces } from '#rules/staff-acts.ts'
import { query } from '../api.ts'
import { roomPath, tenantPath } from '../tenancy/staff/paths.ts'
import { DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFilters } from '../ui/use-filters.ts'
import './log.css'

/** The subjects of acts (the first part of their names), for the filter. */
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
  close: 'Day closes',
  tenancy: 'Tenants',
  document: 'Documents opened',
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

/** The log of what staff have done, the latest first, filtered as the address says. Nobody can change or delete it. */
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
      <p className="muted">Everything staff have done, newest first. Entries can’t be changed.</p>
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
        <div className="plate act-log">
          {byDay(entries).map((acts) => (
            <section key={acts[0]?.id}>
              <h2>{acts[0] && dayHead(new Date(acts[0].at))}</h2>
              <ul>
                {acts.map((entry) => (
                  <LogRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {entries && <LoadMoreButton list={list} />}
    </>
  )
}

/** Entries in the order of their time, by day. */
function byDay(entries: LogEntry[]): LogEntry[][] {
  const days: LogEntry[][] = []
  let last = ''
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at))
    if (day === last) days.at(-1)?.push(entry)
    else days.push([entry])
    last = day
  }
  return days
}

/** `Friday 20 November`; with the year when it isn't this one. */
function dayHead(instant: Date): string {
  const year = dayOf(instant).slice(0, 4)
  const head = formatLongDay(instant)
  return dayOf(new Date()).startsWith(year) ? head : `${head} ${year}`
}

const LogRow = ({ entry }: { entry: LogEntry }) => {
  const { act, by, at, person, before, after } = entry
  // A refused act changed nothing.
  const changes = act === 'refused' ? [] : changesOf(before, after)
  const things = thingsOf(entry)
  const left = roomLeft(entry)
  const named: Named[] = [
    ...(person ? (['person'] as const) : []),
    ...(left ? (['from'] as const) : []),
    ...(things.length > 0 ? (['things'] as const) : []),
  ]
  return (
    <li>
      <p>
        <b>{by}</b>{' '}
        {sentencePieces(sentenceOf(entry), named).map((piece) =>
          typeof piece === 'string' ? (
            piece
          ) : piece.name === 'things' ? (
            <Things key="things" act={act} things={things} />
          ) : piece.name === 'from' ? (
            <Fragment key="from">
              from <Link to={roomPath(left)}>{left}</Link>{' '}
            </Fragment>
          ) : (
            person &&
            (person.is_tenant ? (
              <Link key="person" to={tenantPath(person.id)}>
                {person.full_name}
              </Link>
            ) : (
              <b key="person">{person.full_name}</b>
            ))
          ),
        )}
        .
      </p>
      <time className="small muted tabular" dateTime={at}>
        {formatTime(new Date(at))}
      </time>
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

function sentenceOf({ act, after }: LogEntry): string {
  const { tries, role, more } = (after ?? {}) as { tries?: string; role?: string; more?: boolean }
  if (act !== 'refused' || !tries) return actSentences[act as StaffAct] ?? act
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

/** The room that a tenant was moved from; empty for other acts. */
function roomLeft({ act, before, after }: LogEntry): string {
  if (act !== 'tenancy.transfer') return ''
  const { stays = [] } = (before ?? {}) as { stays?: { room_number: string; from_day: string }[] }
  const { transfer_date = '' } = (after ?? {}) as { transfer_date?: string }
  return stays.findLast(({ from_day }) => from_day <= transfer_date)?.room_number ?? ''
}

const MOST_THINGS = 5

/** The things that an act is about, besides a person: rooms, a receipt, a day, or a table as the downloads name it. */
function thingsOf({ act, before, after }: LogEntry): string[] {
  const [about = ''] = act.split('.')
  const values: Record<string, unknown> = { ...objectOf(before), ...objectOf(after) }
  return (nameFields[about] ?? []).flatMap((field) =>
    [values[field] ?? []].flat().map((value) => {
      const name = isDay(String(value)) ? formatDay(String(value)) : String(value)
      if (field === 'from' || field === 'until') return `${field} ${name}`
      return act === 'export' && field === 'table'
        ? name.charAt(0).toUpperCase() + name.slice(1)
        : name
    }),
  )
}

function Things({ act, things }: { act: string; things: string[] }) {
  const isRoom = /^(rooms|tenancy|refused)(\.|$)/.test(act) && act !== 'rooms.delete'
  const more = things.length - MOST_THINGS
  return (
    <>
      {things.slice(0, MOST_THINGS).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {isRoom ? <Link to={roomPath(name)}>{name}</Link> : name}
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

/** The fields that differ between before and after; unchanged ones are left out. */
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
