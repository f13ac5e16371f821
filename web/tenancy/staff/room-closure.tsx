import { Ban, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { getOverview } from '#contract/overview.ts'
import {
  type ClosureEffect,
  closeRoom,
  closureForm,
  previewClosure,
  reopenRoom,
} from '#contract/rooms.ts'
import { getRoom, listRooms } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { call } from '../../api.ts'
import { Permitted } from '../../permission.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { tenantPath } from './paths.ts'

interface Props {
  room: Received<typeof getRoom>
}

/** The times when the room is out of service and the reasons, with a button that puts it back into service. */
export function Closures({ room: { room_number: number, closures } }: Props) {
  const today = dayOf(new Date())
  const reopening = useAction(() => call(reopenRoom, { params: { number } }), {
    changes: [getRoom, listRooms, getOverview],
  })
  if (closures.length === 0) return null
  const isClosed = closures.some(({ from }) => from <= today)
  return (
    <Note kind="warning">
      <div className="stack-small">
        {closures.map(({ from, until, reason }) => (
          <p key={from}>
            <b>{closedText(from, until, today)}</b> {reason}
          </p>
        ))}
        <p className="small">
          Nobody else can move in on these days. Anyone who has the room, or has booked it, keeps
          it.
        </p>
        <Permitted to="upkeep">
          <div>
            <Button
              variant="secondary compact"
              icon={Undo2}
              busy={reopening.busy}
              onClick={() => void reopening.run()}
            >
              {isClosed ? 'Put back into service' : 'Cancel'}
            </Button>
          </div>
        </Permitted>
        {reopening.error && <ActionResult success={null} error={reopening.error} />}
      </div>
    </Note>
  )
}

function closedText(from: Day, until: Day | null, today: Day): string {
  const end = until ? ` until ${formatDay(until)}` : ''
  return from <= today
    ? `Out of service since ${formatDay(from)}${end}.`
    : `Out of service from ${formatDay(from)}${end}.`
}

const closeFields = ['from', 'until', 'reason'] as const

/** Takes a room out of service, after showing whom it affects. */
export function CloseRoom({
  room: { room_number: number },
  onClose,
}: Props & { onClose: () => void }) {
  const params = { number }
  const form = useSchemaForm(closureForm, {
    defaultValues: { from: dayOf(new Date()), reason: '' },
  })
  const { errors } = form.formState
  const act = usePreviewedForm(form, {
    fields: closeFields,
    changes: [getRoom, listRooms, getOverview],
    look: (body) => call(previewClosure, { params, body }),
    enter: (typed, { expected }) => call(closeRoom, { params, body: { ...typed, expected } }),
    onEntered: onClose,
  })
  const { effect } = act
  return (
    <section className="plate padded stack" aria-labelledby="close-room">
      <h2 id="close-room">Take {number} out of service</h2>
      <p>
        No new tenants from then. Anyone who has the room, or has booked it, stays until you move
        them.
      </p>
      <form className="stack" noValidate onSubmit={act.submit}>
        <div className="field-pair">
          <TextField
            label="From"
            type="date"
            className="tabular"
            autoFocus
            error={errors.from?.message}
            {...form.register('from')}
          />
          <TextField
            label="Until"
            optional
            type="date"
            className="tabular"
            hint="The first day someone can move in again."
            error={errors.until?.message}
            {...form.register('until', { setValueAs: (day) => day || undefined })}
          />
        </div>
        <TextField label="Why?" error={errors.reason?.message} {...form.register('reason')} />
        {errors.root?.refused && (
          <FormError id="close-error">{errors.root.refused.message}</FormError>
        )}
        <div className="row wrap">
          <SubmitButton busy={act.looking} variant={effect ? 'secondary' : ''}>
            Show who it affects
          </SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      <div role="status" className={effect ? 'stack-small' : undefined}>
        {effect && <PeopleOfClosure people={effect.people} />}
      </div>
      {effect && (
        <div>
          <Button icon={Ban} busy={act.saving} onClick={act.save}>
            Take out of service
          </Button>
        </div>
      )}
      <ActionResult success={null} error={act.error} />
    </section>
  )
}

function PeopleOfClosure({ people }: ClosureEffect) {
  const today = dayOf(new Date())
  if (people.length === 0) return <p>Nobody has this room, or has booked it, for that time.</p>
  return (
    <>
      <p>
        <b>
          {people.length === 1
            ? 'One person has this room, or has booked it, for that time. They keep it, unless you move them.'
            : `${people.length} people have this room, or have booked it, for that time. They keep it, unless you move them.`}
        </b>
      </p>
      <ul className="effect-rows">
        {people.map(({ id, full_name, from, until, from_room }) => (
          <li key={`${id}${from}`}>
            <Link to={tenantPath(id)}>{full_name}</Link>
            <span className="small muted tabular">
              {from <= today
                ? 'lives here'
                : from_room
                  ? `moves here from ${from_room} on ${formatDay(from)}`
                  : `moves in on ${formatDay(from)}`}
              {until ? `, leaves on ${formatDay(until)}` : ', no leaving date'}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
