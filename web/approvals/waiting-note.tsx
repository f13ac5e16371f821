import { Link } from 'react-router'
import type { Waiting, WaitingAct, WillWait } from '#contract/approvals.ts'
import { DELAY_HOURS } from '#rules/approval.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { Note } from '../ui/note.tsx'
import { approvalsPath } from './texts.ts'

/** Says that an act above the limit isn't done yet. */
export const WaitingNote = ({ waiting }: { waiting: Waiting }) => (
  <div role="status" className={waiting ? undefined : 'visually-hidden'}>
    {waiting && (
      <Note kind="information">
        {waiting.due_at ? (
          <>
            <b>This takes effect on {formatDateTime(new Date(waiting.due_at))}.</b> Nobody else here
            can approve it. You can withdraw it until then.
          </>
        ) : (
          <>
            <b>Waiting for a second person.</b> Nothing has changed yet.
          </>
        )}{' '}
        <Link to={approvalsPath('open')}>See the requests</Link>
      </Note>
    )}
  </div>
)

/** Says in a preview that the act is above the limit, before it is sent. */
export const WillWaitNote = ({ waits }: { waits: WillWait }) =>
  waits && (
    <Note kind="information">
      <WillWaitText waits={waits} />
    </Note>
  )

export const WillWaitText = ({ waits }: { waits: NonNullable<WillWait> }) =>
  waits === 'a_day' ? (
    <>
      <b>This takes effect {DELAY_HOURS} hours after you ask for it.</b> It’s above the limit, and
      nobody else here can approve it.
    </>
  ) : (
    <>
      <b>This will wait for a second person.</b> It’s above the limit. Nothing changes until
      somebody else approves it.
    </>
  )

/** The consequence of a move that it may wait, as a list of one sentence or none; `looked` is the preview, once it has come. */
export const waitConsequence = (looked: { waits?: WillWait } | undefined, error: Error | null) =>
  looked && !looked.waits
    ? []
    : [
        <span key="waits" aria-live="polite">
          {looked?.waits ? (
            <WillWaitText waits={looked.waits} />
          ) : error ? (
            'This may wait for a second person: we couldn’t check it.'
          ) : (
            'This may wait for a second person: we’re checking it.'
          )}
        </span>,
      ]

/** The label of an act's button, which differs if the act will have to wait. */
export const labelOf = (waits: WillWait, label: string): string =>
  waits === undefined ? label : waits === 'a_day' ? 'Ask for it' : 'Ask for approval'

/** Shown beside something whose change has already been requested. */
export const WaitingActNote = ({
  what,
  waiting,
}: {
  what: string
  waiting: NonNullable<WaitingAct>
}) => (
  <p className="small">
    {waiting.due_at
      ? `${what} takes effect on ${formatDateTime(new Date(waiting.due_at))}.`
      : `${what} waits for approval.`}{' '}
    <Link to={approvalsPath('open', waiting.id)}>See the request</Link>
  </p>
)
