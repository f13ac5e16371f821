import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import {
  classifyFailure,
  nextToSend,
  parseUnsent,
  retryDelayMs,
  type UnsentMessage,
} from './outbox.ts'

const refusal = (status: number, retry_after_s = 0) =>
  classifyFailure(new ApiError(status, { message: 'No.', code: 'no' }, retry_after_s))

test('a temporary failure is retried, a refusal says why', () => {
  const network = { kind: 'retry', waitMs: null, reason: 'waiting for network' }
  expect(classifyFailure(new ApiError(0, null))).toEqual(network)
  expect(classifyFailure(new DOMException('', 'TimeoutError'))).toEqual(network)
  for (const status of [401, 408, 500, 502, 503]) expect(refusal(status)).toEqual(network)
  for (const status of [400, 403, 404, 409, 413]) {
    expect(refusal(status)).toEqual({ kind: 'refused', reason: 'No.' })
  }
  expect(refusal(429, 12)).toEqual({ kind: 'retry', waitMs: 12_000, reason: 'No.' })
})

test('retries start soon, become less frequent, and never stop', () => {
  expect([1, 2, 3, 4, 5, 500].map(retryDelayMs)).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000])
})

const one: UnsentMessage = {
  client_id: 'a',
  post: 1,
  person: 2,
  text: 'Hi',
  sequence: 5,
  state: 'waiting',
  reason: null,
}

test('a refused message does not block others', () => {
  const two: UnsentMessage = { ...one, client_id: 'b', sequence: 6 }
  expect(nextToSend([{ ...one, state: 'refused' }, two])).toBe(two)
  expect(nextToSend([{ ...one, state: 'refused' }])).toBeUndefined()
})

test('a stored message is parsed; other stored values are ignored', () => {
  const { sequence: turn, reason: words, ...rest } = one
  const stored = { ...rest, turn, words }
  expect(parseUnsent(JSON.stringify(stored))).toEqual(one)
  const strange = ['', 'null', '[]', '{"text":"Hi"}', JSON.stringify({ ...stored, text: 3 }), null]
  for (const json of strange) expect(parseUnsent(json)).toBeNull()
})
