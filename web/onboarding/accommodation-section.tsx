import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type FreeRoom, listFreeRooms } from '#contract/onboarding.ts'
import { type Day, formatDay, isDay } from '#rules/calendar.ts'
import { earliestStart, startDateError } from '#rules/tenancy.ts'
import { query } from '../api.ts'
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
