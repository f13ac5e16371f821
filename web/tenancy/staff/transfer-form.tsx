import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listRoomNumbers, type Tenant, transferTenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import {
  latestPlannableDay,
  type TransferReason,
  transferDateError,
  transferReasons,
} from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { SelectField } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { transferReasonLabels } from './labels.ts'
import {
  DayField,
  MoveResult,
  MoveSubmit,
  type MoveSuccess,
  usePreselectedTenant,
} from './move-form.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import { changedByMoves, fetchErrorMessage, useTenants } from './use-tenants.ts'

const reasons = transferReasons.map((value) => ({ value, label: transferReasonLabels[value] }))

interface Transfer {
  tenant: Tenant
  room_number: string
  transfer_reason: TransferReason
  transfer_date: Day
}

/** Moves a tenant to another room, today or on a later day. */
export function TransferForm() {
  const { id, setId, title } = usePreselectedTenant('transfer')
  const [day, setDay] = useState<Day>('')
  const [chosenRoom, setChosenRoom] = useState('')
  const [reason, setReason] = useState<TransferReason | ''>('')
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

  const today = dayOf(new Date())
  const dayError =
    day === ''
      ? null
      : transferDateError(day, { from_day: tenant?.from ?? '' }, tenant?.until ?? null, today)
  const from = isDay(day) && !dayError ? day : undefined
  const rooms = useQuery(query(listRoomNumbers, { query: { from, tenant: tenant?.id } }))
  const free = rooms.data?.filter((number) => number !== tenant?.room)
  const room = free?.includes(chosenRoom) ? chosenRoom : ''
  const missing = [
    !tenant && 'a tenant',
    day === '' && 'a day',
    room === '' && 'a new room',
    reason === '' && 'a reason',
  ].filter((word) => word !== false)

  const transfer = useAction(
    async ({
      tenant: { id, full_name, room: previous_room },
      ...body
    }: Transfer): Promise<MoveSuccess> => {
      const { message } = await call(transferTenant, { body: { id, previous_room, ...body } })
      const { room_number, transfer_date } = body
      const when = transfer_date <= today ? 'now' : `from ${formatDay(transfer_date)}`
      return {
        tenant_id: id,
        full_name,
        message,
        detail: `${full_name} has ${room_number} ${when}.`,
      }
    },
    {
      changes: changedByMoves,
      onSuccess() {
        setId(null)
        setDay('')
        setChosenRoom('')
        setReason('')
      },
    },
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!tenant || !from || !room || !reason) return
    const form = { room_number: room, transfer_reason: reason, transfer_date: from }
    void transfer.run({ tenant, ...form })
  }
  return (
    <section className="plate padded stack" aria-labelledby="transfer">
      <div>
        <h2 id="transfer" ref={title} tabIndex={-1}>
          Change tenant room
        </h2>
        <p className="muted">The new rent applies from next month.</p>
      </div>
      <form className="stack" onSubmit={submit} noValidate>
        <div className="field-pair tenant-and-room">
          <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
          <div className="field">
            <p className="label">Room now</p>
            <p className="present-room tabular">{tenant?.room ?? '–'}</p>
          </div>
        </div>
        <div className="field-pair">
          <DayField
            label="Day of the move"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="The day they sleep in the new room."
            error={dayError}
            today={today}
          />
          <RoomField
            rooms={rooms}
            free={free}
            chosen={chosenRoom}
            from={from}
            onChoose={setChosenRoom}
          />
        </div>
        <SelectField
          label="Reason"
          className="choice tabular"
          placeholder="Choose a reason"
          options={reasons}
          value={reason}
          onChange={({ target }) => setReason(target.value as TransferReason | '')}
        />
        {tenant?.next && (
          <Note kind="information">
            They are to move to {tenant.next.room} on {formatDay(tenant.next.on)}. This change takes
            its place.
          </Note>
        )}
        <MoveSubmit
          label="Change room"
          busy={transfer.busy}
          missing={missing}
          invalid={dayError !== null}
        />
        <MoveResult
          success={transfer.result}
          error={transfer.error}
          fallback="An error occurred while transferring the tenant. Please try again."
        />
      </form>
    </section>
  )
}

interface RoomFieldProps {
  rooms: UseQueryResult<string[]>
  /** The free rooms, without the tenant's present room. */
  free: string[] | undefined
  chosen: string
  /** Undefined means today. */
  from: Day | undefined
  onChoose: (room: string) => void
}

/**
 * Rooms with a free place from the chosen day on. A chosen room that is not free on another day is an error.
 */
function RoomField({ rooms, free, chosen, from, onChoose }: RoomFieldProps) {
  const since = from ? `from ${formatDay(from)}` : 'today'
  const notFree = free !== undefined && chosen !== '' && !free.includes(chosen)
  const none = free?.length === 0
  const error = rooms.data ? null : rooms.error
  return (
    <div>
      <SelectField
        label="New room"
        className="choice tabular"
        placeholder={free ? (none ? 'No free room' : 'Choose a room') : error ? '' : 'Loading...'}
        options={(free ?? []).map((room) => ({ value: room, label: room }))}
        value={notFree || !free ? '' : chosen}
        onChange={({ target }) => onChoose(target.value)}
        disabled={!free || none}
        hint={error ? undefined : none ? `No room is free ${since}.` : `Free ${since}.`}
        error={notFree ? `${chosen} is not free ${since}. Choose another room.` : null}
      />
      {error && (
        <div className="space-above-small">
          <LoadError
            message={fetchErrorMessage(error, 'Rooms')}
            onRetry={() => void rooms.refetch()}
          />
        </div>
      )}
    </div>
  )
}
