import { Ban, Pencil, Trash2, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { countApprovals, listApprovals } from '#contract/approvals.ts'
import type { Received } from '#contract/endpoint.ts'
import { getOverview } from '#contract/overview.ts'
import {
  cancelRent,
  changeRoom,
  deleteRoom,
  previewRentCancel,
  type RentChange,
} from '#contract/rooms.ts'
import { getRoom, listRooms } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../../api.ts'
import { labelOf, WaitingNote, WillWaitNote } from '../../approvals/waiting-note.tsx'
import { Permitted, useMay } from '../../permission.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useFormAction, useLoaded, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useAction } from '../../ui/use-action.ts'
import { roomPath, roomsPath } from './paths.ts'
import { RentForm } from './rent-form.tsx'
import { CloseRoom } from './room-closure.tsx'
import { tenantLists } from './use-tenants.ts'

type Room = Received<typeof getRoom>
interface Props {
  room: Room
}

/** A room's rents, the notes of staff about it, and the changes they can make. */
export function RoomSettings({ room }: Props) {
  const [open, setOpen] = useState<'rent' | 'edit' | 'close' | null>(null)
  const close = () => setOpen(null)
  const { room_number, notes, stays } = room
  const changesRooms = useMay('rooms')
  return (
    <>
      <div className="plate joined room-settings">
        <Rents room={room} />
        <section className="plate padded stack" aria-labelledby="about-room">
          <h2 id="about-room">About this room</h2>
          <p className={notes ? 'multiline' : 'muted'} dir="auto">
            {notes || 'No notes yet. Only staff see them.'}
          </p>
          <Permitted to="upkeep">
            <div className="tenant-actions">
              <Permitted to="rooms">
                <Action icon={Wallet} label="Change the rent" onClick={() => setOpen('rent')} />
              </Permitted>
              <Action
                icon={Pencil}
                label={changesRooms ? 'Edit the room' : 'Edit the notes'}
                onClick={() => setOpen('edit')}
              />
              <Action icon={Ban} label="Take out of service" onClick={() => setOpen('close')} />
              <Permitted to="rooms">
                {stays.length === 0 && <DeleteRoom number={room_number} />}
              </Permitted>
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
function Rents({ room: { rates, room_number: room } }: Props) {
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
                  ? 'Since it was added'
                  : 'Before that'
                : `From ${formatDay(rate.from)}`}
            </dt>
            <dd className="tabular">
              {ksh(rate.rate)} a month
              {rate === current && rates.length > 1 && (
                <>
                  {' '}
                  <span className="tag">now</span>
                </>
              )}
              {rate.from !== null && rate.from > today && (
                <>
                  {' '}
                  <span className="tag">announced</span>{' '}
                  <Permitted to="rooms">
                    <CancelRent room={room} from={rate.from} rate={rate.rate} />
                  </Permitted>
                </>
              )}
              {rate.by && <span className="small muted rate-by">by {rate.by}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Takes back an announced rent, after saying which one applies instead and who will no longer see it. */
function CancelRent({ room, from, rate }: { room: string; from: Day; rate: number }) {
  const form = { room, from }
  const preview = useAction(() => call(previewRentCancel, { body: form }), {})
  const cancel = useAction(
    (expected: RentChange) => call(cancelRent, { body: { ...form, expected } }),
    {
      changes: [countApprovals, listApprovals, getRoom, listRooms, ...tenantLists],
      onSuccess: () => preview.reset(),
    },
  )
  const change = preview.result
  const instead = change?.rooms[0]?.after
  return (
    <>
      <Button
        variant="quiet compact"
        busy={preview.busy}
        aria-label={`Take back the rent from ${formatDay(from)}`}
        onClick={() => void preview.run()}
      >
        Take back
      </Button>
      <ActionResult success={null} error={preview.error ?? cancel.error} />
      <WaitingNote waiting={cancel.result?.waiting} />
      {change && instead !== undefined && (
        <ConfirmDialog
          title={`Take back the rent of ${ksh(rate)} from ${formatDay(from)}?`}
          confirmLabel={labelOf(change.waits.uncorrected, 'Take it back')}
          danger
          busy={cancel.busy}
          onConfirm={() => void cancel.run(change).then((isDone) => isDone || preview.reset())}
          onClose={preview.reset}
        >
          <p>
            {room} will cost {ksh(instead)} a month from that day.{' '}
            {change.tenants.length > 0 &&
              `${change.tenants.map(({ full_name }) => full_name).join(', ')} will no longer see it announced.`}
          </p>
          <WillWaitNote waits={change.waits.uncorrected} />
        </ConfirmDialog>
      )}
    </>
  )
}

const editFields = ['now.room_number', 'now.capacity', 'now.notes'] as const
const editForm = changeRoom.body

function EditRoom({ room, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const changesRooms = useMay('rooms')
  const { room_number: number, capacity, notes } = room
  const [was, onError] = useLoaded({ room_number: number, capacity, notes })
  const form = useSchemaForm(editForm, {
    // After a conflict, fields that were not edited here show what the other user has saved.
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
      changes: [getRoom, listRooms, getOverview],
      onSuccess(saved) {
        onClose()
        if (saved.room_number !== number)
          void navigate(roomPath(saved.room_number), { replace: true })
      },
    },
  )
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <h2>
        {changesRooms ? 'Change' : 'Notes on'} room {number}
      </h2>
      {changesRooms && (
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
      )}
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
    changes: [listRooms, getOverview],
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
          <p>Nobody has lived in it, and you can add it again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
