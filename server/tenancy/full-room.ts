import { conflict } from '../errors.ts'

/** Whether the database has refused a stay because the room has no place left (migration 0003). */
const isFull = (error: unknown) =>
  (error as { code?: string }).code === '23P01' &&
  (error as { constraint?: string }).constraint === 'room_capacity'

/**
 * Says in words that the room is full, when the database has said so; any other failure goes on.
 * @param field the one that named the room
 */
export function orJustTaken(room_number: string, field: string) {
  return (error: unknown): never => {
    if (!isFull(error)) throw error
    const message = `Room ${room_number} has just been taken.`
    throw conflict(message, 'room_taken', { fields: { [field]: message } })
  }
}
