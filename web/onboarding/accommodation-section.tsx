import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type FreeRoom, listFreeRooms } from '#contract/onboarding.ts'
import { type Day, formatDay, isDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { roomLocation } from '#rules/room-location.ts'
import { earliestStart, startDateError } from '#rules/tenancy.ts'
import { query } from '../api.ts'
import { OwnWindow } from '../art/own-window.tsx'
import { ByStaff, FormTextField } from './form-fields.tsx'
import type { FormValues } from './form-model.ts'
import { type Company, RoomChoice } from './room-choice.tsx'

interface Props {
  slug: string
  today: Day
  firstMonth: Company['first_month']
  depositRule: Company['deposit']
}

export function AccommodationSection({ slug, today, firstMonth, depositRule }: Props) {
  const { trigger, getValues, clearErrors } = useFormContext<FormValues>()
  const byStaff = use(ByStaff)
  const rooms = useRooms(slug, today)
  const unavailableRoom = useUnavailableRoom(rooms)
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
        rooms={{ ...rooms, unavailableRoom }}
        since={rooms.from === today ? 'today' : formatDay(rooms.from)}
        today={today}
        firstMonth={firstMonth}
        depositRule={depositRule}
      />
    </div>
  )
}

/** The rooms that are free from the start date on, and the selected one among them. */
function useRooms(slug: string, today: Day) {
  const start = useWatch<FormValues, 'start_date'>({ name: 'start_date' })
  const selectedId = useWatch<FormValues, 'room'>({ name: 'room' })
  const byStaff = use(ByStaff)
  const from = isDay(start) && startDateError(start, today, byStaff) === null ? start : today
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    ...query(listFreeRooms, { params: { slug }, query: { from } }),
    placeholderData: (previous: FreeRoom[] | undefined) => previous,
  })
  return {
    from,
    free: data ?? null,
    selected: data?.find(({ id }) => String(id) === selectedId) ?? null,
    error,
    loading: isLoading || isPlaceholderData,
    refetch: () => void refetch(),
  }
}

/** Deselects a room that is not free from the start date on, and explains it: `Room A101 is no longer free.` */
function useUnavailableRoom({ free, selected, loading }: ReturnType<typeof useRooms>) {
  const { setValue } = useFormContext<FormValues>()
  const selectedId = useWatch<FormValues, 'room'>({ name: 'room' })
  const lastSelected = useRef<FreeRoom>(null)
  const [unavailableRoom, setUnavailableRoom] = useState<string | null>(null)
  useEffect(() => {
    if (selected) {
      lastSelected.current = selected
      setUnavailableRoom(null)
    } else if (free && !loading && selectedId !== '') {
      const { id, room_number } = lastSelected.current ?? {}
      const room = String(id) === selectedId ? `Room ${room_number}` : 'The room you chose'
      setUnavailableRoom(`${room} is no longer free.`)
      setValue('room', '')
    }
  }, [selected, selectedId, free, loading, setValue])
  return unavailableRoom
}

/** The chosen room in the drawing of the house, beside the form on a laptop. */
export function ChosenRoom({ slug, today }: Pick<Props, 'slug' | 'today'>) {
  const { free, selected } = useRooms(slug, today)
  const location = selected && roomLocation(selected.room_number)
  return (
    <div className="plate chosen-room">
      <div className="chosen-room-view" aria-hidden="true">
        <OwnWindow roomNumber={selected?.room_number ?? null} />
      </div>
      <div className="padded">
        {selected ? (
          <>
            <p className="display">Room {selected.room_number}</p>
            {location && <p className="small muted floor-name">{location.description}</p>}
            <p className="small tabular">{ksh(selected.rate)} a month</p>
          </>
        ) : (
          free &&
          free.length > 0 && (
            <>
              <p className="display">No room chosen yet</p>
              <p className="small muted tabular">
                {free.length === 1 ? '1 is' : `${free.length} are`} free, from{' '}
                {ksh(Math.min(...free.map(({ rate }) => rate)))} a month.
              </p>
            </>
          )
        )}
      </div>
    </div>
  )
}
