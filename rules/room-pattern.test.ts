import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isRoomNumber,
  looksLikeRange,
  looseRoomKey,
  MAX_ROOMS_AT_ONCE,
  readRoomPattern,
  roomKey,
  roomsIn,
  roomsMeant,
  splitRent,
  withDashesAs,
} from './room-pattern.ts'

describe('a pattern of room numbers', () => {
  test.each([
    ['A101', ['A101']],
    ['A101-A103', ['A101', 'A102', 'A103']],
    ['A101–103', ['A101', 'A102', 'A103']],
    ['a 1 to 3', ['a 1', 'a 2', 'a 3']],
    ['08 to 11', ['08', '09', '10', '11']],
    ['101-103', ['101', '102', '103']],
    ['2 - 4', ['2', '3', '4']],
    ['B2–B4', ['B2', 'B3', 'B4']],
    ['"2-05"', ['2-05']],
    ['“B2-14”, "1-01"', ['B2-14', '1-01']],
    ['B2-14-3', ['B2-14-3']],
    ['Annexe 12,\n B1 – B2; C.3', ['Annexe 12', 'B1', 'B2', 'C.3']],
    ['A-12', ['A-12']],
    ['9 to 9', ['9']],
    ['A1-A2, 101, 102', ['A1', 'A2', '101', '102']],
    ['498-499, 500', ['498', '499', '500']],
  ])('%j is %j', (pattern, rooms) => {
    expect(readRoomPattern(pattern)).toEqual({ rooms, error: null })
  })

  test.each([
    ['', 'Please type at least one room number.'],
    [' , ;\n', 'Please type at least one room number.'],
    ['A103-A101', '“A103-A101” ends before it begins.'],
    ['A101-B120', 'goes from one letter to another'],
    ['A101, a101', 'a101 is there twice.'],
    ['A101, A 101', 'A 101 is there twice.'],
    ['A1-A5, A3', 'A3 is there twice.'],
    ['A101-A120, 6500', '“6500” looks like the rent'],
    ['A101-A120; 6,500', '“6,500” looks like the rent'],
    ['101-120, 6500', '“6500” looks like the rent'],
    ['1 to 501', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
    ['A1-A400, B1-B101', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
    ['1 to 99999999999999999999', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
    ['<b>', 'can’t be a room number'],
    ['=1+1', 'can’t be a room number'],
    ['a room with a very long name', 'at most 20 characters'],
  ])('%j is refused: %s', (pattern, error) => {
    expect(readRoomPattern(pattern).error).toContain(error)
  })

  test.each([
    ['A101–A120, 6500', 'A101–A120', '6500'],
    ['A101-A110, B1-B5; 6,500 ', 'A101-A110, B1-B5', '6,500'],
    ['A1-A2, 101', 'A1-A2, 101', null],
    ['498-499, 500', '498-499, 500', null],
    ['A101, 6500', 'A101, 6500', null],
  ])('%j is %j with the rent %j', (typed, pattern, rent) => {
    expect(splitRent(typed)).toEqual({ pattern, rent })
  })

  test('a range names each of its numbers once, in order', () => {
    const letters = fc.constantFrom('', 'A', 'B', 'Wing ')
    const bounds = [fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 99 })] as const
    fc.assert(
      fc.property(letters, ...bounds, (prefix, first, more) => {
        const { rooms } = readRoomPattern(`${prefix}${first} to ${prefix}${first + more}`)
        expect(rooms).toHaveLength(more + 1)
        expect(rooms?.map((room) => Number(room.slice(prefix.length)))).toEqual(
          Array.from({ length: more + 1 }, (_, index) => first + index),
        )
      }),
    )
  })

  test('whatever is typed is read or refused, and never more than the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const { rooms, error } = readRoomPattern(typed)
        expect(rooms === null).toBe(error !== null)
        expect(rooms?.length ?? 1).toBeGreaterThan(0)
        expect(rooms?.length ?? 1).toBeLessThanOrEqual(MAX_ROOMS_AT_ONCE)
      }),
    )
  })
})

