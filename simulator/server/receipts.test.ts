import { expect, test } from 'vitest'
import { makeCheckoutId, makeReceipt, makeRequestId } from './receipts.ts'

test('a receipt begins with its day in Nairobi and is ten characters long', () => {
  const receipt = (at: string) => makeReceipt(new Date(at), () => false)
  expect(receipt('2026-11-21T08:31:12Z')).toMatch(/^UKL[0-9A-Z]{7}$/)
  expect(receipt('2026-11-20T21:00:00Z')).toMatch(/^UKL/)
  expect(receipt('2027-01-01T09:00:00Z')).toMatch(/^VA1/)
})

test('a receipt that is taken is not given again', () => {
  const refused = new Set<string>()
  const receipt = makeReceipt(new Date(), (one) => refused.size < 3 && refused.add(one).has(one))
  expect(refused.size).toBe(3)
  expect(refused).not.toContain(receipt)
})

test('ids look like those of Daraja', () => {
  const id = makeCheckoutId(new Date('2026-11-20T08:30:45Z'), '254712345678', () => false)
  expect(id).toMatch(/^ws_CO_20112026113045\d{3}712345678$/)
  expect(makeRequestId()).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\d{5}$/)
})
