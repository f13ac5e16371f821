import { useCallback, useMemo, useState } from 'react'
import { type ControllerRenderProps, useController } from 'react-hook-form'
import type { Received } from '#contract/endpoint.ts'
import type { FreeRoom, getOnboardingCompany } from '#contract/onboarding.ts'
import { type Day, formatDay, monthName, monthsBetween, nextMonth } from '#rules/calendar.ts'
import { askedDeposit } from '#rules/deposit.ts'
import { floorPlan } from '#rules/floor-plan.ts'
import { firstRent } from '#rules/ledger.ts'
import { counted, ksh } from '#rules/money.ts'
import { roomLocation } from '#rules/room-location.ts'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { MANY_ROOMS } from '../art/house-plan.tsx'
import { HouseChooser, type RoomToChoose } from '../tenancy/house-chooser.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { FieldMessage } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { messageProps, useWording } from './form-fields.tsx'
import { type FormValues, labels } from './form-model.ts'

/** Further rooms of the list are shown by a button. */
const ROOMS_SHOWN_AT_FIRST = 12

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Spells a room's rate as the client does. */
const kshRate = (rate: number) => ksh(rate).replace('Ksh', 'KSh')

export type Company = Received<typeof getOnboardingCompany>

interface FreeRooms {
  from: Day
  free: FreeRoom[] | null
  selected: FreeRoom | null
  /** Explains that the selected room is no longer free. */
  unavailableRoom: string | null
  error: Error | null
  loading: boolean
  refetch: () => void
}

interface Props {
  rooms: FreeRooms
  since: string
  today: Day
  firstMonth: Company['first_month']
  depositRule: Company['deposit']
}

/** The free rooms as windows of the house, or as a list; the selected one is lit. */
export function RoomChoice({
  rooms: { free, selected, unavailableRoom, ...rooms },
  since,
  today,
  firstMonth,
  depositRule,
}: Props) {
  const { field, fieldState } = useController<FormValues, 'room'>({ name: 'room' })
  const [asList, setAsList] = useState(false)
  const house = useMemo(() => houseOf(free ?? []), [free])
  const { onChange } = field
  const choose = useCallback(
    (room_number: string) =>
      onChange(String(free?.find((room) => room.room_number === room_number)?.id ?? '')),
    [free, onChange],
  )
  const worded = useWording()
  const { type, message } = fieldState.error ?? {}
  const deposit = selected && askedDeposit(depositRule, selected.rate)
  const error =
    unavailableRoom && type !== 'server'
      ? `${unavailableRoom} ${message ?? 'Please choose another one.'}`
      : message
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
      {free && free.length > 0 && (
        <>
          <div className="rooms-head">
            <p className="muted small">These rooms are free from {since}. Choose one.</p>
            <button
              type="button"
              className="button quiet compact"
              onClick={() => setAsList(!asList)}
            >
              {asList ? 'Show the residence' : 'Show as a list'}
            </button>
          </div>
          <div className="rooms" aria-busy={rooms.loading}>
            {asList ? (
              <RoomList rooms={free} selected={selected} field={field} />
            ) : (
              <HouseChooser
                rooms={house}
                chosen={selected?.room_number ?? null}
                onChoose={choose}
                label={`Rooms that are free from ${since}`}
              />
            )}
          </div>
        </>
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

interface RoomListProps {
  rooms: FreeRoom[]
  selected: FreeRoom | null
  field: ControllerRenderProps<FormValues, 'room'>
}

/** Each room with its floor and rent, one after another. */
function RoomList({ rooms, selected, field }: RoomListProps) {
  const [all, setAll] = useState(false)
  const floors = useMemo(() => floorsOf(rooms), [rooms])
  const shown = rooms.filter(
    (room, index) => all || index < ROOMS_SHOWN_AT_FIRST || room === selected,
  )
  return (
    <>
      <div className="room-choice">
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
              {room.room_number} <small>{floors.get(room)}</small>{' '}
              <small className="tabular">{kshRate(room.rate)}</small>
              {room.capacity > 1 && <small> shared by {room.capacity}</small>}
            </span>
          </label>
        ))}
      </div>
      {shown.length < rooms.length && (
        <button type="button" className="button quiet compact" onClick={() => setAll(true)}>
          Show all {rooms.length} rooms
        </button>
      )}
    </>
  )
}

/** The floor of each room, as far as its number tells it. */
const floorsOf = (rooms: FreeRoom[]) =>
  new Map(
    floorPlan(rooms).flatMap(({ floors }) =>
      floors.flatMap(({ name, rooms }) => rooms.map((room) => [room, name] as const)),
    ),
  )

/**
 * The free rooms in their places in the house, as far as their numbers are letter, floor and place. Visitors aren't told
 * which rooms are taken: dim windows complete the house, which is at least as large as it is drawn elsewhere.
 */
function houseOf(free: FreeRoom[]): RoomToChoose[] {
  const rooms = free.map(({ room_number, rate }) => ({ room_number, rent: rate, free: true }))
  const places = free.flatMap(({ room_number }) => roomLocation(room_number) ?? [])
  const last = { wing: 'B', floor: 4, position: 5 }
  for (const { wing, floor, position } of places) {
    if (wing > last.wing) last.wing = wing
    last.floor = Math.max(last.floor, floor)
    last.position = Math.max(last.position, position)
  }
  const wings = [...ALPHABET].filter((wing) => wing <= last.wing)
  const count = wings.length * last.floor * last.position
  const allHaveAPlace = places.filter(({ position }) => position > 0).length === free.length
  if (!allHaveAPlace || count > MANY_ROOMS) return rooms
  return wings.flatMap((wing) =>
    Array.from({ length: last.floor * last.position }, (_, index) => {
      const floor = 1 + Math.floor(index / last.position)
      const room_number = `${wing}${floor}${String(1 + (index % last.position)).padStart(2, '0')}`
      const room = rooms.find((one) => one.room_number === room_number)
      return room ?? { room_number, rent: 0, free: false }
    }),
  )
}

/** Says how much rent is due on the day of moving in, and when the next rent is due. */
function firstRentText(
  start: Day,
  rate: number,
  firstMonth: Company['first_month'],
  today: Day,
): string {
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
  <div className="rooms delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton" />
  </div>
)
