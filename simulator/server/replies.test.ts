import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

const callback = (url: string) => `${url}/api/hooks/stk/1/0af3`
const phone = '254712345678'

describe('a push', () => {
  test('is accepted, waits, and is paid', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja({ delayMs: 400 })
    const accepted = await daraja.push(Number(phone), callback(business.url))
    expect(accepted).toEqual({
      status: 200,
      body: {
        MerchantRequestID: expect.stringMatching(/^[0-9a-f-]{30,}$/),
        CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{17}712345678$/),
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      },
    })
    const { MerchantRequestID, CheckoutRequestID } = accepted.body
    expect(await daraja.query(CheckoutRequestID)).toEqual({
      status: 200,
      body: {
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successfully',
        MerchantRequestID,
        CheckoutRequestID,
        ResultCode: '4999',
        ResultDesc: 'The transaction is still under processing',
      },
    })

    const [post] = await business.received(1)
    expect(post?.path).toBe('/api/hooks/stk/1/0af3')
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json;charset=UTF-8',
      businessshortcode: '174379',
    })
    expect(post?.body).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID,
          CheckoutRequestID,
          ResultCode: 0,
          ResultDesc: 'The service request is processed successfully.',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: 50 },
              { Name: 'MpesaReceiptNumber', Value: expect.stringMatching(/^[0-9A-Z]{10}$/) },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: expect.any(Number) },
              { Name: 'PhoneNumber', Value: 254712345678 },
            ],
          },
        },
      },
    })
    expect((await daraja.query(CheckoutRequestID)).body).toMatchObject({
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
    })
    await sleep(100)
    expect(business.posts).toHaveLength(1)
  })

  test('that fails has no metadata, and its query its own words', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const { body } = await daraja.push('254712345037', callback(business.url))
    const [post] = await business.received(1)
    expect(post?.body).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID: body.MerchantRequestID,
          CheckoutRequestID: body.CheckoutRequestID,
          ResultCode: 1037,
          ResultDesc: 'No response from user.',
        },
      },
    })
    expect((await daraja.query(body.CheckoutRequestID)).body).toMatchObject({
      ResultCode: '1037',
      ResultDesc: 'DS timeout user cannot be reached.',
    })
  })

  test('to a phone that has one open is refused until that has ended', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja({ delayMs: 400 })
    await daraja.push(phone, callback(business.url))
    expect(await daraja.push(phone, callback(business.url))).toMatchObject({
      status: 500,
      body: {
        errorCode: '500.001.1001',
        errorMessage:
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      },
    })
    expect((await daraja.push('254712345679', callback(business.url))).status).toBe(200)
    await business.received(2)
    expect((await daraja.push(phone, callback(business.url))).status).toBe(200)
  })

  test('to 500 is refused as busy and leaves the phone free', async () => {
    const daraja = await startDaraja()
    for (const _ of [1, 2])
      expect(await daraja.push('254712345500', 'http://localhost/')).toMatchObject({
        status: 500,
        body: { errorCode: '500.003.02', errorMessage: expect.stringMatching(/system is busy/i) },
      })
  })

  test('to 504 loses the reply, and is paid', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    await expect(daraja.push('254712345504', callback(business.url))).rejects.toThrow(
      'fetch failed',
    )
    const [post] = await business.received(1)
    expect(post?.body.Body.stkCallback.ResultCode).toBe(0)
  })

  test('to 409 is reported six times, with one receipt', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    await daraja.register(business.url)
    await daraja.push('254712345409', callback(business.url))
    await business.received(6)
    await sleep(60)
    const confirmations = business.posts.filter((post) => post.path === '/confirmation')
    const callbacks = business.posts.filter((post) => post.path !== '/confirmation')
    expect(callbacks).toHaveLength(5)
    expect(confirmations).toHaveLength(1)
    const items = callbacks.map((post) => post.body.Body.stkCallback.CallbackMetadata.Item)
    const receipts = new Set(items.map((item) => item[1].Value))
    expect([...receipts]).toEqual([confirmations[0]?.body.TransID])
    expect(confirmations[0]?.body).toMatchObject({
      BillRefNumber: 'AC7K4M9XABCD',
      TransAmount: '50.00',
    })
  })

  test.each([
    ['BusinessShortCode', 1],
    ['Password', ''],
    ['Timestamp', '20261399000000'],
    ['TransactionType', 'PayBill'],
    ['Amount', 0],
    ['Amount', '50.5'],
    ['Amount', 250_001],
    ['PhoneNumber', '0712345678'],
    ['PhoneNumber', 254812345678],
    ['CallBackURL', 'ftp://example.co.ke'],
    ['CallBackURL', 'https://example.co.ke/mpesa/hook'],
    ['CallBackURL', 'https://example.co.ke/EXEcute'],
    ['AccountReference', 'THIRTEENCHARS'],
    ['AccountReference', 'A-1'],
    ['AccountReference', ''],
    ['TransactionDesc', 'fourteen chars'],
  ])('with a wrong %s (%s) is refused by name', async (field, value) => {
    const daraja = await startDaraja()
    const answer = await daraja.push(phone, 'http://localhost/', { [field]: value })
    expect(answer).toEqual({
      status: 400,
      body: {
        requestId: expect.any(String),
        errorCode: '400.002.02',
        errorMessage: `Bad Request - Invalid ${field}`,
      },
    })
  })

  test('whose password was made for another time or business is refused', async () => {
    const daraja = await startDaraja()
    for (const wrong of [{ Timestamp: '20200101000000' }, { BusinessShortCode: '600984' }])
      expect(await daraja.push(phone, 'http://localhost/', wrong)).toMatchObject({
        status: 500,
        body: {
          errorCode: '500.001.1001',
          errorMessage: '[MerchantValidate] - Wrong credentials',
        },
      })
  })

  test('that does not exist is unknown to a query', async () => {
    const daraja = await startDaraja()
    expect(await daraja.query('ws_CO_20112026113045001712345678')).toMatchObject({
      status: 500,
      body: { errorCode: '500.001.1001', errorMessage: 'The transaction does not Exist' },
    })
  })
})

test('405 is reported by the paybill confirmation only', async () => {
  const business = await startBusiness()
  const daraja = await startDaraja()
  await daraja.register(business.url)
  const { body } = await daraja.push('254712345405', callback(business.url))
  const [post] = await business.received(1)
  expect(post).toMatchObject({ path: '/confirmation', body: { BillRefNumber: 'AC7K4M9XABCD' } })
  expect((await daraja.query(body.CheckoutRequestID)).body.ResultCode).toBe('4999')
})

test('what is not Daraja is refused as Daraja does', async () => {
  const { base } = await startDaraja()
  const answer = async (path: string, init?: RequestInit) => {
    const response = await fetch(base + path, init)
    const body = await response.json()
    return [response.status, (body as { errorCode: string }).errorCode]
  }
  expect(await answer('/mpesa/nothing')).toEqual([404, '404.001.01'])
  expect(await answer('/mpesa/stkpush/v1/processrequest')).toEqual([405, '405.001'])
  expect(await answer('/mpesa/stkpush/v1/processrequest', { method: 'POST' })).toEqual([
    404,
    '404.001.04',
  ])
})