describe('a number with a dash', () => {
  test.each([
    ['3-07', '3-07', '3 to 7'],
    ['A4-11', 'A4-11', 'A4 to A11'],
    ['12-03', '12-03', null],
    ['Block 7-2', 'Block 7-2', null],
    ['C1-6', 'C1-6', 'C1 to C6'],
    ['10-19', '10-19', '10 to 19'],
    ['G0-08', 'G0-08', 'G0 to G8'],
    ['204-1', '204-1', null],
    ['204-0205', '204-0205', '204 to 205'],
    ['Wing B 2-9', 'Wing B 2-9', 'Wing B 2 to Wing B 9'],
  ])('%j may be the room %j or the range %j: it is asked', (typed, room, range) => {
    const read = readRoomPattern(`X1, ${typed}`)
    expect(read.rooms).toBe(null)
    expect(read.unclear?.room).toBe(room)
    expect(read.unclear?.range?.join(' to ') ?? null).toBe(range)
    expect(read.error).toContain(`"${room}" in quotation marks`)
    expect(readRoomPattern(withDashesAs(`X1, ${typed}`, 'room')).rooms).toEqual(['X1', room])
    expect(isRoomNumber(typed)).toBe(true)
    expect(looksLikeRange(typed)).toBe(false)
  })

  test('is never several rooms unless that is said, whatever the numbers are', () => {
    const prefixes = fc.constantFrom('', 'A', 'B ', 'Wing ')
    const number = fc.integer({ min: 0, max: 99 })
    const width = fc.constantFrom(1, 2, 3)
    fc.assert(
      fc.property(prefixes, number, number, width, (prefix, block, room, width) => {
        const typed = `${prefix}${block}-${String(room).padStart(width, '0')}`
        expect(readRoomPattern(typed).rooms).toBe(null)
        expect(readRoomPattern(withDashesAs(typed, 'room')).rooms).toEqual([typed])
        const { rooms } = readRoomPattern(withDashesAs(typed, 'range'))
        expect(rooms?.length ?? null).toBe(room < block ? null : room - block + 1)
        expect(isRoomNumber(typed)).toBe(true)
      }),
    )
  })

  test.each([
    ['A101-A105', true],
    ['201-209', true],
    ['1 to 4', true],
    ['B2-14', false],
    ['Annexe', false],
  ])('where one room is asked for, %j is one; it looks like a range: %s', (typed, is) => {
    expect(isRoomNumber(typed)).toBe(true)
    expect(looksLikeRange(typed)).toBe(is)
  })

  test.each([['A101, A102'], ['A101–A105'], ['<b>'], [''], ['a room with a very long name']])(
    '%j is no room',
    (typed) => {
      expect(isRoomNumber(typed)).toBe(false)
    },
  )
})

describe('a room that is meant', () => {
  const rooms = ['A101', 'A102', 'B2-14', '1-02', 'Annexe 3', 'O5', '05', '12', '1-2', 'C.3', 'Rm9']
  const meant = (typed: string) => roomsMeant(typed, rooms, (room) => room)

  test.each([
    ['A101', ['A101']],
    ['a101', ['A101']],
    ['A 101', ['A101']],
    ['A-101', ['A101']],
    ['A–101', ['A101']],
    ['A\u2011101', ['A101']],
    ['A.101', ['A101']],
    ['A/101', ['A101']],
    ['a1o1', ['A101']],
    ['A1O2', ['A102']],
    ['Ａ１０１', ['A101']],
    ['\u200eA101\u200f', ['A101']],
    ['Room A101', ['A101']],
    ['rm. A101', ['A101']],
    ['ROOM NO A101', []],
    ['B214', ['B2-14']],
    ['b2 – 14', ['B2-14']],
    ['102', ['1-02']],
    ['annexe3', ['Annexe 3']],
    ['ANNEXE-3', ['Annexe 3']],
    ['12', ['12']],
    ['1-2', ['1-2']],
    ['1.2', ['12', '1-2']],
    ['O5', ['O5']],
    ['05', ['05']],
    ['o-5', ['O5', '05']],
    ['c3', ['C.3']],
    ['rm 9', ['Rm9']],
    ['A103', []],
    ['', []],
    ['-', []],
  ])('%j is %j', (typed, found) => {
    expect(meant(typed)).toEqual(found)
  })

  test('a number that exists is that room alone, whatever others are like it', () => {
    const number = fc.stringMatching(/^[A-C]?[0O]?\d{1,3}(-\d{1,2})?$/)
    const gap = fc.constantFrom('', ' ', '\u00a0', '\u200b')
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 8 }), gap, (all, between) => {
        for (const one of all) {
          const typed = [...one].join(between).toLowerCase()
          expect(roomsMeant(typed, all, (room) => room)).toEqual([one])
        }
      }),
    )
  })

  test('the key is the same for any case, gap and dash', () => {
    expect(roomKey('B 2–14')).toBe(roomKey('b2-14'))
    expect(roomKey('A101')).not.toBe(roomKey('A1-01'))
  })
})

test.each([
  ['Rent A101', 'A101', ['rent']],
  ['rent a-101', 'A101', ['rent']],
  ['A 101 rent', 'A101', ['rent']],
  ['a1o1', 'A101', []],
  ['B2–14 Wanjiru', 'B2-14', ['wanjiru']],
  ['room b2/14', 'B2-14', ['room']],
  ['1.02', '1-02', []],
  ['10 1', '101', null],
  ['A101B', 'A101', null],
  ['pay A1 01', 'A101', null],
])('in %j room %s is named beside %j', (text, room, beside) => {
  expect(roomsIn(text).get(looseRoomKey(room))?.() ?? null).toEqual(beside)
})
