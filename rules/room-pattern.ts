import { plainTyped } from './typed.ts'

/** The most rooms that one pattern may name: more is a typing error. */
export const MAX_ROOMS_AT_ONCE = 500
export const MAX_ROOM_NUMBER_LENGTH = 20

/** As people type room numbers they are the same: `a 101` is `A101`, and any dash is a dash. */
export const roomKey = (room: string): string => plainTyped(room).toLowerCase().replace(/ /g, '')

const words = /[\p{L}\p{N}']+/gu
/** The most words of a text that are read. */
const MOST_READ = 60
/** The most words that may be one room number: `B 2 - 14`. */
const MOST_WORDS = 4

/**
 * Words in a text that may name a room, as `looseRoomKey` has them, each with the other words: `rent a-1o1` is `a101` beside
 * `rent`. Two numbers with a blank between them are two.
 */
export function roomsIn(text: string): Map<string, () => string[]> {
  const plain = plainTyped(text).toLowerCase()
  const found = [...plain.matchAll(words)]
    .slice(0, MOST_READ)
    .map(({ 0: word, index }) => ({ word, at: index }))
  const rooms = new Map<string, () => string[]>()
  for (let from = 0; from < found.length; from++) {
    let key = ''
    for (let to = from; to < Math.min(found.length, from + MOST_WORDS); to++) {
      const { word = '', at = 0 } = found[to] ?? {}
      const isApart =
        /\d$/.test(key) &&
        /^\d/.test(word) &&
        plain.charAt(at - 1) === ' ' &&
        !/[-./] $/.test(plain.slice(0, at))
      if (isApart) break
      key += word.replace(/o/g, '0')
      if (rooms.has(key)) continue
      rooms.set(key, () =>
        found.flatMap((one, place) => (place < from || place > to ? [one.word] : [])),
      )
    }
  }
  return rooms
}

/** Letters and digits of a room number, without “Room” before them and with 0 for O. */
export function looseRoomKey(room: string): string {
  const known = looseKeys.get(room)
  if (known !== undefined) return known
  const key = roomKey(room)
    .replace(/^(?:room|rm)[.:#]*(?=.*\d)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/o/g, '0')
  if (looseKeys.size >= MOST_KEPT) looseKeys.clear()
  looseKeys.set(room, key)
  return key
}

/** The desk asks for the same rooms with every item. */
const looseKeys = new Map<string, string>()
const MOST_KEPT = 5000

/**
 * The rooms that may be meant by what somebody typed: the one with that number. Only where there is none, those that differ in
 * dashes and dots, in an O for a 0, or in “Room” before it: of several, one has to be chosen.
 */
export function roomsMeant<Room>(
  typed: string,
  rooms: readonly Room[],
  numberOf: (room: Room) => string,
): Room[] {
  const key = roomKey(typed)
  const same = rooms.filter((room) => roomKey(numberOf(room)) === key)
  if (same.length > 0) return same
  const loose = looseRoomKey(typed)
  return loose === '' ? [] : rooms.filter((room) => looseRoomKey(numberOf(room)) === loose)
}

export type RoomPattern =
  | { rooms: string[]; error: null; unclear?: undefined }
  /** `unclear`: a part such as `2-05`, which may be one room or a range; see `withDashesAs`. */
  | { rooms: null; error: string; unclear?: Unclear | undefined }

const refused = (error: string, unclear?: Unclear): RoomPattern => ({
  rooms: null,
  error,
  ...(unclear && { unclear }),
})

interface Unclear {
  /** One room, as it is called. */
  room: string
  /** The ends of the range; null where it would end before it begins. */
  range: [from: string, to: string] | null
}

/** `A101`, `A101-A120`, `A101–120`, `1 to 12`: what stands before the last digits is the same at both ends. */
const range = /^(.*?)(\d+)\s*(?:-|–|\bto\b)\s*(.*?)(\d+)$/i

/**
 * Reads the room numbers that staff type, `A101–A120, B201`: numbers and ranges, separated by commas, semicolons
 * or line breaks. Leading zeros are kept. No number comes twice, in whatever case. What may be one room or a range (`2-05`) is
 * asked: `"2-05"` in quotation marks is one room, and `2 to 5` a range.
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

/** In quotation marks it is one room, whatever it looks like. */
const quoted = /^["“”„](.*)["“”]$/

/** `2-05`, `B2-14`: block and room, or the ends of a range? `A101-120` and `A1-A5` are ranges, and so is `2 to 5`. */
function findUnclear(part: string): Unclear | undefined {
  const [, prefix = '', from = '', to = ''] = /^([^-]*?)(\d+)-(\d+)$/.exec(part) ?? []
  if (from === '') return undefined
  const isBackwards = Number(to) < Number(from)
  const isPadded = to.startsWith('0') && to.length > from.length
  if (from.length > 2 && !isBackwards && !isPadded) return undefined
  return { room: part, range: isBackwards ? null : [prefix + Number(from), prefix + Number(to)] }
}

const unclearText = ({ room, range }: Unclear): string =>
  range
    ? `“${room}” may be one room, or rooms ${range.join(' to ')}. Write "${room}" in quotation marks for one room, or ${range.join(' to ')}.`
    : `“${room}” ends before it begins. If one room is called so, write "${room}" in quotation marks.`

/** A pattern in which every part such as `2-05` says what it is. */
export const withDashesAs = (pattern: string, as: 'room' | 'range'): string =>
  pattern
    .split(/([,;\n])/)
    .map((part) => {
      const unclear = findUnclear(part.trim())
      if (!unclear) return part
      const [space = ''] = /^\s*/.exec(part) ?? []
      return as === 'room'
        ? `${space}"${unclear.room}"`
        : space + (unclear.range?.join(' to ') ?? unclear.room)
    })
    .join('')

/** Whether a text can be the number of one room, also with a dash in it: in a field for one room nothing is a range. */
export const isRoomNumber = (typed: string): boolean => readNumber(typed.trim()).error === null

/** Whether it could be meant as several rooms, where one is asked for. */
export const looksLikeRange = (typed: string): boolean =>
  findUnclear(typed.trim()) === undefined && (readRoomPattern(typed).rooms?.length ?? 1) > 1

function readPart(part: string): RoomPattern {
  const one = quoted.exec(part)?.[1]?.trim()
  if (one !== undefined) return readNumber(one)
  const unclear = findUnclear(part)
  if (unclear) return refused(unclearText(unclear), unclear)
  const [, prefix = '', from = '', lastPrefix = '', to = ''] = range.exec(part) ?? []
  // Three parts, such as B2-14-3, are no ends of anything.
  if (from === '' || /\d-$/.test(lastPrefix)) return readNumber(part)
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
