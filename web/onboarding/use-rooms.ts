import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type FreeRoom, listFreeRooms } from '#contract/onboarding.ts'
import { type Day, isDay } from '#rules/calendar.ts'
import { startDateError } from '#rules/tenancy.ts'
import { query } from '../api.ts'
import type { Typed } from './typed.ts'

/** The rooms that are free from the chosen day on, and the one chosen among them. */
export function useRooms(slug: string, start: string, today: Day) {
  const { setValue } = useFormContext<Typed>()
  const chosenId = useWatch<Typed, 'room'>({ name: 'room' })
  const from = isDay(start) && startDateError(start, today) === null ? start : today
  const asked = useQuery({
    ...query(listFreeRooms, { params: { slug }, query: { from } }),
    placeholderData: (before: FreeRoom[] | undefined) => before,
  })
  const { data, isPlaceholderData } = asked
  const chosen = data?.find(({ id }) => String(id) === chosenId) ?? null
  const last = useRef<FreeRoom>(null)
  const [gone, setGone] = useState<string | null>(null)

  useEffect(() => {
    if (chosen) {
      last.current = chosen
      setGone(null)
    } else if (data && !isPlaceholderData && chosenId !== '') {
      const known = String(last.current?.id) === chosenId ? last.current?.room_number : null
      setGone(`${known ? `Room ${known}` : 'The room you chose'} is not free any more.`)
      setValue('room', '')
    }
  }, [chosen, chosenId, data, isPlaceholderData, setValue])

  return {
    from,
    offered: data ?? null,
    chosen,
    /** That a chosen room is no longer offered. */
    gone,
    error: asked.error,
    loading: asked.isLoading || isPlaceholderData,
    refetch: () => void asked.refetch(),
  }
}
export type RoomChoice = ReturnType<typeof useRooms>
