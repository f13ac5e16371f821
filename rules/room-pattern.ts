/** The most rooms that one pattern may name: more is a typing error. */
export const MAX_ROOMS_AT_ONCE = 500
export const MAX_ROOM_NUMBER_LENGTH = 20

/** As people type room numbers they are the same: `a 101` is `A101`. */
export const roomKey = (room: string): string => room.toLowerCase().replace(/\s+/g, '')

export type RoomPattern = { rooms: string[]; error: null } | { rooms: null; error: string }

const refused = (error: string): RoomPattern => ({ rooms: null, error })

/** `A101`, `A101-A120`, `A101–120`, `1 to 12`: what stands before the last digits is the same at both ends. */
const range = /^(.*?)(\d+)\s*(?:-|–|\bto\b)\s*(.*?)(\d+)$/i

/**
 * Reads the room numbers that staff type, `A101–A120, B201`: numbers and ranges, separated by commas, semicolons
 * or line breaks. Leading zeros are kept. No number comes twice, in whatever case.
 */
export function readRoomPattern(pattern: string): RoomPattern {
  const parts = pattern
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
  if (parts.length === 0) return refused('Please type at least one room number.')
  const { rent } = splitRent(pattern)
  if (rent !== null) {
    return refused(`“${rent}” looks like the rent, which has a field of its own.`)
  }
  const rooms: string[] = []
  for (const part of parts) {
    const read = readPart(part)
    if (read.error !== null) return read
    rooms.push(...read.rooms)
    if (rooms.length > MAX_ROOMS_AT_ONCE) {
      return refused(`Please add at most ${MAX_ROOMS_AT_ONCE} rooms at a time.`)
    }
  }
  const seen = new Set<string>()
  for (const room of rooms) {
    const key = roomKey(room)
    if (seen.has(key)) return refused(`${room} is there twice.`)
    seen.add(key)
  }
  return { rooms, error: null }
}

/** `A101–A120, 6500`: a plain number after a range is no room when it is written otherwise than the rooms are. */
export function splitRent(pattern: string): { pattern: string; rent: string | null } {
  const [, before = '', number = ''] = /^(.*?)[,;\n]\s*(\d{1,2},\d{3}|\d+)\s*$/s.exec(pattern) ?? []
  const digits = number.replace(',', '')
  const none = { pattern, rent: null }
  if (number === '' || Number(digits) < LEAST_RENT) return none
  const ranges = before.split(/[,;\n]/).flatMap((part) => {
    const [, prefix = '', from = ''] = range.exec(part.trim()) ?? []
    return from === '' ? [] : [{ prefix, from }]
  })
  const isOtherwise = ranges.every(
    ({ prefix, from }) => prefix !== '' || from.length < digits.length,
  )
  return ranges.length > 0 && isOtherwise ? { pattern: before, rent: number } : none
}

/** Nobody asks for less a month. */
const LEAST_RENT = 500

function readPart(part: string): RoomPattern {
  const [, prefix = '', from = '', lastPrefix = '', to = ''] = range.exec(part) ?? []
  if (from === '') return readNumber(part)
  if (lastPrefix !== '' && lastPrefix.trim().toLowerCase() !== prefix.trim().toLowerCase()) {
    return refused(`“${part}” goes from one letter to another. Please write a range for each.`)
  }
  const [first, last] = [Number(from), Number(to)]
  if (last < first) return refused(`“${part}” ends before it begins.`)
  if (last - first >= MAX_ROOMS_AT_ONCE) {
    return refused(`Please add at most ${MAX_ROOMS_AT_ONCE} rooms at a time.`)
  }
  const rooms: string[] = []
  for (let number = first; number <= last; number++) {
    const read = readNumber(prefix + String(number).padStart(from.length, '0'))
    if (read.error !== null) return read
    rooms.push(...read.rooms)
  }
  return { rooms, error: null }
}

function readNumber(room: string): RoomPattern {
  if (room.length > MAX_ROOM_NUMBER_LENGTH) {
    return refused(`A room number has at most ${MAX_ROOM_NUMBER_LENGTH} characters.`)
  }
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(room)) {
    return refused(
      `“${room}” can’t be a room number. Use letters, digits, spaces, dots and dashes.`,
    )
  }
  return { rooms: [room], error: null }
}
