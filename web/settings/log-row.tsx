import { Fragment } from 'react'
import { Link } from 'react-router'
import type { LogEntry } from '#contract/staff-log.ts'
import { formatDay, formatTime, isDay } from '#rules/calendar.ts'
import { actSentences, type Named, type StaffAct, sentencePieces } from '#rules/staff-acts.ts'
import { roomPath, tenantPath } from '../tenancy/staff/paths.ts'

/** A row has one entry, or several tries of the same thing, the latest first. */
type Entries = [LogEntry, ...LogEntry[]]

/** Tries that follow each other and differ in nothing but their time are one row. */
export function inTries(entries: LogEntry[]): Entries[] {
  const rows: Entries[] = []
  let last = ''
  for (const entry of entries) {
    const { id: _, at: __, ...rest } = entry
    const same = entry.act === 'refused' ? JSON.stringify(rest) : ''
    if (same !== '' && same === last) rows.at(-1)?.push(entry)
    else rows.push([entry])
    last = same
  }
  return rows
}

export function LogRow({ entries }: { entries: Entries }) {
  const [entry] = entries
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
      <time className="small muted tabular" dateTime={at}>
        {formatTime(new Date(at))}
      </time>
      <p>
        <b>{by}</b>{' '}
        {sentencePieces(sentenceOf(entry, entries.length), named).map((piece) =>
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
      {entries.length > 1 && <Times entries={entries} />}
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

/** From when until when something was tried; opened, the time of each try. */
function Times({ entries }: { entries: Entries }) {
  const times = entries.map(({ at }) => formatTime(new Date(at))).toReversed()
  return (
    <details>
      <summary className="small tabular">
        {times[0]} to {times.at(-1)}
      </summary>
      <ol className="log-times small tabular">
        {entries.toReversed().map(({ id, at }) => (
          <li key={id}>
            <time dateTime={at}>{formatTime(new Date(at))}</time>
          </li>
        ))}
      </ol>
    </details>
  )
}

function sentenceOf({ act, after }: LogEntry, tried: number): string {
  const { tries, role, more } = (after ?? {}) as { tries?: string; role?: string; more?: boolean }
  if (act !== 'refused' || !tries) return actSentences[act as StaffAct] ?? act
  const times = tried === 1 ? '' : ` ${tried} times`
  return more
    ? `tried to ${tries}, which a ${role} may not do, more often in an hour than the log shows`
    : `tried${times} to ${tries}, which a ${role} may not do`
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
