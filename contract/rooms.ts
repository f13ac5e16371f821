import * as z from 'zod/mini'
import { MAX_ROOM_NUMBER_LENGTH, readRoomPattern } from '#rules/room-pattern.ts'
import { endpoint } from './endpoint.ts'
import { day, integer, noteText, optionalDay, text, wholeShillings } from './form.ts'
import { roomPattern } from './settings.ts'

/** What staff change of rooms; the lists of rooms are in `tenants.ts`. */

const shillings = z.int()

const roomParams = z.object({ number: z.string().check(z.maxLength(20)) })

const roomRate = wholeShillings('Please give whole shillings, 1 to 250,000.', 1, 250_000)
const roomCapacity = integer('Please give 1 to 20 places.', 1, 20)

const isRoomNumber = (typed: string) => readRoomPattern(typed).rooms?.length === 1

const roomForm = z.object({
  room_number: text('Please give the room number.', MAX_ROOM_NUMBER_LENGTH).check(
    z.refine(isRoomNumber, 'Use letters, digits, spaces, dots and dashes.'),
  ),
  capacity: roomCapacity,
  /** Of staff about the room; never shown to tenants. */
  notes: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
})

const storedRoom = z.object({ room_number: z.string(), capacity: z.int(), notes: z.string() })
export type StoredRoom = z.infer<typeof storedRoom>

export const changeRoom = endpoint({
  method: 'PUT',
  path: '/staff/rooms/:number/',
  who: 'staff:rooms',
  summary: 'Change a room; refused when fewer places are left than people have or will have it',
  params: roomParams,
  /** `was`: as it was loaded. When it is otherwise by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.unknown(), now: roomForm }),
  reply: storedRoom,
})

export const deleteRoom = endpoint({
  method: 'DELETE',
  path: '/staff/rooms/:number/',
  who: 'staff:rooms',
  summary: 'Delete a room in which nobody has ever lived',
  params: roomParams,
  status: 204,
})

/** What a change of rents means: the same before it is made as after. */
const rentChange = z.object({
  rooms: z.array(z.object({ room_number: z.string(), before: shillings, after: shillings })),
  /** Who pays another rent from now on, or from a later day. */
  tenants: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      room_number: z.string(),
      before: shillings,
      after: shillings,
      /** The day of the first charge at the new rent. */
      from: z.iso.date(),
    }),
  ),
  /** Months that are charged already at another rent. They stay as they are, unless they are corrected by an entry. */
  differences: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      room_number: z.string(),
      months: z.array(z.object({ month: z.string(), before: shillings, after: shillings })),
      /** Of all months; negative: they have paid too much. */
      amount: shillings,
    }),
  ),
})
export type RentChange = z.infer<typeof rentChange>

export const rentForm = z.object({
  /** `A101–A120, B201`. */
  rooms: roomPattern,
  rate: roomRate,
  from: day('Please choose the day from which the new rent holds.'),
  /** Whether the difference of charged months is entered as a correction. */
  correct: z.optional(z.boolean()),
})

export const previewRents = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/preview/',
  who: 'staff:rooms',
  summary: 'What another rent from a day on would mean; changes nothing',
  body: rentForm,
  reply: rentChange,
})

export const changeRents = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/',
  who: 'staff:rooms',
  summary: 'Another rent of some rooms from a day on',
  /** `expected`: the preview. When it would be something else by now, nothing is saved and the reply is a 409. */
  body: z.object({ ...rentForm.shape, expected: z.unknown() }),
  reply: rentChange,
})

export const closeRoom = endpoint({
  method: 'POST',
  path: '/staff/rooms/:number/close/',
  who: 'staff:rooms',
  summary: 'Take a room out of service: nobody can move in, those in it stay',
  params: roomParams,
  body: z.object({
    from: day('Please choose the first day.'),
    /** The first day on which one can move in again; open by default. */
    until: optionalDay,
    reason: noteText('Please say why.', 200),
  }),
  status: 204,
})

export const reopenRoom = endpoint({
  method: 'POST',
  path: '/staff/rooms/:number/reopen/',
  who: 'staff:rooms',
  summary: 'Put a room back into service today, and forget what was planned',
  params: roomParams,
  status: 204,
})
