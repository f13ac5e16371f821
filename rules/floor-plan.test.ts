import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floorPlan } from './floor-plan.ts'

const roomsOf = (...numbers: string[]) => numbers.map((room_number) => ({ room_number }))

const planOf = (...numbers: string[]) =>
  floorPlan(roomsOf(...numbers)).map(({ name, floors }) => [
    name,
    ...floors.map(
      ({ name, rooms }) => `${name}: ${rooms.map(({ room_number }) => room_number).join(' ')}`,
    ),
  ])

test('wings and floors, the highest first', () => {
  expect(planOf('A101', 'A102', 'A201', 'B101', 'B1001')).toEqual([
    ['Wing A', 'first floor: A201', 'ground floor: A101 A102'],
    ['Wing B', 'floor 10: B1001', 'ground floor: B101'],
  ])
  expect(planOf('001', '101', '201')).toEqual([
    ['001 to 201', 'second floor: 201', 'first floor: 101', 'ground floor: 001'],
  ])
})

test('numbers that only count have no floors', () => {
  expect(planOf('1', '2', '99', '100')).toEqual([['1 to 100', 'null: 1 2 99 100']])
  expect(planOf('Annex 1', 'Annex 2', 'G-1', 'G-2')).toEqual([
    ['Annex', 'null: Annex 1 Annex 2'],
    ['Wing G', 'null: G-1 G-2'],
  ])
})

test('odd names stand together', () => {
  expect(planOf('101', '102', 'Annex 3', 'Caretaker', 'Flat 1')).toEqual([
    ['101 to 102', 'ground floor: 101 102'],
    ['Other rooms', 'null: Annex 3 Caretaker Flat 1'],
  ])
  expect(planOf()).toEqual([])
})

test('each room has exactly one place, whatever the rooms are called', () => {
  const roomNumber = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[A-C]?[0-9]{1,4}$/),
  )
  fc.assert(
    fc.property(fc.uniqueArray(roomNumber, { maxLength: 60 }), (numbers) => {
      const placed = floorPlan(roomsOf(...numbers)).flatMap(({ floors }) =>
        floors.flatMap(({ rooms }) => rooms.map(({ room_number }) => room_number)),
      )
      expect(placed.toSorted()).toEqual(numbers.toSorted())
    }),
  )
})
