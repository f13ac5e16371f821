import { useQuery } from '@tanstack/react-query'
import { type LogEntry, listLog, listLogPeople } from '#contract/staff-log.ts'
import { dayOf, formatLongDay } from '#rules/calendar.ts'
import { actSubjects } from '#rules/staff-acts.ts'
import { query } from '../api.ts'
import { DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFilters } from '../ui/use-filters.ts'
import { inTries, LogRow } from './log-row.tsx'
import './log.css'

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
          options={Object.entries(actSubjects).map(([value, label]) => ({ value, label }))}
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
                {inTries(acts).map((entries) => (
                  <LogRow key={entries[0].id} entries={entries} />
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
