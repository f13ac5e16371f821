import { expect, test } from 'vitest'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  groupCode,
  type LetterFacts,
  letterFactRows,
  letterNumber,
  letterSentence,
  readLetterCode,
  readLetterNumber,
} from './letter.ts'

test('numbers and codes are read as people type them, and nothing else is', () => {
  expect([1, 999_999, 1_000_000].map((one) => readLetterNumber(letterNumber(one)))).toEqual([
    1, 999_999, 1_000_000,
  ])
  for (const odd of ['', 'L', 'L00001', 'L000000', 'L0000012', 'R000001']) {
    expect(readLetterNumber(odd)).toBeNull()
  }
  const code = 'ABCDEFGHJKMNPQRSTVWXYZ0123'
  expect(readLetterCode(groupCode(code).toLowerCase())).toBe(code)
  expect(readLetterCode('abcd-efgh-jkmn-pqrs-tvwx-yzoi23')).toBe(code)
  for (const odd of [code.slice(1), `${code}0`, code.replace('A', 'U'), '']) {
    expect(readLetterCode(odd)).toBeNull()
  }
  // Nobody guesses one.
  expect(Math.log2(new Set(CODE_ALPHABET).size) * CODE_LENGTH).toBeGreaterThanOrEqual(100)
})

test('a letter says what its facts are', () => {
  const facts: LetterFacts = {
    kind: 'clearance',
    code: '',
    number: 'L000001',
    issued_at: '2026-11-25T06:00:00Z',
    day: '2026-11-25',
    owes: 0,
    residence: { name: 'Acacia Court', address: '', phone: '', email: '' },
    tenant: {
      full_name: 'Brian Kamau',
      account_number: 'AC7K4M9X',
      room_number: 'A102',
      from: '2026-09-01',
      until: null,
    },
    statement: null,
  }
  expect(letterSentence(facts)).toBe(
    'Acacia Court confirms that Brian Kamau owed nothing on 25 Nov 2026.',
  )
  const shown = letterFactRows(facts).map(({ value }) => value)
  expect(shown).toContain('Since 1 Sep 2026')
  const tenant = { ...facts.tenant, until: '2026-11-20' }
  const left = letterFactRows({ ...facts, tenant }).map(({ value }) => value)
  expect(left).toContain('1 Sep 2026 to 20 Nov 2026')
  const statement = { from: null, opening: 0, charged: 9, credited: 4, rows_hash: '' }
  expect(letterSentence({ ...facts, kind: 'statement', owes: 5, statement })).toBe(
    'On 25 Nov 2026 Brian Kamau owed Ksh\u00a05.',
  )
})
