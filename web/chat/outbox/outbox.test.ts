import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { nextOf, patience, readUnsent, setbackOf, type Unsent } from './outbox.ts'

const refusal = (status: number, retry_after_s = 0) =>
  setbackOf(new ApiError(status, { message: 'No.', code: 'no' }, retry_after_s))

test('what passes by itself waits, what is refused says why', () => {
  const network = { kind: 'later', wait_ms: null, words: 'waiting for network' }
  expect(setbackOf(new ApiError(0, null))).toEqual(network)
  expect(setbackOf(new DOMException('', 'TimeoutError'))).toEqual(network)
  for (const status of [401, 408, 500, 502, 503]) expect(refusal(status)).toEqual(network)
  for (const status of [400, 403, 404, 409, 413]) {
    expect(refusal(status)).toEqual({ kind: 'refused', words: 'No.' })
  }
  expect(refusal(429, 12)).toEqual({ kind: 'later', wait_ms: 12_000, words: 'No.' })
})

test('it tries again soon, then less often, and never stops', () => {
  expect([1, 2, 3, 4, 5, 500].map(patience)).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000])
})

const one: Unsent = {
  ...{ client_id: 'a', post: 1, person: 2, text: 'Hi', turn: 5, state: 'waiting', words: null },
}

test('a refused one holds nobody up', () => {
  const two: Unsent = { ...one, client_id: 'b', turn: 6 }
  expect(nextOf([{ ...one, state: 'refused' }, two])).toBe(two)
  expect(nextOf([{ ...one, state: 'refused' }])).toBeUndefined()
})

test('what is kept is read again; anything else in the storage is left alone', () => {
  expect(readUnsent(JSON.stringify(one))).toEqual(one)
  const strange = ['', 'null', '[]', '{"text":"Hi"}', JSON.stringify({ ...one, text: 3 }), null]
  for (const json of strange) expect(readUnsent(json)).toBeNull()
})
