import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  type Approval,
  type ApprovalState,
  approve,
  countApprovals,
  listApprovals,
  refusal,
  refuse,
  withdraw,
} from '#contract/approvals.ts'
import { getReceipt } from '#contract/receipts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { Permitted, useMay } from '../permission.tsx'
import { Change } from '../tenancy/staff/move-summary.tsx'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { changedByMoves } from '../tenancy/staff/use-tenants.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { approvalsPath, outcomeOf, titleOf } from './texts.ts'
import './approvals.css'

export const meta = pageTitle('To approve')

export default function ApprovalsPage() {
  return (
    <RequireStaff title="The requests">
      <Approvals />
    </RequireStaff>
  )
}

/** Acts above the money limit: those that wait for a second person, and those that were decided. */
function Approvals() {
  const state: ApprovalState = usePageParameter('show') === 'decided' ? 'decided' : 'open'
  const { data: count } = useQuery(query(countApprovals, {}))
  const decision = useDecision()
  const list = useInfiniteList(listApprovals, state, (page) => ({ query: { ...page, state } }))
  const approvals = list.pages?.flat()
  const current = (of: ApprovalState) => (of === state ? 'page' : undefined)
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>To approve</h1>
          <p className="muted">
            {state === 'open'
              ? 'Above the residence’s limit, a second person has to approve.'
              : 'Approved, refused or withdrawn, newest first.'}
          </p>
        </div>
        <BooksNav current="approvals" />
        <nav className="segmented" aria-label="Which of them">
          <Link to={approvalsPath('open')} aria-current={current('open')}>
            Waiting{count && count.open > 0 ? ` ${count.open}` : ''}
          </Link>
          <Link to={approvalsPath('decided')} aria-current={current('decided')}>
            Decided
          </Link>
        </nav>
      </div>
      <div className="space-above approvals">
        <ActionResult
          success={decision.result && decision.input && <b>{doneText(decision.input)}</b>}
          error={decision.error}
          fallback={WENT_WRONG}
          takesFocus
        />
        {approvals?.length === 0 && <Empty state={state} />}
        {approvals?.map((approval) => (
          <ApprovalPlate key={approval.id} approval={approval} decision={decision} />
        ))}
        {!approvals &&
          (list.error ? (
            <FetchFailed
              title="The requests couldn’t be loaded"
              message={errorMessage(list.error, WENT_WRONG)}
              onRetry={() => list.refetch()}
            />
          ) : (
            <Skeleton className="plate padded" lines={['word', 'row', 'row']} />
          ))}
        {approvals && <LoadMoreButton list={list} />}
      </div>
    </div>
  )
}

const Empty = ({ state }: { state: ApprovalState }) =>
  state === 'open' ? (
    <MessagePlate title="Nothing to approve">
      <p className="muted">
        Waivers, refunds and lower prices above the limit appear here. You set the limit in the
        settings.
      </p>
      <p>
        <Link className="button secondary" to="/staff/settings/residence">
          Open the settings
        </Link>
      </p>
    </MessagePlate>
  ) : (
    <MessagePlate title="Nothing yet">
      <p className="muted">Requests that are approved, refused or withdrawn are kept here.</p>
    </MessagePlate>
  )

interface Choice {
  approval: Approval
  type: 'approve' | 'refuse' | 'withdraw'
  note?: string
}

/** Sends a decision. Its result is shown above the list, because a decided request leaves it. */
const useDecision = () =>
  useAction(
    ({ approval: { id }, type, note = '' }: Choice) => {
      const params = { id: String(id) }
      if (type === 'refuse') return call(refuse, { params, body: { note } })
      return call(type === 'approve' ? approve : withdraw, { params })
    },
    { changes: changed },
  )

/** Includes the room data, because a removal or a lower rent changes rooms too. */
const changed = [...changedByBooks, ...changedByMoves, getReceipt]

function doneText({ approval, type }: Choice): string {
  const what = `${titleOf(approval)}${approval.tenant ? `, ${approval.tenant.full_name}` : ''}`
  if (type === 'approve') return `${what}: approved and done.`
  return type === 'refuse' ? `${what}: refused. Nothing has changed.` : `${what}: withdrawn.`
}

interface PlateProps {
  approval: Approval
  decision: ReturnType<typeof useDecision>
}

