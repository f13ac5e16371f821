import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Received } from '#contract/endpoint.ts'
import { type FreeRoom, type getOnboardingCompany, listFreeRooms } from '#contract/onboarding.ts'
import { type Day, formatDay, isDay, monthName, monthsBetween, nextMonth } from '#rules/calendar.ts'
import { askedDeposit } from '#rules/deposit.ts'
import { firstRent } from '#rules/ledger.ts'
import { counted, ksh } from '#rules/money.ts'
import { earliestStart, startDateError } from '#rules/tenancy.ts'
import { query } from '../api.ts'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { FieldMessage } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { ByStaff, FormTextField, messageProps, useWording } from './form-fields.tsx'
import { type FormValues, labels } from './form-model.ts'

/** Further rooms are shown by a button. */
const ROOMS_SHOWN_AT_FIRST = 12

/** Spells a room's rate as the client does. */
const kshRate = (rate: number) => ksh(rate).replace('Ksh', 'KSh')

type Company = Received<typeof getOnboardingCompany>
type FirstMonth = Company['first_month']

interface Props {
  slug: string
  today: Day
  firstMonth: FirstMonth
  depositRule: Company['deposit']
}

export function AccommodationSection({ slug, today, firstMonth, depositRule }: Props) {
  const { trigger, getValues, clearErrors } = useFormContext<FormValues>()
  const start = useWatch<FormValues, 'start_date'>({ name: 'start_date' })
  const byStaff = use(ByStaff)
  const rooms = useFreeRooms(slug, start, today)
  return (
    <div className="stack">
      <div className="two-columns">
        <FormTextField
          name="start_date"
          type="date"
          min={earliestStart(today, byStaff)}
          hint={
            byStaff
              ? 'The day they move in, or moved in, at most 31 days ago.'
              : 'The day you move in.'
          }
          onTyped={() => {
            // A room that was full on the previous date may be free on this one.
            clearErrors('room')
            if (getValues('end_date') !== '') void trigger('end_date')
          }}
        />
        <FormTextField name="end_date" type="date" min={today} hint="The day you leave." />
      </div>
      <RoomChoice
        rooms={rooms}
        since={rooms.from === today ? 'today' : formatDay(rooms.from)}
        today={today}
        firstMonth={firstMonth}
        depositRule={depositRule}
      />
    </div>
  )
}

/** The rooms that are free from the start date on. A selected room that is not among them is deselected. */
function useFreeRooms(slug: string, start: string, today: Day) {
  const { setValue } = useFormContext<FormValues>()
  const selectedId = useWatch<FormValues, 'room'>({ name: 'room' })
  const byStaff = use(ByStaff)
  const from = isDay(start) && startDateError(start, today, byStaff) === null ? start : today
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    ...query(listFreeRooms, { params: { slug }, query: { from } }),
    placeholderData: (previous: FreeRoom[] | undefined) => previous,
  })
  const selected = data?.find(({ id }) => String(id) === selectedId) ?? null
  const lastSelected = useRef<FreeRoom>(null)
  const [unavailableRoom, setUnavailableRoom] = useState<string | null>(null)

  useEffect(() => {
    if (selected) {
      lastSelected.current = selected
      setUnavailableRoom(null)
    } else if (data && !isPlaceholderData && selectedId !== '') {
      const { id, room_number } = lastSelected.current ?? {}
      const room = String(id) === selectedId ? `Room ${room_number}` : 'The room you chose'
      setUnavailableRoom(`${room} is no longer free.`)
      setValue('room', '')
    }
  }, [selected, selectedId, data, isPlaceholderData, setValue])

  return {
    from,
    free: data ?? null,
    selected,
    /** Explains that the selected room is no longer free. */
    unavailableRoom,
    error,
    loading: isLoading || isPlaceholderData,
    refetch: () => void refetch(),
  }
}

interface RoomChoiceProps {
  rooms: ReturnType<typeof useFreeRooms>
  since: string
  today: Day
  firstMonth: FirstMonth
  depositRule: Company['deposit']
}

