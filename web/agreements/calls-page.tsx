import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type CallList,
  type CallRow,
  callLists,
  getCallSummary,
  listCalls,
} from '#contract/calls.ts'
import { formatDay } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { byWhen } from '#rules/promise.ts'
import { query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { Permitted } from '../permission.tsx'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { HelbPlate } from './helb-plate.tsx'
import { NoteCall } from './staff-agreements.tsx'
import { callGroupLabels, callListTexts, callOutcomeLabels, callsPath } from './texts.ts'
import './agreements.css'
import '../styles/staff.css'

export const meta = pageTitle('Who to call')

export default function CallsPage() {
  return (
    <RequireStaff title="This list">
      <Calls />
    </RequireStaff>
  )
}

/** The tenants who owe rent, in the order in which staff call them, and beside them the HELB plate. */
function Calls() {
  const param = usePageParameter('list')
  const list = callLists.find((one) => one === param) ?? 'to_call'
  const [comes, setComes] = useState<string | undefined>()
  const {
    data: summary,
    error,
    refetch,
  } = useQuery({
    ...query(getCallSummary, { query: { helb: comes } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>Who to call</h1>
          <p className="muted">{callListTexts[list].lead}</p>
          <a className="calls-to-helb small" href="#helb">
            HELB and who is waiting for it
          </a>
        </div>
        <BooksNav current="calls" />
        <nav className="segmented" aria-label="Which list">
          {callLists.map((one) => (
            <Link key={one} to={callsPath(one)} aria-current={one === list ? 'page' : undefined}>
              {callListTexts[one].tab}
              {summary && summary[one].count > 0 ? ` ${summary[one].count}` : ''}
            </Link>
          ))}
        </nav>
      </div>
      <div className="calls-columns">
        <div className="stack">
          {summary && summary.proposals.length > 0 && (
            <Note kind="information">
              {counted(summary.proposals.length, 'plan is waiting', 'plans are waiting')} for your
              answer:{' '}
              {summary.proposals.map(({ id, user_id, full_name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to={`${tenantPath(user_id)}#agreements`}>{full_name}</Link>
                </span>
              ))}
              .
            </Note>
          )}
          {summary && summary[list].count > 0 && (
            <p className="tabular">
              {counted(summary[list].count, 'person owes', 'people owe')}{' '}
              <b>{ksh(summary[list].shillings)}</b>.
            </p>
          )}
          <CallRows key={list} list={list} />
        </div>
        {summary ? (
          <HelbPlate helb={summary.helb} comes={comes} onChange={setComes} />
        ) : error ? (
          <section className="plate padded stack" aria-labelledby="helb">
            <h2 id="helb">HELB</h2>
            <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
          </section>
        ) : (
          <Skeleton className="plate padded" lines={['word', 'row']} />
        )}
      </div>
    </div>
  )
}

function CallRows({ list }: { list: CallList }) {
  const rows = useInfiniteList(listCalls, list, (page) => ({ query: { ...page, list } }))
  const { error } = rows
  const people = rows.pages?.flat()
  if (!people) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => rows.refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
    )
  }
  if (people.length === 0) {
    return (
      <MessagePlate title="Nobody here">
        <p className="muted">{callListTexts[list].none}</p>
      </MessagePlate>
    )
  }
  return (
    <>
      <ul className="plate call-rows" aria-label={callListTexts[list].tab}>
        {people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
      {error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => rows.fetchNextPage()} />
      )}
      {!error && <LoadMoreButton list={rows} />}
    </>
  )
}

function Row({ person }: { person: CallRow }) {
  const { id, full_name, room, phone, owed, group, missing, next, grade, last_call } = person
  const [noting, setNoting] = useState(false)
  const { label, tag } = callGroupLabels[group]
  return (
    <li>
      <div className="call-head">
        <span>
          <Link to={tenantPath(id)}>
            <b>{full_name}</b>
          </Link>
          <span className="small muted">{room ? `, room ${room}` : ', no room'}</span>
        </span>
        <b className="money">{ksh(owed)}</b>
      </div>
      <div className="call-facts">
        <span className={tag}>{label}</span>
        {missing > 0 && <span className="small owed">{ksh(missing)} late</span>}
        {next && (
          <span className="small">
            {next.kind === 'promise' ? 'Promised' : 'Planned'} {ksh(next.amount)} {byWhen(next)}
          </span>
        )}
        {grade && (
          <details className="small">
            <summary>
              Grade <b>{grade.grade}</b>
            </summary>
            <p>{grade.text}</p>
          </details>
        )}
      </div>
      {last_call && (
        <p className="small muted">
          {callOutcomeLabels[last_call.outcome]}, {formatDay(last_call.day)}, {last_call.by}
        </p>
      )}
      {noting ? (
        <NoteCall id={String(id)} onClose={() => setNoting(false)} />
      ) : (
        <div className="row wrap call-actions">
          {phone && (
            <a className="button secondary compact" href={telephoneLink(phone)}>
              <Phone className="icon" aria-hidden="true" />
              {formatPhone(phone)}
            </a>
          )}
          <Permitted to="tenancies">
            <Button variant="quiet compact" onClick={() => setNoting(true)}>
              Note a call<span className="visually-hidden"> with {full_name}</span>
            </Button>
          </Permitted>
        </div>
      )}
    </li>
  )
}
