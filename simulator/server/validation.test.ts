import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

test.each([
  ['Completed', ['/validation', '/confirmation']],
  ['Cancelled', ['/validation']],
])('a business that is too slow to answer has it %s', async (ResponseType, paths) => {
  const business = await startBusiness(({ path }) =>
    path === '/validation' ? new Promise<object>(() => {}) : {},
  )
  const daraja = await startDaraja({ validationMs: 50 })
  await daraja.register(business.url, { ResponseType })
  expect((await daraja.simulate()).status).toBe(200)
  // The second payment is reported after the first one, whatever its result.
  await daraja.register(business.url, { ValidationURL: '' })
  await daraja.simulate()
  const posts = await business.received(paths.length + 1)
  expect(posts.slice(0, -1).map(({ path }) => path)).toEqual(paths)
  expect(posts.at(-1)?.path).toBe('/confirmation')
})

test.each([
  ['v1', createHash('sha256').update('254712345126').digest('hex')],
  ['v2', '2547 ***** 126'],
])('the payer of a business registered with %s is %s', async (version, MSISDN) => {
  const business = await startBusiness()
  const daraja = await startDaraja()
  expect((await daraja.register(business.url, {}, version)).status).toBe(200)
  await daraja.simulate()
  for (const { body } of await business.received(2)) expect(body.MSISDN).toBe(MSISDN)
})

test('a confirmation comes after the answer to the validation', async () => {
  const order: string[] = []
  const business = await startBusiness(({ path, body }) => {
    order.push(`${path} ${body.OrgAccountBalance}`)
    return { ResultCode: '0', ResultDesc: 'Accepted' }
  })
  const daraja = await startDaraja()
  await daraja.register(business.url)
  await daraja.simulate({ Amount: 6500 })
  await business.received(2)
  await daraja.simulate({ Amount: 10 })
  await business.received(4)
  expect(order).toEqual([
    '/validation ',
    '/confirmation 6458.00',
    '/validation ',
    '/confirmation 6468.00',
  ])
})