/** The free rooms as windows of the drawing of the house; the selected one is lit. */
function RoomChoice({
  rooms: { free, selected, unavailableRoom, ...rooms },
  since,
  today,
  firstMonth,
  depositRule,
}: RoomChoiceProps) {
  const { field, fieldState } = useController<FormValues, 'room'>({ name: 'room' })
  const [all, setAll] = useState(false)
  const worded = useWording()
  const { type, message } = fieldState.error ?? {}
  const deposit = selected && askedDeposit(depositRule, selected.rate)
  const error =
    unavailableRoom && type !== 'server'
      ? `${unavailableRoom} ${message ?? 'Please choose another one.'}`
      : message
  const shown = (free ?? []).filter(
    (room, index) => all || index < ROOMS_SHOWN_AT_FIRST || room === selected,
  )
  return (
    <fieldset id="room" className="field" tabIndex={-1} {...messageProps('room', error)}>
      <legend className="label">{labels.room}</legend>
      {rooms.error && !free && (
        <LoadError
          message={errorMessage(rooms.error, 'An error occurred while fetching rooms.')}
          onRetry={rooms.refetch}
        />
      )}
      {!free && !rooms.error && <RoomsSkeleton />}
      {free?.length === 0 && (
        <div className="plate no-room">
          <DarkWindowRow />
          <p className="padded">
            No rooms are free from {since}. Choose a later start date, or call us and we’ll look for
            one.
          </p>
        </div>
      )}
      {shown.length > 0 && (
        <>
          <p className="muted small">These rooms are free from {since}. Choose one.</p>
          <div className="room-choice" aria-busy={rooms.loading}>
            {shown.map((room) => (
              <label key={room.id}>
                <input
                  type="radio"
                  name="room"
                  value={room.id}
                  checked={room === selected}
                  onChange={() => field.onChange(String(room.id))}
                  onBlur={field.onBlur}
                />
                <span>
                  <i className="room-window" aria-hidden="true" />
                  {room.room_number} <small className="tabular">{kshRate(room.rate)}</small>
                  {room.capacity > 1 && <small> shared by {room.capacity}</small>}
                </span>
              </label>
            ))}
          </div>
        </>
      )}
      {free && shown.length < free.length && (
        <button type="button" className="button quiet compact" onClick={() => setAll(true)}>
          Show all {free.length} rooms
        </button>
      )}
      <FieldMessage id="room" error={error} />
      <div className="room-rate tabular" role="status">
        {selected && (
          <>
            <p>
              Rate: {kshRate(selected.rate)}{' '}
              <span className="muted">
                {selected.capacity > 1
                  ? `a month for each tenant, room ${selected.room_number}, shared by ${selected.capacity}`
                  : `a month, room ${selected.room_number}`}
              </span>
            </p>
            <p className="small muted">
              {worded(firstRentText(rooms.from, selected.rate, firstMonth, today))}
            </p>
            {deposit !== null && (
              <p className="space-above-small">
                <span>Deposit: {ksh(deposit)}</span>{' '}
                <span className="muted">
                  {worded(
                    `You pay it once, besides the rent. You get it back within ${counted(depositRule.days, 'day')} after moving out, less what is deducted for damage or unpaid rent.`,
                  )}
                </span>
              </p>
            )}
          </>
        )}
      </div>
    </fieldset>
  )
}

/** Says how much rent is due on the day of moving in, and when the next rent is due. */
function firstRentText(start: Day, rate: number, firstMonth: FirstMonth, today: Day): string {
  const { month, amount } = firstRent(start, rate, firstMonth)
  const part = amount === rate ? 'for' : 'for the rest of'
  if (start < today) {
    const months = monthsBetween(nextMonth(month), today.slice(0, 7)).map(monthName)
    const more = months.length > 0 ? ` The rent for ${months.join(' and ')} is charged too.` : ''
    return `Your first rent is ${ksh(amount)} ${part} ${monthName(month)}, due since ${formatDay(start)}.${more} After that, rent is due on the 1st of each month.`
  }
  return `Your first rent is ${ksh(amount)} ${part} ${monthName(month)}. It’s due on ${formatDay(start)}, the day you move in. After that, rent is due on the 1st of each month.`
}

const RoomsSkeleton = () => (
  <div className="room-choice delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    {Array.from({ length: 6 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all elements are alike
      <span key={index} className="skeleton" />
    ))}
  </div>
)
