import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { undoFor } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { isMissing } from '../api.ts'
import { WaitingActNote, WaitingNote } from '../approvals/waiting-note.tsx'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { Permitted } from '../permission.tsx'
import { tenantsPath } from '../tenancy/staff/paths.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useKeptError } from '../ui/use-kept-error.ts'
import { ConfirmPayment, CorrectAction, DismissAction, DuplicateCandidates } from './actions.tsx'
import { AssignAccount } from './assign-account.tsx'
import { PushFacts, RawReport, TypedReference } from './item-facts.tsx'
import { Notes } from './notes.tsx'
import { SplitPayment } from './split-payment.tsx'
import {
  type DeskState,
  deskPath,
  explanationOf,
  outcomeText,
  personLabel,
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

/** The act that was done last on this page. */
export interface LastDone {
  item: DeskItem
  message: string
}

/** State of the history entry of an item that is opened to be undone. */
export const UNDO = { undo: true }

interface Props {
  id: number
  state: DeskState
  /** Whether the user opened the item; then it takes the focus. */
  takesFocus: boolean
  /** Whether to open the question about undoing the item's decision at once. */
  undoAtOnce: boolean
  onDone: (item: DeskItem, message: string) => void
}

/** One item: the money, the question for staff, and the actions. */
export function ItemView({ id, state, takesFocus, undoAtOnce, onDone }: Props) {
  const query = useQuery({ ...deskItemQuery(id), refetchOnWindowFocus: 'always' })
  const { data: item, refetch } = query
  const error = useKeptError(query)
  const actions = useDeskAction(id, onDone)
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
      <>
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
      </>
    )
  }
  return (
    <>
      {back}
      <div className="plate padded stack">
        {item ? (
          <>
            <ItemHead
              item={item}
              takesFocus={takesFocus || actions.message !== null}
              message={actions.message}
            />
            <ActionResult
              // The message about closing an item is shown above it instead, where it stays while the next one opens.
              success={
                actions.message && !actions.waiting && !item.closed && <b>{actions.message}</b>
              }
              error={actions.error}
              fallback={WENT_WRONG}
              isInformation={isClosedMeanwhile}
              takesFocus={actions.error !== null}
            />
            <WaitingNote waiting={actions.waiting} />
            {item.waiting && !actions.waiting && (
              <WaitingActNote
                what={item.closed ? 'Taking this back' : 'What was decided about it'}
                waiting={item.waiting}
              />
            )}
            {item.closed ? (
              <>
                <ClosedItem item={item} closed={item.closed} />
                {!actions.waiting && !item.waiting && (
                  <Permitted to="money">
                    <UndoAction
                      item={item}
                      closed={item.closed}
                      actions={actions}
                      atOnce={undoAtOnce}
                    />
                  </Permitted>
                )}
              </>
            ) : (
              <Permitted to="money" what="credit payments">
                <OpenItem item={item} actions={actions} />
              </Permitted>
            )}
            <Notes item={item} />
            <RawReport item={item} />
          </>
        ) : (
          <Skeleton lines={['word', 'heading', 'row', 'row']} />
        )}
      </div>
    </>
  )
}

/**
 * The last act, with its receipts and a link to undo it. It stays in the page while items change, so that it is read out
 * once; the focus goes to the item that opens.
 */
export const DoneMessage = ({ last }: { last: LastDone | null }) => (
  <div role="status" className={last ? 'desk-done' : 'visually-hidden'}>
    {last && <LastAct last={last} />}
  </div>
)

function LastAct({ last: { item, message } }: { last: LastDone }) {
  const { closed } = item
  const numbers =
    closed?.parts.length === 0
      ? [closed.payment?.receipt_number]
      : closed?.parts.map(({ receipt_number }) => receipt_number)
  return (
    <Note kind="done">
      <b>{message}</b>{' '}
      {numbers?.map(
        (number) =>
          number && (
            <Fragment key={number}>
              <ReceiptLink number={number} />{' '}
            </Fragment>
          ),
      )}
      {closed && undoFor(closed.outcome, item.reason) && (
        <Link to={deskPath('closed', item.id)} state={UNDO}>
          Undo
        </Link>
      )}
    </Note>
  )
}

/** The question for staff and its background; for a closed item, the decision. */
function ItemHead({
  item,
  takesFocus,
  message,
}: {
  item: DeskDetail
  takesFocus: boolean
  /** The message about the act. The button that was pressed is gone, so the focus returns to this heading. */
  message: string | null
}) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message moves the focus
  useEffect(() => {
    if (!takesFocus) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus, message])
  const when = item.paid_at ?? item.push?.initiated_at ?? item.created_at
  return (
    <div className="stack-small">
      <p className="muted small tabular">
        {item.receipt ?? 'No M‑Pesa code'} · <time>{formatDateTime(new Date(when))}</time>
      </p>
      <h2 ref={title} className="tabular" tabIndex={-1}>
        {withoutLineBreaks(item.closed ? outcomeText(item) : questionFor(item))}
      </h2>
      {!item.closed && (
        <p>
          {withoutLineBreaks(explanationOf(item))}
          {item.reason === 'taken_back_by_mpesa' && !item.acts.includes('correct') && (
            <>
              {' '}
              <Link to={tenantsPath()}>Find the tenant</Link>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** The actions for an open item, the most likely first. */
function OpenItem({ item, actions }: { item: DeskDetail; actions: DeskActions }) {
  const { reason, waiting } = item
  // An act that already waits for a second person can't be requested again.
  const acts = item.acts.filter((act) => !waiting || (act !== 'correct' && act !== 'confirm'))
  const mayBeCounted = reason === 'possible_twin'
  const duplicates = acts.includes('attach') && (
    <DuplicateCandidates item={item} actions={actions} />
  )
  return (
    <>
      {item.push ? <PushFacts item={item} push={item.push} /> : <TypedReference item={item} />}
      {mayBeCounted && duplicates}
      {acts.includes('correct') && <CorrectAction item={item} actions={actions} />}
      {acts.includes('confirm') && <ConfirmPayment item={item} actions={actions} />}
      {acts.includes('confirm') && acts.includes('assign') && <h3>Or was it for rent?</h3>}
      {acts.includes('assign') && <AssignAccount item={item} actions={actions} />}
      {acts.includes('split') && <SplitPayment item={item} actions={actions} />}
      {!mayBeCounted && duplicates}
      {!acts.includes('confirm') && acts.includes('dismiss') && (
        <DismissAction item={item} actions={actions} />
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
  const approved_by = closed.by && item.history.findLast(({ act }) => act !== 'note')?.approved_by
  return (
    <dl className="facts">
      <dt>By</dt>
      <dd>
        {closed.by ??
          (item.reason === 'counted_twice'
            ? 'Settled automatically'
            : 'Settled by a later report from M‑Pesa')}
        {approved_by && `, approved by ${approved_by}`}
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
          <dt>Reason</dt>
          <dd>{closed.note}</dd>
        </>
      )}
      {receipt && closed.parts.length === 0 && (
        <>
          <dt>Receipt</dt>
          <dd>
            <ReceiptLink number={receipt} />
          </dd>
        </>
      )}
      {closed.parts.map(({ receipt_number, amount, account }, index) => (
        <Fragment key={receipt_number}>
          <dt>Part {index + 1}</dt>
          <dd className="tabular">
            {withoutLineBreaks(`${ksh(amount)}${account ? `, ${personLabel(account)}` : ''}`)}{' '}
            <ReceiptLink number={receipt_number} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
