import * as z from 'zod/mini'
import {
  isRoomNumber,
  MAX_ROOM_NUMBER_LENGTH,
  MAX_ROOMS_AT_ONCE,
  readRoomPattern,
} from '#rules/room-pattern.ts'
import { waiting, waits } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { day, integer, noteText, optionalDay, text, wholeShillings } from './form.ts'

/** Changes of rooms by staff; the lists of rooms are in `tenants.ts`. */

const shillings = z.int()

const roomParams = z.object({ number: z.string().check(z.maxLength(20)) })

const roomRate = wholeShillings('Please give whole shillings, 1 to 250,000.', 1, 250_000)
const roomCapacity = integer('Please give 1 to 20 places.', 1, 20)

/** The rooms of a pattern such as `A101–A120, B201`; a part that may be one room or a range is refused (rules/room-pattern.ts). */
const roomPattern = z.pipe(
  z
    .string('Please type at least one room number.')
    .check(z.maxLength(20 * MAX_ROOMS_AT_ONCE, 'That is too long.')),
  z.transform((typed, check) => {
    const { rooms, error } = readRoomPattern(typed)
    if (rooms) return rooms
    check.issues.push({ code: 'custom', input: typed, message: error })
    return z.NEVER
  }),
)

export const addRooms = endpoint({
  method: 'POST',
  path: '/staff/rooms/',
  who: 'staff:rooms',
  tries: 'add rooms',
  summary: 'Add rooms, by a pattern such as A101–A120',
  status: 201,
  body: z.object({
    pattern: roomPattern,
    rate: wholeShillings('Please give the rent in whole shillings a month.', 1, 250_000),
    capacity: roomCapacity,
  }),
  reply: z.object({ added: z.array(z.string()) }),
})

const roomForm = z.object({
  room_number: text('Please give the room number.', MAX_ROOM_NUMBER_LENGTH).check(
    z.refine(isRoomNumber, 'Use letters, digits, spaces, dots and dashes.'),
  ),
  capacity: roomCapacity,
  /** Notes of staff about the room; never shown to tenants. */
  notes: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
})

const storedRoom = z.object({ room_number: z.string(), capacity: z.int(), notes: z.string() })
export type StoredRoom = z.infer<typeof storedRoom>

export const changeRoom = endpoint({
  method: 'PUT',
  path: '/staff/rooms/:number/',
  who: 'staff:upkeep',
  tries: 'change a room',
  summary:
    'Change a room; refused when fewer places are left than people have or will have it. Its number and places need the right to change rooms',
  params: roomParams,
  /** `was`: as it was loaded. When it is otherwise by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.unknown(), now: roomForm }),
  reply: storedRoom,
})

export const deleteRoom = endpoint({
  method: 'DELETE',
  path: '/staff/rooms/:number/',
  who: 'staff:rooms',
  tries: 'delete a room',
  summary: 'Delete a room in which nobody has ever lived',
  params: roomParams,
  status: 204,
})

/** The effect of a change of rents: the same in the preview as in the reply. */
const rentChange = z.object({
  rooms: z.array(
    z.object({
      room_number: z.string(),
      before: shillings,
      after: shillings,
      /** When another rent holds, which was entered before. */
      until: z.nullable(z.iso.date()),
    }),
  ),
  /** Tenants whose rent changes from now on, or from a later day. */
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
  /**
   * Months of these days that were charged at another rent, with their corrections. They stay as they are, unless they
   * are corrected by an entry.
   */
  differences: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      months: z.array(
        z.object({
          month: z.string(),
          /** The room of that month. */
          room_number: z.string(),
          before: shillings,
          after: shillings,
        }),
      ),
      /** The sum of all months; negative: they have paid too much. */
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

const shownRentChange = z.extend(rentChange, {
  waits: z.object({ corrected: waits, uncorrected: waits }),
})

export const previewRents = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/preview/',
  who: 'staff:rooms',
  tries: 'change rents',
  summary: 'What another rent from a day on would mean; changes nothing',
  body: rentForm,
  reply: shownRentChange,
})

export const changeRents = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/',
  who: 'staff:rooms',
  tries: 'change rents',
  summary: 'Another rent of some rooms from a day on',
  /** `expected`: the preview. When it would be something else by now, nothing is saved and the reply is a 409. */
  body: z.object({ ...rentForm.shape, expected: z.unknown() }),
  reply: z.extend(rentChange, { waiting }),
})

const plannedRent = z.object({
  room: z.string().check(z.maxLength(MAX_ROOM_NUMBER_LENGTH)),
  /** The day from which it would hold. */
  from: day('Please choose the day of the rent.'),
})

export const previewRentCancel = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/cancel/preview/',
  who: 'staff:rooms',
  tries: 'take back a planned rent',
  summary: 'What taking back a planned rent would mean; changes nothing',
  body: plannedRent,
  reply: shownRentChange,
})

export const cancelRent = endpoint({
  method: 'POST',
  path: '/staff/rooms/rents/cancel/',
  who: 'staff:rooms',
  tries: 'take back a planned rent',
  summary: 'Take back the rent that is planned for a room from a day on',
  /** `expected`: the preview. When it would be something else by now, nothing is saved and the reply is a 409. */
  body: z.object({ ...plannedRent.shape, expected: z.unknown() }),
  reply: z.extend(rentChange, { waiting }),
})

export const closureForm = z.object({
  from: day('Please choose the first day.'),
  /** The first day on which one can move in again; open by default. */
  until: optionalDay,
  reason: noteText('Please say why.', 200),
})

/** The tenants affected when a room is out of service: they keep their place, unless staff move them. */
const closureEffect = z.object({
  people: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      from: z.iso.date(),
      until: z.nullable(z.iso.date()),
      /** The room that they have until then; null for somebody from outside. */
      from_room: z.nullable(z.string()),
    }),
  ),
})
export type ClosureEffect = z.infer<typeof closureEffect>

export const previewClosure = endpoint({
  method: 'POST',
  path: '/staff/rooms/:number/close/preview/',
  who: 'staff:upkeep',
  tries: 'take a room out of service',
  summary: 'Who has a room, or will move in, while it would be out of service; changes nothing',
  params: roomParams,
  body: closureForm,
  reply: closureEffect,
})

export const closeRoom = endpoint({
  method: 'POST',
  path: '/staff/rooms/:number/close/',
  who: 'staff:upkeep',
  tries: 'take a room out of service',
  summary: 'Take a room out of service: nobody can move in, those in it stay',
  params: roomParams,
  /** `expected`: the preview. When it would be something else by now, nothing is saved and the reply is a 409. */
  body: z.object({ ...closureForm.shape, expected: z.unknown() }),
  status: 204,
})

export const reopenRoom = endpoint({
  method: 'POST',
  path: '/staff/rooms/:number/reopen/',
  who: 'staff:upkeep',
  tries: 'put a room back into service',
  summary: 'Put a room back into service today, and forget what was planned',
  params: roomParams,
  status: 204,
})
