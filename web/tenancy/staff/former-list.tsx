import { Link } from 'react-router'
import { listFormerTenants } from '#contract/tenancy.ts'
import { formatDay } from '#rules/calendar.ts'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { EmptyList } from './empty-list.tsx'
import { tenantPath } from './paths.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { fetchSentence } from './use-tenants.ts'
import { balanceWords } from './words.ts'

/** Who has left, with the balance that each closed with and what has come since. */
export function FormerList() {
  const list = useInfiniteList(listFormerTenants, '', (page) => ({ query: page }))
  const people = list.pages?.flat()
  const failed = list.error && (
    <LoadError message={fetchSentence(list.error, 'Tenants')} onRetry={() => void list.refetch()} />
  )
  if (!people) return <div className="space-above">{failed ?? <RowsSkeleton />}</div>
  if (people.length === 0) {
    return (
      <EmptyList title="Nobody has left" text="Whoever leaves is kept here with their balance." />
    )
  }
  return (
    <div className="stack space-above">
      <section className="plate clip" aria-label="Former tenants">
        <div className="people-head" aria-hidden="true">
          <span>Name</span>
          <span>Room</span>
          <span>Left</span>
          <span>Closing balance</span>
        </div>
        <ul className="people">
          {people.map(({ id, full_name, room, left_on, balance }) => (
            <li key={`${id}-${left_on}-${room}`}>
              <Link className="whole" to={tenantPath(id)}>
                {full_name}
              </Link>
              <span className="room tabular">
                <span className="visually-hidden">room </span>
                {room}
              </span>
              <span className="small tabular">
                <span className="word">left </span>
                <time className="nowrap">{formatDay(left_on)}</time>
              </span>
              <b className={balance > 0 ? 'small tabular owed' : 'small tabular'}>
                {balanceWords(balance)}
              </b>
            </li>
          ))}
        </ul>
      </section>
      {failed}
      <LoadMoreButton list={list} />
    </div>
  )
}
