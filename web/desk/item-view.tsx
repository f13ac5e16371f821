import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { isMissing } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmPayment, CorrectAction, DismissAction, DuplicateCandidates } from './actions.tsx'
import { AssignAccount } from './assign-account.tsx'
import { PushFacts, RawReport, TypedReference } from './item-facts.tsx'
import { Notes } from './notes.tsx'
import {
  type DeskState,
  deskPath,
  explanationOf,
  outcomeText,
  questionFor,
  reasonTags,
  withoutLineBreaks,
} from './texts.ts'
import { UndoAction } from './undo.tsx'
import {
  type DeskActions,
  deskItemQuery,
  isClosedMeanwhile,
  useDeskAction,
} from './use-desk-action.ts'

interface Props {
  id: number
  state: DeskState
  /** Whether the user opened the item; then it takes the focus. */
  takesFocus: boolean
  /** The item that is offered after this one. */
  next: number | undefined
}

/** One item: the money, the question for staff, and the actions. */
export function ItemView({ id, state, takesFocus, next }: Props) {
  const {
    data: item,
    error,
    refetch,
  } = useQuery({ ...deskItemQuery(id), refetchOnWindowFocus: 'always' })
  const actions = useDeskAction(id)
  const navigate = useNavigate()
  const isReopened = state === 'closed' && actions.message !== null && item?.closed === null
  useEffect(() => {
    if (isReopened) void navigate(deskPath('open', id), { preventScrollReset: true })
  }, [isReopened, id, navigate])
  const back = (
    <Link className="button quiet compact only-narrow" to={deskPath(state)}>
      <ArrowLeft className="icon" aria-hidden="true" />
      All payments
    </Link>
  )
  if (!item && error) {
    return (
      <div className="desk-item stack">
        {back}
        {isMissing(error) ? (
          <MessagePlate title="Payment not found">
            <p className="muted">The link may be old, or belong to another residence.</p>
            <p>
              <Link className="button" to={deskPath(state)}>
                Back to the list
              </Link>
            </p>
          </MessagePlate>
        ) : (
          <FetchFailed
            title="We couldn’t open this payment"
            message={errorMessage(error, WENT_WRONG)}
            onRetry={() => refetch()}
          />
        )}
      </div>
    )
  }
  return (
    <div className="desk-item">
      {back}
      <section className="plate padded stack" aria-label="The chosen payment">
        {item ? (
          <>
            <ItemHead item={item} takesFocus={takesFocus} />
            <ActionResult
              success={actions.message && <b>{actions.message}</b>}
              error={actions.error}
              fallback={WENT_WRONG}
              isInformation={isClosedMeanwhile}
              takesFocus
            />
            {item.closed ? (
              <>
                <ClosedItem item={item} closed={item.closed} />
                <Permitted to="money">
                  <UndoAction item={item} closed={item.closed} actions={actions} />
                </Permitted>
              </>
            ) : (
              <Permitted to="money" what="decide about payments">
                <OpenItem item={item} actions={actions} />
              </Permitted>
            )}
            {actions.message && item.closed && next !== undefined && (
              <p>
                <Link className="button secondary" to={deskPath(state, next)}>
                  Next payment
                </Link>
              </p>
            )}
            <Notes item={item} />
            <RawReport item={item} />
          </>
        ) : (
          <Skeleton lines={['word', 'heading', 'row', 'row']} />
        )}
      </section>
    </div>
  )
}

/** The question for staff and its background; for a closed item, the decision. */
function ItemHead({ item, takesFocus }: { item: DeskDetail; takesFocus: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  const when = item.paid_at ?? item.push?.initiated_at ?? item.created_at
  return (
    <div className="stack-small">
      <p className="muted small tabular">
        {item.receipt ?? 'No M-Pesa code'} · <time>{formatDateTime(new Date(when))}</time>
      </p>
      <h2 ref={title} className="tabular" tabIndex={-1}>
        {withoutLineBreaks(item.closed ? outcomeText(item) : questionFor(item))}
      </h2>
      {!item.closed && <p>{withoutLineBreaks(explanationOf(item))}</p>}
    </div>
  )
}

/** The actions for an open item, the most likely first. */
function OpenItem({ item, actions }: { item: DeskDetail; actions: DeskActions }) {
  const { acts, reason } = item
  const mayBeCounted = reason === 'possible_twin'
  const duplicates = acts.includes('attach') && (
    <DuplicateCandidates item={item} actions={actions} />
  )
  return (
    <>
      {item.push ? <PushFacts item={item} push={item.push} /> : <TypedReference item={item} />}
      {mayBeCounted && duplicates}
      {acts.includes('correct') && <CorrectAction item={item} actions={actions} />}
      {acts.includes('assign') && <AssignAccount item={item} actions={actions} />}
      {!mayBeCounted && duplicates}
      {acts.includes('confirm') ? (
        <ConfirmPayment item={item} actions={actions} />
      ) : (
        acts.includes('dismiss') && <DismissAction item={item} actions={actions} />
      )}
    </>
  )
}

interface ClosedItemProps {
  item: DeskDetail
  closed: NonNullable<DeskItem['closed']>
}

/** Who decided and when, why the item was on the desk, and the receipt. */
function ClosedItem({ item, closed }: ClosedItemProps) {
  const receipt = closed.payment?.receipt_number
  return (
    <dl className="facts">
      <dt>By</dt>
      <dd>
        {closed.by ??
          (item.reason === 'counted_twice' ? 'Automatically' : 'A later report from M-Pesa')}
      </dd>
      <dt>When</dt>
      <dd className="tabular">{formatDateTime(new Date(closed.at))}</dd>
      <dt>Why it waited</dt>
      <dd>{reasonTags[item.reason]}</dd>
      {item.reference && !item.push && (
        <>
          <dt>Payer typed</dt>
          <dd className="tabular">{item.reference}</dd>
        </>
      )}
      {closed.note && (
        <>
          <dt>Note</dt>
          <dd>{closed.note}</dd>
        </>
      )}
      {receipt && (
        <>
          <dt>Receipt</dt>
          <dd>
            <Link className="tabular" to={`/receipts/${receipt}`} prefetch="intent">
              {receipt}
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}
