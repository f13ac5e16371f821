import { Ban, Pencil, Trash2, Undo2, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { changeRoom, closeRoom, deleteRoom, reopenRoom } from '#contract/rooms.ts'
import { getRoom, listRooms } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../../api.ts'
import { Permitted } from '../../permission.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useFormAction, useLoaded, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { roomPath, roomsPath } from './paths.ts'
import { RentForm } from './rent-form.tsx'

type Room = Received<typeof getRoom>
interface Props {
  room: Room
}

/** What a room costs from which day on, what staff noted about it, and what they can change. */
export function RoomSettings({ room }: Props) {
  const [open, setOpen] = useState<'rent' | 'edit' | 'close' | null>(null)
  const close = () => setOpen(null)
  const { room_number, notes, stays } = room
  return (
    <>
      <div className="room-settings">
        <Rents room={room} />
        <section className="plate padded stack" aria-labelledby="about-room">
          <h2 id="about-room">About this room</h2>
          <p className={notes ? 'multiline' : 'muted'} dir="auto">
            {notes || 'No notes. Only staff see them.'}
          </p>
          <Permitted to="rooms">
            <div className="tenant-actions">
              <Action icon={Wallet} label="Change the rent" onClick={() => setOpen('rent')} />
              <Action icon={Pencil} label="Edit the room" onClick={() => setOpen('edit')} />
              <Action icon={Ban} label="Take out of service" onClick={() => setOpen('close')} />
              {stays.length === 0 && <DeleteRoom number={room_number} />}
            </div>
          </Permitted>
        </section>
      </div>
      {open === 'rent' && <RentForm room={room_number} onClose={close} />}
      {open === 'edit' && <EditRoom room={room} onClose={close} />}
      {open === 'close' && <CloseRoom room={room} onClose={close} />}
    </>
  )
}

interface ActionProps {
  icon: typeof Ban
  label: string
  onClick: () => void
}

const Action = ({ icon, label, onClick }: ActionProps) => (
  <Button variant="quiet compact" className="aligned" icon={icon} onClick={onClick}>
    {label}
  </Button>
)

/** The rents of a room, the latest first. */
function Rents({ room: { rates } }: Props) {
  const today = dayOf(new Date())
  const current = rates.findLast(({ from }) => from === null || from <= today)
  return (
    <section className="plate padded stack-small" aria-labelledby="rents">
      <h2 id="rents">Rent</h2>
      <dl className="detail-rows">
        {rates.toReversed().map((rate) => (
          <div key={rate.from}>
            <dt>
              {rate.from === null
                ? rates.length === 1
                  ? 'From the beginning'
                  : 'At first'
                : `From ${formatDay(rate.from)}`}
              {rate.by && <span className="small"> (by {rate.by})</span>}
            </dt>
            <dd className="tabular">
              {ksh(rate.rate)} a month
              {rate === current && rates.length > 1 && <span className="tag">now</span>}
              {rate.from !== null && rate.from > today && <span className="tag">announced</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Since when the room is out of service and why, with a button that ends it. */
export function Closures({ room: { room_number: number, closures } }: Props) {
  const today = dayOf(new Date())
  const reopening = useAction(() => call(reopenRoom, { params: { number } }), {
    changes: [getRoom, listRooms],
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
        <p className="small">Nobody can move in. Whoever has the room keeps it.</p>
        <Permitted to="rooms">
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

const editFields = ['now.room_number', 'now.capacity', 'now.notes'] as const
const editForm = changeRoom.body

function EditRoom({ room, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const { room_number: number, capacity, notes } = room
  const [was, onError] = useLoaded({ room_number: number, capacity, notes })
  const form = useSchemaForm(editForm, {
    // After a conflict, what was not typed here is as the other has saved it.
    values: { was, now: { ...was, capacity: String(was.capacity) } },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const errors = form.formState.errors.now
  const { submit, busy } = useFormAction(
    form,
    ({ now }) => call(changeRoom, { params: { number }, body: { was, now } }),
    {
      fields: editFields,
      onError,
      changes: [getRoom, listRooms],
      onSuccess(saved) {
        onClose()
        if (saved.room_number !== number)
          void navigate(roomPath(saved.room_number), { replace: true })
      },
    },
  )
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <h2>Change room {number}</h2>
      <div className="field-pair">
        <TextField
          label="Room number"
          autoFocus
          error={errors?.room_number?.message}
          autoComplete="off"
          spellCheck={false}
          {...form.register('now.room_number')}
        />
        <TextField
          label="Places"
          inputMode="numeric"
          error={errors?.capacity?.message}
          {...form.register('now.capacity')}
        />
      </div>
      <TextArea
        label="Notes"
        optional
        hint="Only staff see them."
        rows={3}
        className="area"
        error={errors?.notes?.message}
        {...form.register('now.notes')}
      />
      <FormFoot
        error={form.formState.errors.root?.refused?.message}
        busy={busy}
        label="Save"
        onClose={onClose}
      />
    </form>
  )
}

const closeFields = ['from', 'until', 'reason'] as const

function CloseRoom({ room: { room_number: number }, onClose }: Props & { onClose: () => void }) {
  const form = useSchemaForm(closeRoom.body, {
    defaultValues: { from: dayOf(new Date()), reason: '' },
  })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    (typed) => call(closeRoom, { params: { number }, body: typed }),
    { fields: closeFields, changes: [getRoom, listRooms], onSuccess: onClose },
  )
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <h2>Take {number} out of service</h2>
      <p>Nobody can move in then. Whoever has the room keeps it, until you move them.</p>
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
          hint="The first day one can move in again."
          error={errors.until?.message}
          {...form.register('until', { setValueAs: (day) => day || undefined })}
        />
      </div>
      <TextField label="Why?" error={errors.reason?.message} {...form.register('reason')} />
      <FormFoot
        error={errors.root?.refused?.message}
        busy={busy}
        label="Take out of service"
        onClose={onClose}
      />
    </form>
  )
}

interface FootProps {
  error: string | undefined
  busy: boolean
  label: string
  onClose: () => void
}

const FormFoot = ({ error, busy, label, onClose }: FootProps) => (
  <>
    {error && <FormError id="room-error">{error}</FormError>}
    <div className="row wrap">
      <SubmitButton busy={busy} busyLabel="Saving...">
        {label}
      </SubmitButton>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  </>
)

function DeleteRoom({ number }: { number: string }) {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const { run, busy, error } = useAction(() => call(deleteRoom, { params: { number } }), {
    changes: [listRooms],
    onSuccess: () => void navigate(roomsPath, { replace: true }),
  })
  return (
    <>
      <Button
        variant="quiet danger-text compact"
        className="aligned"
        icon={Trash2}
        onClick={() => setConfirming(true)}
      >
        Delete the room
      </Button>
      <ActionResult success={null} error={error} />
      {confirming && (
        <ConfirmDialog
          title={`Delete room ${number}?`}
          confirmLabel="Delete"
          danger
          busy={busy}
          onConfirm={() => void run().then((isDone) => isDone || setConfirming(false))}
          onClose={() => setConfirming(false)}
        >
          <p>Nobody has lived in it. You can add it again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
