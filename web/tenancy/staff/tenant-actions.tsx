import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, KeyRound, Undo2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { resetPasswordToIdNumber } from '#contract/tenant-record.ts'
import { cancelTransfer, extendStay, getTenant, type TenantDetail } from '#contract/tenants.ts'
import { type Day, formatDay, isDay } from '#rules/calendar.ts'
import { endDateError, latestStayEnd } from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLoaded } from '../../ui/form.ts'
import { useAction } from '../../ui/use-action.ts'
import { DayField, MoveSubmit } from './move-form.tsx'
import { Change, MoveSummary } from './move-summary.tsx'
import { changedByMoves, latestAct, plannedStays } from './use-tenants.ts'

interface Props {
  tenant: TenantDetail
}

/** The room of a planned transfer, and a button that cancels it. */
export function CancelTransfer({ tenant }: Props) {
  const { id, room } = tenant
  const cancellation = useAction(
    () =>
      call(cancelTransfer, {
        params: { id: String(id) },
        body: { expected_act: latestAct(tenant) },
      }),
    { changes: changedByMoves },
  )
  const { busy, result, error } = cancellation
  // All planned moves are cancelled at once.
  const moves = plannedStays(tenant)
  const planned = moves.length > 0
  return (
    <div className={planned ? 'plate padded stay-line' : 'stay-results'}>
      {planned && (
        <p className="row between wrap">
          <span>
            {moves.map(({ room_number, from }, at) => (
              <Fragment key={from}>
                {at === 0 ? 'Moves to ' : ', then to '}
                <b className="tabular">{room_number}</b> on {formatDay(from)}
              </Fragment>
            ))}
            .
          </span>
          <Button
            variant="secondary compact"
            busy={busy}
            icon={Undo2}
            onClick={() => void cancellation.run()}
          >
            {moves.length > 1 ? `Cancel all ${moves.length} moves` : 'Cancel the move'}
          </Button>
        </p>
      )}
      <ActionResult
        isInformation={() => false}
        success={result && !planned && `They keep ${room}.`}
        error={error}
        fallback="We couldn’t cancel the move. Please try again."
      />
    </div>
  )
}

function extensionError(day: Day, from: Day | null, until: Day | null): string | null {
  if (until !== null && day <= until) {
    return `They’re already staying until ${formatDay(until)}. Choose a later day.`
  }
  return from && endDateError(day, from)
}

/** Moves the end of the stay to a later day, or removes it. The result stays when there is no end any more. */
export function ExtendStay({ tenant }: Props) {
  const { id, full_name, room, from, until, removal } = tenant
  const [expected_act, onError, reopen] = useLoaded(latestAct(tenant))
  const [open, setOpen] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const [day, setDay] = useState<Day>('')
  const client = useQueryClient()
  const params = { id: String(id) }
  const extension = useAction(
    (end_date: Day | undefined) => call(extendStay, { params, body: { end_date, expected_act } }),
    {
      changes: changedByMoves,
      onError,
      onSuccess(extended) {
        client.setQueryData(query(getTenant, { params }).queryKey, extended)
        setOpen(false)
        setDay('')
      },
    },
  )
  const dayError = day === '' ? null : extensionError(day, from, until)
  const { busy, input: end_date, result, error } = extension
  return (
    <>
      {until && (
        <button
          type="button"
          className="button secondary compact"
          aria-expanded={open}
          onClick={() => {
            reopen()
            setOpen(!open)
          }}
        >
          <CalendarPlus className="icon" aria-hidden="true" />
          Extend the stay
        </button>
      )}
      {open && (
        <form
          className="suggestion"
          onSubmit={(event) => {
            event.preventDefault()
            if (isDay(day) && !dayError) void extension.run(day)
          }}
          noValidate
        >
          <DayField
            label="Stays until"
            day={day}
            onChange={setDay}
            min={until ?? from ?? undefined}
            max={from ? latestStayEnd(from) : undefined}
            hint={until ? `Currently until ${formatDay(until)}.` : ''}
            error={dayError}
          />
          <MoveSubmit
            label="Extend the stay"
            busy={busy}
            missing={day === '' ? ['a day'] : []}
            invalid={dayError !== null}
          />
          <Button variant="quiet compact" className="aligned" onClick={() => setConfirming(true)}>
            Remove the leaving date
          </Button>
        </form>
      )}
      {confirming && until && (
        <MoveSummary
          title={`Remove the leaving date of ${full_name}?`}
          confirmLabel="Remove the leaving date"
          facts={[
            ['Room', room],
            ['Leaves', <Change key="leaves" from={formatDay(until)} to="no leaving date" />],
          ]}
          consequences={[
            'They keep the room and keep paying rent until you set a new date.',
            ...(removal
              ? ['The planned removal is cancelled. Its reason stays in the history.']
              : []),
          ]}
          busy={busy}
          onConfirm={() => void extension.run(undefined).then(() => setConfirming(false))}
          onClose={() => setConfirming(false)}
        />
      )}
      <ActionResult
        takesFocus
        isInformation={() => false}
        success={
          result &&
          !open &&
          (end_date ? `They stay until ${formatDay(end_date)}.` : 'The leaving date is removed.')
        }
        error={error}
        fallback="We couldn’t extend the stay. Please try again."
      />
    </>
  )
}

/** Resets the password to the ID number. */
export function RestorePassword({ tenant: { id, full_name, must_change_password } }: Props) {
  const [confirming, setConfirming] = useState(false)
  const { run, busy, result, error } = useAction(
    async () => {
      await call(resetPasswordToIdNumber, { params: { id: String(id) } })
      return true
    },
    { changes: changedByMoves },
  )
  return (
    <>
      <Button variant="secondary" icon={KeyRound} onClick={() => setConfirming(true)}>
        Reset password
      </Button>
      <ActionResult
        isInformation={() => false}
        success={
          result &&
          'Their password is now their ID number. They can log in with it and change it in their profile.'
        }
        error={error}
        fallback="We couldn’t reset the password. Please try again."
      />
      {confirming && (
        <ConfirmDialog
          title={`Reset the password of ${full_name} to their ID number?`}
          confirmLabel="Reset password"
          busy={busy}
          onConfirm={() => void run().then(() => setConfirming(false))}
          onClose={() => setConfirming(false)}
        >
          <p>
            {must_change_password
              ? 'It’s still their ID number; they haven’t chosen one yet. '
              : 'Their password becomes their ID number. '}
            They’re logged out everywhere. Only do this if you’re sure the request comes from them.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
