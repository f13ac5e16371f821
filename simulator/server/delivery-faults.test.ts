import { describe, expect, test } from 'vitest'
import { type ReceivedPost, startBusiness, startDaraja } from './testing.ts'

const phone = '254712345678'

async function startWith(
  faults: object[],
  answer?: (post: ReceivedPost) => object | Promise<object>,
) {
  const business = await startBusiness(answer)
  const daraja = await startDaraja()
  await daraja.register(business.url, { ValidationURL: '' })
  expect((await daraja.setFaults(...faults)).status).toBe(200)
  const push = (msisdn = phone) => daraja.push(msisdn, `${business.url}/callback/0af0`)
  return { ...daraja, business, push }
}

const callbackOf = (post: ReceivedPost | undefined) => post?.body.Body.stkCallback
const itemsOf = (post: ReceivedPost | undefined) => callbackOf(post).CallbackMetadata.Item

describe('a callback', () => {
  test('for an unknown checkout', async () => {
    const one = await startWith([{ on: 'callback', kind: 'unknown_checkout' }])
    const { body } = await one.push()
    const [post] = await one.business.received(1)
    const { CheckoutRequestID } = callbackOf(post)
    expect(CheckoutRequestID).toMatch(/^ws_CO_\d{26}$/)
    expect(CheckoutRequestID).not.toBe(body.CheckoutRequestID)
    expect((await one.query(body.CheckoutRequestID)).body.ResultCode).toBe('0')
  })

  test('with a shilling less', async () => {
    const one = await startWith([{ on: 'callback', kind: 'other_amount' }])
    await one.push()
    expect(itemsOf((await one.business.received(1))[0])[0]).toEqual({ Name: 'Amount', Value: 49 })
  })

  test('without its Balance', async () => {
    const one = await startWith([{ on: 'callback', kind: 'no_balance' }])
    await one.push()
    const items: { Name: string }[] = itemsOf((await one.business.received(1))[0])
    expect(items.map(({ Name }) => Name)).toEqual([
      'Amount',
      'MpesaReceiptNumber',
      'TransactionDate',
      'PhoneNumber',
    ])
  })

  test('to an address with another token', async () => {
    const one = await startWith([{ on: 'callback', kind: 'wrong_token' }])
    await one.push()
    expect((await one.business.received(1))[0]?.path).toBe('/callback/0af1')
  })

  test('from another address', async () => {
    const one = await startWith([{ on: 'callback', kind: 'wrong_address' }])
    await one.push()
    expect((await one.business.received(1))[0]?.from).toBe('127.0.0.2')
  })

  test('twice', async () => {
    const one = await startWith([{ on: 'callback', kind: 'twice' }])
    await one.push()
    const [first, second] = await one.business.received(2)
    expect(second?.body).toEqual(first?.body)
  })

  test('never', async () => {
    const one = await startWith([{ on: 'callback', kind: 'lost' }])
    await one.push()
    await one.push('254712345679')
    const [post] = await one.business.received(1)
    expect(itemsOf(post).at(-1).Value).toBe(254712345679)
  })

  test('late', async () => {
    const one = await startWith([{ on: 'callback', kind: 'slow', ms: 200 }])
    const start = performance.now()
    await one.push()
    await one.business.received(1)
    expect(performance.now() - start).toBeGreaterThan(230)
  })

  test('with its types swapped', async () => {
    const one = await startWith([{ on: 'callback', kind: 'types_swapped' }])
    await one.push()
    const [post] = await one.business.received(1)
    expect(callbackOf(post).ResultCode).toBe('0')
    expect(itemsOf(post)[0]).toEqual({ Name: 'Amount', Value: '50' })
    expect(itemsOf(post)[2]).toEqual({ Name: 'Balance' })
    expect(itemsOf(post)[4]).toEqual({ Name: 'PhoneNumber', Value: '254712345678' })
  })
})

describe('a push', () => {
  test('gets its callback before its reply', async () => {
    const order: string[] = []
    const one = await startWith([{ on: 'push', kind: 'early' }], () => {
      order.push('callback')
      return {}
    })
    const { body } = await one.push()
    order.push('reply')
    expect(order).toEqual(['callback', 'reply'])
    expect(callbackOf(one.business.posts[0])).toMatchObject({
      CheckoutRequestID: body.CheckoutRequestID,
      ResultCode: 0,
    })
    await one.push('254712345679')
    await one.business.received(2)
    expect(one.business.posts).toHaveLength(2)
  })

  test.each(['1', '17', '26', '1001', '1019', '1025', '1037', '2001', '8006', '9999', '777'])(
    'ends with %s when that is asked for',
    async (code) => {
      const one = await startWith([{ on: 'push', kind: 'result', code }])
      const { body } = await one.push()
      const [post] = await one.business.received(1)
      expect(callbackOf(post)).toMatchObject({
        ResultCode: Number(code),
        ResultDesc: expect.stringMatching(/\S/),
      })
      expect((await one.query(body.CheckoutRequestID)).body.ResultCode).toBe(code)
    },
  )

  test('ends with a code that is a string', async () => {
    const one = await startWith([{ on: 'push', kind: 'result', code: 'SFC_IC0003' }])
    await one.push()
    expect(callbackOf((await one.business.received(1))[0]).ResultCode).toBe('SFC_IC0003')
  })

  test('is confirmed as well as called back, with one receipt', async () => {
    const one = await startWith([{ on: 'push', kind: 'confirmed' }])
    await one.push()
    const posts = await one.business.received(2)
    const confirmation = posts.find(({ path }) => path === '/confirmation')
    const callback = posts.find(({ path }) => path !== '/confirmation')
    expect(confirmation?.body.TransID).toBe(itemsOf(callback)[1].Value)
  })
})

describe('a confirmation', () => {
  test.each([
    ['other_amount', { TransAmount: '6499.00' }],
    ['types_swapped', { TransAmount: 6500, BusinessShortCode: 174379, InvoiceNumber: '' }],
  ])('with %s', async (kind, expected) => {
    const one = await startWith([{ on: 'confirmation', kind }])
    await one.simulate()
    expect((await one.business.received(1))[0]?.body).toMatchObject(expected)
  })

  test('twice, and then never', async () => {
    const one = await startWith([
      { on: 'confirmation', kind: 'twice' },
      { on: 'confirmation', kind: 'lost' },
    ])
    await one.simulate()
    await one.business.received(2)
    await one.simulate({ BillRefNumber: 'LOST' })
    await one.simulate({ BillRefNumber: 'NEXT' })
    const posts = await one.business.received(3)
    expect(posts.map(({ body }) => body.BillRefNumber)).toEqual(['AC7K4M9X', 'AC7K4M9X', 'NEXT'])
  })
})
