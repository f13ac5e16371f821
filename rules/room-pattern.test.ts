import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_ROOMS_AT_ONCE, readRoomPattern, splitRent } from './room-pattern.ts'

describe('a pattern of room numbers', () => {
  test.each([
    ['A101', ['A101']],
    ['A101-A103', ['A101', 'A102', 'A103']],
    ['A101–103', ['A101', 'A102', 'A103']],
    ['a 1 to 3', ['a 1', 'a 2', 'a 3']],
    ['08-11', ['08', '09', '10', '11']],
    ['Annexe 12,\n B1 – B2; C.3', ['Annexe 12', 'B1', 'B2', 'C.3']],
    ['A-12', ['A-12']],
    ['9-9', ['9']],
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
    ['1-501', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
    ['A1-A400, B1-B101', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
    ['1-99999999999999999999', `at most ${MAX_ROOMS_AT_ONCE} rooms`],
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
        const { rooms } = readRoomPattern(`${prefix}${first}-${prefix}${first + more}`)
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
