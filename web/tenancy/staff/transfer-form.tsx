import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listRoomNumbers, transferTenant } from '#contract/tenancy.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import {
  latestPlannableDay,
  type TransferReason,
  transferDateError,
  transferReasons,
} from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { Note } from '../../ui/note.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DayField } from './day-field.tsx'
import { type Done, Outcome } from './outcome.tsx'
import { RoomField } from './room-field.tsx'
import { SendButton } from './send-button.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import { refusalWords, useMoving } from './use-moving.ts'
import { usePrefilled } from './use-prefilled.ts'
import { useTenants } from './use-tenants.ts'
import { transferReasonWords } from './words.ts'

const failed_words = 'An error occurred while transferring the tenant. Please try again.'
const reasons = transferReasons.map((value) => ({ value, words: transferReasonWords[value] }))

/** A tenant moves to another room, today or on a day to come. */
export function TransferForm() {
  const { id, setId, title } = usePrefilled('transfer')
  const [day, setDay] = useState<Day>('')
  const [wanted, setWanted] = useState('')
  const [reason, setReason] = useState<TransferReason | ''>('')
  const { move, busy, result, error } = useMoving<Done>()
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

  const today = dayOf(new Date())
  const problem =
    day === ''
      ? null
      : transferDateError(day, { from_day: tenant?.from ?? '' }, tenant?.until ?? null, today)
  const from = isDay(day) && !problem ? day : undefined
  const rooms = useQuery(query(listRoomNumbers, { query: { from, tenant: tenant?.id } }))
  const free = rooms.data?.filter((number) => number !== tenant?.room)
  const room = free?.includes(wanted) ? wanted : ''
  const missing = [
    !tenant && 'a tenant',
    day === '' && 'a day',
    room === '' && 'a new room',
    reason === '' && 'a reason',
  ].filter((word) => word !== false)

  function send(event: FormEvent) {
    event.preventDefault()
    if (!tenant || !from || !room || !reason) return
    const { id, full_name, room: previous_room } = tenant
    void move(async () => {
      const { message } = await call(transferTenant, {
        body: {
          id,
          previous_room,
          room_number: room,
          transfer_reason: reason,
          transfer_date: from,
        },
      })
      setId(null)
      setDay('')
      setWanted('')
      setReason('')
      const when = from <= today ? 'now' : `from ${formatDay(from)}`
      return { id, full_name, said: message, detail: `${full_name} has ${room} ${when}.` }
    })
  }
  return (
    <section className="plate pad stack" aria-labelledby="transfer">
      <div>
        <h2 id="transfer" ref={title} tabIndex={-1}>
          Change tenant room
        </h2>
        <p className="muted mt-1">The rent of the new room counts from the next month on.</p>
      </div>
      <form className="stack" onSubmit={send} noValidate>
        <div className="pair">
          <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
          <div className="field">
            <p className="label">Room now</p>
            <p className="told tabular">{tenant?.room ?? '–'}</p>
          </div>
        </div>
        <div className="pair even">
          <DayField
            label="Day of the move"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="The day they sleep in the new room."
            problem={problem}
            today={today}
          />
          <RoomField rooms={rooms} free={free} wanted={wanted} from={from} onChoose={setWanted} />
        </div>
        <ChoiceField
          label="Reason"
          nothing="Choose a reason"
          options={reasons}
          value={reason}
          onChange={(value) => setReason(value as TransferReason | '')}
        />
        {tenant?.next && (
          <Note kind="information">
            They are to move to {tenant.next.room} on {formatDay(tenant.next.on)}. This change takes
            its place.
          </Note>
        )}
        <SendButton act="Change room" busy={busy} missing={missing} unfit={problem !== null} />
        <Outcome done={result} failed={error && refusalWords(error, failed_words)} />
      </form>
    </section>
  )
}
