import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAccountNumber } from './account-number.ts'
import {
  actionsFor,
  type DeskReason,
  deskOutcomes,
  editDistance,
  findExact,
  splitProblem,
  suggestAccounts,
  undoFor,
} from './desk.ts'

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

test('who quotes the code is suggested first, after the account that was typed; two who do are both only possible', () => {
  const account = (account_number: string, full_name: string) => ({
    ...{ account_number, full_name, room_number: null, rate: null, due: 0 },
  })
  const amina = account('AAAAAAA2', 'Amina Otieno')
  const brian = account('BBBBBBB3', 'Brian Kamau')
  const found = (typed: string) =>
    suggestAccounts(typed, 10, [amina, brian], { claimants: ['AAAAAAA2'] })
  const shown = (typed: string) => found(typed).map(({ account, likely }) => [account, likely])
  expect(shown('BBBBBBB3')).toEqual([
    [brian, true],
    [amina, false],
  ])
  expect(found('BBBBBBB3')[1]?.reasons).toEqual(['Amina Otieno says they paid this.'])
  expect(shown('BBBBBBC3')).toEqual([
    [amina, true],
    [brian, true],
  ])
  const claimants = ['AAAAAAA2', 'BBBBBBB3']
  const both = suggestAccounts('RENT', 10, [amina, brian], { claimants })
  expect(both.map(({ likely }) => likely)).toEqual([false, false])
})

test('the room of a former tenant suggests them too, after the present one', () => {
  const lives = account('7K4M9XAB', 'Amina Otieno', 'A101', 6000)
  const left = { ...account('QR3T5VWX', 'Brian Kamau', 'A102', 500), room_number: null }
  const earlierTenants = [
    { account_number: 'QR3T5VWX', room_number: 'A101', until_day: '2026-10-01' },
  ]
  const found = suggestAccounts('Room a101', 700, [left, lives], { earlierTenants })
  expect(found).toMatchObject([
    { account: lives, reasons: ['The payer typed room A101.'] },
    {
      account: left,
      reasons: ['The payer typed room A101. This tenant lived there until 1 Oct 2026.'],
    },
  ])
  // Exactly what they still owe.
  expect(suggestAccounts('Room a101', 500, [lives, left], { earlierTenants })[0]?.account).toBe(
    left,
  )
  expect(suggestAccounts('Room a103', 500, [lives, left])).toEqual([])
})

test('a dismissal, a credit, an attached code and what M-Pesa was thought to take back can be undone, nothing else', () => {
  const undone = (reason: DeskReason) =>
    deskOutcomes.filter((outcome) => undoFor(outcome, reason) !== null)
  expect(undone('counted_twice')).toEqual(['assigned', 'split', 'attached', 'dismissed'])
  expect(undone('taken_back_by_mpesa')).toEqual([
    ...(['assigned', 'split', 'attached', 'corrected', 'dismissed'] as const),
  ])
})