/** A request: what is asked for, by whom and why, with the buttons that this user may press. */
function ApprovalPlate({ approval, decision }: PlateProps) {
  const { id, tenant, about, shillings, changes, reason, asked_by, asked_at, due_at, decided } =
    approval
  const plate = useRef<HTMLElement>(null)
  const isMeant = useLocation().hash === `#approval-${id}`
  useEffect(() => {
    if (isMeant) plate.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  return (
    <article ref={plate} className="plate padded stack approval" aria-labelledby={`approval-${id}`}>
      <div className="approval-head">
        <h2 id={`approval-${id}`}>
          {titleOf(approval)}
          {tenant && (
            <>
              {': '}
              <Link to={tenantPath(tenant.id)}>{tenant.full_name}</Link>
            </>
          )}
        </h2>
        <b className="money">{ksh(shillings)}</b>
      </div>
      {about && <p>{about}</p>}
      {changes.length > 0 && <Changes approval={approval} />}
      {reason && (
        <p className="approval-reason">
          <q>{reason}</q>
        </p>
      )}
      <p className="small muted tabular">
        Requested by {approval.is_mine ? 'you' : asked_by}, {formatDateTime(new Date(asked_at))}
      </p>
      {decided ? (
        <div>
          <p className="tabular">
            <b>{outcomeOf(decided)}</b>, {formatDateTime(new Date(decided.at))}
          </p>
          {decided.note && <p>{decided.note}</p>}
        </div>
      ) : (
        <>
          {due_at && (
            <p className="tabular">
              Takes effect on {formatDateTime(new Date(due_at))}, unless it is withdrawn.
            </p>
          )}
          <Decision approval={approval} decision={decision} />
        </>
      )}
    </article>
  )
}

/** Longer lists of changes are cut. */
const MOST_CHANGES = 8

const Changes = ({ approval: { changes } }: { approval: Approval }) => (
  <ul className="approval-changes tabular">
    {changes.slice(0, MOST_CHANGES).map(({ of, before, after }) => (
      <li key={of}>
        {of ?? 'Their account'}:{' '}
        {before === null ? (
          `${ksh(after)}, new`
        ) : of === null && before === after ? (
          formatBalance(after, 'owes')
        ) : of === null ? (
          <Change from={formatBalance(before, 'owes')} to={formatBalance(after, 'owes')} />
        ) : (
          <Change from={ksh(before)} to={ksh(after)} />
        )}
      </li>
    ))}
    {changes.length > MOST_CHANGES && (
      <li className="muted">And {changes.length - MOST_CHANGES} more.</li>
    )}
  </ul>
)

function Decision({ approval, decision }: PlateProps) {
  const mayDecide = useMay('money')
  const [refusing, setRefusing] = useState(false)
  const busy = (type: Choice['type']) =>
    decision.busy && decision.input?.approval.id === approval.id && decision.input.type === type
  const run = (type: Choice['type'], note?: string) =>
    void decision.run({ approval, type, ...(note && { note }) })
  if (approval.is_mine) {
    return (
      <div>
        <Button variant="secondary" busy={busy('withdraw')} onClick={() => run('withdraw')}>
          Withdraw
        </Button>
      </div>
    )
  }
  if (!mayDecide) {
    return (
      <Permitted to="money" what="approve or refuse this">
        {null}
      </Permitted>
    )
  }
  if (refusing) {
    return (
      <RefuseForm
        busy={busy('refuse')}
        onRefuse={(note) => run('refuse', note)}
        onCancel={() => setRefusing(false)}
      />
    )
  }
  return (
    <div className="row wrap">
      <Button busy={busy('approve')} onClick={() => run('approve')}>
        Approve
      </Button>
      <Button variant="secondary" onClick={() => setRefusing(true)}>
        Refuse
      </Button>
    </div>
  )
}

interface RefuseProps {
  busy: boolean
  onRefuse: (note: string) => void
  onCancel: () => void
}

function RefuseForm({ busy, onRefuse, onCancel }: RefuseProps) {
  const form = useSchemaForm(refusal, { defaultValues: { note: '' } })
  return (
    <form
      className="suggestion stack-small"
      noValidate
      onSubmit={submitOnce(
        busy,
        form.handleSubmit(({ note }) => onRefuse(note)),
      )}
    >
      <TextField
        label="Why is it refused?"
        hint="The person who asked sees this."
        autoFocus
        maxLength={500}
        error={form.formState.errors.note?.message}
        announce
        {...form.register('note')}
      />
      <div className="row wrap">
        <SubmitButton variant="danger" busy={busy}>
          Refuse
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
