import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { findVoucher, listVouchers, VOUCHER_NOT_FOUND } from '#contract/wifi.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'

/** By the last three digits of the paying phone; 900 waits for the phone page. */
const paid = ['123', '404', '405', '409', '504', '777']
const unpaid: [ending: string, status: string, code: string][] = [
  ['001', 'failed', '1'],
  ['032', 'cancelled', '1032'],
  ['037', 'failed', '1037'],
  ['201', 'failed', '2001'],
]

/** On one database: the endings depend on the simulator; bundles.test.ts tests bundle payments on both. */
describe('every ending of the simulator for a bundle', () => {
  let server: TestServer
  let amina: Caller
  let brian: Caller

  beforeAll(async () => {
    server = await startServer('postgres')
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
  })
  afterAll(() => endServer(server))

  async function buy(ending: string) {
    const body = {
      phone_number: `0733000${ending}`,
      amount: 50,
      account_reference: 'package_50',
    }
    const answer = await amina.call(initiatePush, { body })
    const id = { checkout_request_id: answer.body.data?.checkout_request_id ?? '' }
    const state = async () => (await amina.call(getPushStatus, { body: id })).body.data
    return { answer, state }
  }

  test('every paid bundle has one code, every other one none', { timeout: 60_000 }, async () => {
    const busy = await buy('500')
    expect(busy.answer).toMatchObject({ status: 503, body: { code: 'mpesa_busy' } })
    const bought = await Promise.all(paid.map(buy))
    const refused = await Promise.all(unpaid.map(([ending]) => buy(ending)))
    const codes = new Set<string>()
    for (const [index, { state }] of bought.entries()) {
      await expect
        .poll(async () => (await state()).status, { timeout: 30_000, message: paid[index] })
        .toBe('completed')
      const { voucher } = await state()
      expect(voucher?.package_id, paid[index]).toBe('package_50')
      codes.add(voucher?.code ?? '')
    }
    for (const [index, { state }] of refused.entries()) {
      const [ending, status, result_code] = unpaid[index] ?? []
      await expect
        .poll(state, { timeout: 30_000, message: ending })
        .toMatchObject({ status, result_code, voucher: null })
    }
    const vouchers = (await amina.call(listVouchers, {})).body
    expect(new Set(vouchers.map(({ code }) => code))).toEqual(codes)
    expect(codes.size).toBe(paid.length)
    expect(vouchers).toHaveLength(paid.length)
  })

  test('finding a lost code is limited for each user', async () => {
    const guess = (who: Caller, index: number) =>
      who.call(findVoucher, { body: { reference: `UKGUESS${100 + index}` } })
    const answers = []
    for (let index = 0; index < 21; index++) answers.push(await guess(brian, index))
    expect(answers.slice(0, 20).every(({ status }) => status === 404)).toBe(true)
    expect(answers[0]?.body.message).toBe(VOUCHER_NOT_FOUND)
    expect(answers[20]).toMatchObject({ status: 429, body: { code: 'too_many_tries' } })
    expect(Number(answers[20]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await guess(amina, 0)).status).not.toBe(429)
  })
})