test('money for wifi that only a file has is confirmed at the price that was asked for, and never counted twice', () => {
  const held = { reason: 'only_in_upload', amount: '50.00', receiptless_amount: null } as const
  expect(actionsFor(held)).toEqual(['assign', 'split', 'attach', 'dismiss'])
  expect(actionsFor({ ...held, unpaid_amount: 50 })).toEqual(['confirm', 'assign', 'dismiss'])
  for (const unpaid_amount of [40, null]) {
    expect(actionsFor({ ...held, unpaid_amount })).toEqual(['assign', 'dismiss'])
  }
  const counted = { ...held, unpaid_amount: null }
  expect(actionsFor({ ...counted, receiptless_amount: 50 })).toEqual(['attach', 'dismiss'])
  expect(actionsFor({ ...counted, receiptless_amount: 40 })).toEqual(['dismiss'])
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

describe('the order of suggestions', () => {
  const credited = (account_number: string, times = 1) => ({ account_number, times })
  const typedCode = { account_number: brian.account_number, code: 'UKK9R7C3WD' }
  test.each([
    // The same words before outrank everything, and mean little once they were several people's.
    ['7K4M9XAB', { creditedBefore: [credited('QR3T5VWX')] }, [brian, amina]],
    ['a102', { creditedBefore: [credited('7K4M9XAB', 3)] }, [amina, brian]],
    ['a102', { creditedBefore: [credited('7K4M9XAB'), credited('QR3T5VWX')] }, [brian, amina]],
    ['rent', { creditedBefore: [credited('7K4M9XAB')] }, [amina]],
    // An account number, then a typed code, then a room, then a name.
    ['7K4M9XA UKK9R7C3WD', { typedCodes: [typedCode] }, [brian]],
    ['ukk9r7c3wd a101', { typedCodes: [typedCode] }, [brian, amina]],
    ['a102 wambui', {}, [brian, lucy]],
    ['kamau', {}, [brian, lucy]],
    ['a101 kamau', {}, [amina, brian, lucy]],
  ])('%s %j', (typed, hints, order) => {
    expect(suggestAccounts(typed, null, accounts, hints).map((one) => one.account)).toEqual(order)
  })

  test('the reason says what was typed before, and how often', () => {
    const reason = (creditedBefore: { account_number: string; times: number }[]) =>
      suggestAccounts('mama brian', null, accounts, { creditedBefore })[0]?.reasons[0]
    expect(reason([credited('QR3T5VWX')])).toBe(
      'Staff have credited the same words to this account before, once.',
    )
    expect(reason([credited('QR3T5VWX', 4), credited('7K4M9XAB')])).toBe(
      'Staff have credited the same words to this account 4 times, and to others too.',
    )
  })

  test('a code with a slip is explained', () => {
    const hints = { typedCodes: [typedCode] }
    expect(suggestAccounts('UKK9R7C3WE', null, accounts, hints)[0]).toMatchObject({
      account: brian,
      likely: false,
      reasons: [
        'What the payer typed differs in one character from UKK9R7C3WD, the M-Pesa code of a payment on this account.',
      ],
    })
  })
})

describe('what is exact', () => {
  const owes = (due: number, room_number = 'A102') => ({ ...brian, due, room_number })
  test.each([
    ['the number', '7K4M9XAB', 10, amina],
    ['one character changed', '7K4M9XAC', 10, amina],
    ['one missing', '7K4M9XA', 10, amina],
    ['one added', '7K4MM9XAB', 10, amina],
    ['two swapped', 'K74M9XAB', 10, amina],
    ['our own reference with a tail', '7K4M9XABZZ', 10, amina],
    ['the room and what is owed', 'a101', 6000, amina],
    ['with a word for it', 'Rent room A101', 6000, amina],
    ['with the tenant’s name', 'Amina a101', 6000, amina],
    ['two characters changed', '7K4M9XCC', 10, undefined],
    ['another amount', 'a101', 5999, undefined],
    ['nothing owed', 'a102', 0, undefined],
    ['somebody else’s name', 'Kamau a101', 6000, undefined],
    ['two rooms', 'a101 a102', 6000, undefined],
    ['a name alone', 'Amina Otieno', 6000, undefined],
    ['any other word', 'a101 deposit', 6000, undefined],
    ['no amount', '7K4M9XAB', null, undefined],
  ])('%s: %s', (_, typed, amount, expected) => {
    expect(findExact(typed, amount, accounts)?.account).toBe(expected)
  })

  test('nothing is, as soon as somebody else comes into question', () => {
    const twin = account('7K4M9XAD', 'Cate Njeri', 'C301')
    expect(findExact('7K4M9XAC', 10, [...accounts, twin])).toBeNull()
    const shares = account('ZZZZ2222', 'Dan Ouma', 'A101', 6000)
    expect(findExact('a101', 6000, [...accounts, shares])).toBeNull()
    const claimed = (...claimants: string[]) =>
      findExact('7K4M9XAC', 10, accounts, { claimants })?.account ?? null
    expect([claimed(amina.account_number), claimed('PPPPPPPP')]).toEqual([amina, null])
    const left = [{ account_number: 'QR3T5VWX', room_number: 'A101', until_day: '2026-10-01' }]
    expect(findExact('a101', 6000, [amina, owes(6000)], { earlierTenants: left })).toBeNull()
    expect(findExact('a101', 6000, [amina, owes(100)], { earlierTenants: left })?.account).toBe(
      amina,
    )
  })

  test('what is exact is the first suggestion, whatever was typed', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.constantFrom(...accounts.map((one) => one.account_number)),
      fc.stringMatching(/^[a-c]10[1-3]( (rent|kamau|amina))?$/),
      fc
        .tuple(fc.constantFrom(...accounts), fc.nat(7), fc.constantFrom('', 'Q', '7'))
        .map(
          ([one, at, by]) =>
            one.account_number.slice(0, at) + by + one.account_number.slice(at + 1),
        ),
    )
    fc.assert(
      fc.property(typed, fc.constantFrom(6000, 500, null), (text, amount) => {
        const exact = findExact(text, amount, accounts)
        if (exact) expect(suggestAccounts(text, amount, accounts)[0]?.account).toBe(exact.account)
      }),
    )
  })
})

test('a payment is shared when its parts are of different accounts and add up', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 250_000 }), { minLength: 2, maxLength: 10 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: -3, max: 3 }), (list, off) => {
      const parts = list.map((amount, index) => ({ account_number: String(index), amount }))
      const sum = list.reduce((all, amount) => all + amount, 0)
      expect(splitProblem(sum + off, parts) === null).toBe(off === 0)
      expect(splitProblem(sum, [...parts, { account_number: '0', amount: 1 }])).toBe(
        'Each account can have one part only.',
      )
    }),
  )
})
