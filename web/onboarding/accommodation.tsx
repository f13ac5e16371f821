import { useFormContext, useWatch } from 'react-hook-form'
import { type Day, formatDay } from '#rules/calendar.ts'
import { TextField } from './field.tsx'
import { Rooms } from './rooms.tsx'
import type { Typed } from './typed.ts'
import { useRooms } from './use-rooms.ts'

export function Accommodation({ slug, today }: { slug: string; today: Day }) {
  const { trigger, getValues, clearErrors } = useFormContext<Typed>()
  const start = useWatch<Typed, 'start_date'>({ name: 'start_date' })
  const rooms = useRooms(slug, start, today)
  return (
    <div className="stack">
      <div className="two">
        <TextField
          name="start_date"
          type="date"
          min={today}
          hint="The day you move in."
          onTyped={() => {
            // Another day may have the room that had just been taken.
            clearErrors('room')
            if (getValues('end_date') !== '') void trigger('end_date')
          }}
        />
        <TextField name="end_date" type="date" min={today} hint="The day you leave." />
      </div>
      <Rooms rooms={rooms} when={rooms.from === today ? 'today' : formatDay(rooms.from)} />
    </div>
  )
}
