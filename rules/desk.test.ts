import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAccountNumber } from './account-number.ts'
import { deskOutcomes, editDistance, suggestAccounts, undoFor } from './desk.ts'

const account = (account_number: string, full_name: string, room_number: string, due = 0) => ({
  account_number,
  full_name,
  room_number,
  rate: 6500,
  due,
})
const amina = account('7K4M9XAB', 'Amina Otieno', 'A101', 6000)
const brian = account('QR3T5VWX', 'Brian Kamau', 'A102')
const lucy = account('ZZ22YY33', 'Lucy Kamau Wambui', 'B103')
const accounts = [amina, brian, lucy]
const first = (typed: string, amount: number | null = null) =>
  suggestAccounts(typed, amount, accounts)[0]

test('the room of a former tenant suggests them too, after the present one', () => {
  const lives = account('7K4M9XAB', 'Amina Otieno', 'A101', 6000)
  const left = { ...account('QR3T5VWX', 'Brian Kamau', 'A102', 500), room_number: null }
  const earlier = [{ account_number: 'QR3T5VWX', room_number: 'A101', until_day: '2026-10-01' }]
  const found = suggestAccounts('Room a101', 700, [left, lives], earlier)
  expect(found).toMatchObject([
    { account: lives, reasons: ['The payer typed room A101.'] },
    {
      account: left,
      reasons: ['The payer typed room A101. This tenant lived there until 1 Oct 2026.'],
    },
  ])
  // Exactly what they still owe.
  expect(suggestAccounts('Room a101', 500, [lives, left], earlier)[0]?.account).toBe(left)
  expect(suggestAccounts('Room a103', 500, [lives, left], [])).toEqual([])
})

test('a dismissal and a credit can be undone, nothing else', () => {
  expect(deskOutcomes.filter((outcome) => undoFor(outcome) !== null)).toEqual([
    'assigned',
    'dismissed',
  ])
})

describe('whose money it may be', () => {
  test('one character off is very likely', () => {
    expect(first('7K4M9XAC')).toMatchObject({ account: amina, likely: true })
    expect(first('7k4m 9xa')).toMatchObject({ account: amina, likely: true })
    expect(first('7K4MM9XAB')).toMatchObject({ account: amina, likely: true })
    expect(first('K74M9XAB')).toMatchObject({ account: amina, likely: true })
  })

  test('two characters off is possible, and likely with the right amount', () => {
    expect(first('7K4M9XCC')).toMatchObject({ account: amina, likely: false })
    expect(first('7K4M9XCC', 6000)).toMatchObject({ account: amina, likely: false })
    expect(first('7K4M9XCC A101')?.account).toBe(amina)
  })

  test('our own reference, cut or with a wrong tail', () => {
    expect(first('7K4M9XABZZ')).toMatchObject({ account: amina, likely: true })
  })

  test('a room and a name', () => {
    expect(first('rent a102 kamau')).toMatchObject({ account: brian, likely: true })
    expect(first('Kamau')?.reasons).toEqual(['The payer typed the name Kamau.'])
    expect(suggestAccounts('Kamau', null, accounts).map((one) => one.account)).toEqual([
      brian,
      lucy,
    ])
  })

  test('an amount alone says nothing', () => {
    expect(suggestAccounts('RENT', 6000, accounts)).toEqual([])
    expect(suggestAccounts('', 6500, accounts)).toEqual([])
  })

  test('at most three, and any text is accepted', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.integer()), (typed, amount) => {
        expect(suggestAccounts(typed, amount, accounts).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

test('one typing mistake of any kind is one edit', () => {
  const typo = fc.record({
    seed: fc.array(fc.nat(30), { minLength: 7, maxLength: 7 }),
    at: fc.nat(6),
    kind: fc.constantFrom('change', 'drop', 'add', 'swap'),
  })
  fc.assert(
    fc.property(typo, ({ seed, at, kind }) => {
      const numbers = [...seed]
      const right = makeAccountNumber(() => numbers.shift() ?? 0)
      const [a = '', b = ''] = [right[at], right[at + 1]]
      const wrong = {
        change: `${right.slice(0, at)}*${right.slice(at + 1)}`,
        drop: right.slice(0, at) + right.slice(at + 1),
        add: `${right.slice(0, at)}*${right.slice(at)}`,
        swap: right.slice(0, at) + b + a + right.slice(at + 2),
      }[kind]
      expect(editDistance(wrong, right)).toBe(wrong === right ? 0 : 1)
    }),
  )
})
