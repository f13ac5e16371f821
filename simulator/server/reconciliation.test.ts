import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

const hour = 60 * 60 * 1000
/** 08:31:12 in Nairobi. */
const morning = Date.parse('2026-11-20T05:31:12Z')

async function startRegistered(options: Parameters<typeof startDaraja>[0] = {}) {
  let time = morning
  const now = () => new Date(time)
  const daraja = await startDaraja({ now, ...options })
  expect((await daraja.registerForPull()).status).toBe(200)
  return {
    ...daraja,
    async at(hours: number) {
      time = morning + hours * hour
      await daraja.signIn()
    },
    references: async (more: object = {}) => {
      const { body } = await daraja.pull(more)
      if (body.Response === '[[]]') return []
      return body.Response.flat().map((row: { billreference: string }) => row.billreference)
    },
  }
}

describe('a registration', () => {
  test('is made once and outlives a restart', async () => {
    const before = await startDaraja()
    const reply = {
      ResponseRefID: expect.any(String),
      ResponseStatus: '1000',
      ShortCode: '174379',
      ResponseDescription: expect.any(String),
    }
    expect(await before.registerForPull()).toEqual({ status: 200, body: reply })
    expect((await before.registerForPull()).body).toEqual({ ...reply, ResponseStatus: '1001' })
    await before.app.close()

    const once = await startDaraja({ dataDir: before.dataDir })
    await once.app.close()
    const after = await startDaraja({ dataDir: before.dataDir })
    expect((await after.pull()).body.ResponseCode).toBe('1001')
    expect((await after.registerForPull()).body.ResponseStatus).toBe('1001')
  })

  test('comes first, for each business by itself', async () => {
    const daraja = await startDaraja()
    const refused = {
      status: 500,
      body: { errorCode: '500.001.1001', errorMessage: 'Merchant does not exist' },
    }
    expect(await daraja.pull()).toMatchObject(refused)
    await daraja.registerForPull()
    expect(await daraja.pull({ ShortCode: '600984' })).toMatchObject(refused)
  })

  test.each([
    { ShortCode: 'x' },
    { RequestType: 'Push' },
    { NominatedNumber: '0712345678' },
    { CallBackURL: 'nowhere' },
  ])('is refused with %o', async (wrong) => {
    const daraja = await startDaraja()
    expect(await daraja.registerForPull(wrong)).toMatchObject({
      status: 400,
      body: { errorMessage: `Bad Request - Invalid ${Object.keys(wrong)[0]}` },
    })
  })
})

describe('pulled payments', () => {
  test('are rows in a list of lists, in Nairobi time with a Z', async () => {
    const daraja = await startRegistered()
    await daraja.simulate({ Amount: 6500.5 })
    expect(await daraja.pull()).toEqual({
      status: 200,
      body: {
        ResponseRefID: expect.any(String),
        ResponseCode: '1000',
        ResponseMessage: 'Success',
        Response: [
          [
            {
              transactionId: expect.stringMatching(/^UKK[0-9A-Z]{7}$/),
              trxDate: '2026-11-20T08:31:12Z',
              msisdn: 712345126,
              sender: '2547 ***** 126',
              transactiontype: 'c2b-pay-bill-debit',
              billreference: 'AC7K4M9X',
              amount: '6500.50',
              organizationname: 'ACACIA COURT',
            },
          ],
        ],
      },
    })
  })

  test('are those that moved money to this business, pushes too', async () => {
    const daraja = await startRegistered()
    await daraja.push('254712345404', 'http://localhost/')
    await daraja.push('254712345032', 'http://localhost/', { AccountReference: 'CANCELLED' })
    await daraja.push('254712345900', 'http://localhost/', { AccountReference: 'STILLOPEN' })
    expect(await daraja.references()).toEqual([])
    await daraja.simulate({ ShortCode: 600984, BillRefNumber: 'ELSEWHERE' })
    await daraja.at(1)
    await daraja.simulate({ BillRefNumber: 'LATER' })
    expect(await daraja.references()).toEqual(['AC7K4M9XABCD', 'LATER'])
  })

  test('are a text when there are none', async () => {
    const daraja = await startRegistered()
    expect(await daraja.pull()).toMatchObject({
      status: 200,
      body: { ResponseCode: '1001', Response: '[[]]' },
    })
  })

  test('come oldest first, page by page from a row onwards', async () => {
    const daraja = await startRegistered({ pullPageSize: 2 })
    for (const hours of [3, 1, 2]) {
      await daraja.at(hours)
      await daraja.simulate({ BillRefNumber: `AT${hours}` })
    }
    await daraja.at(4)
    expect(await daraja.references()).toEqual(['AT1', 'AT2'])
    expect(await daraja.references({ OffSetValue: 1 })).toEqual(['AT2', 'AT3'])
    expect(await daraja.references({ OffSetValue: '2' })).toEqual(['AT3'])
    expect(await daraja.references({ OffSetValue: '3' })).toEqual([])
  })

  test('are those of the window, its ends included, and of the last 48 hours', async () => {
    const daraja = await startRegistered()
    await daraja.simulate({ BillRefNumber: 'EARLY' })
    await daraja.at(1)
    await daraja.simulate({ BillRefNumber: 'LATE' })
    const window = (StartDate: string, EndDate: string) =>
      daraja.references({ StartDate: `2026-11-20 ${StartDate}`, EndDate: `2026-11-20 ${EndDate}` })
    expect(await window('08:31:12', '09:31:12')).toEqual(['EARLY', 'LATE'])
    expect(await window('08:31:13', '09:31:12')).toEqual(['LATE'])
    expect(await window('08:31:12', '09:31:11')).toEqual(['EARLY'])
    expect(await window('09:31:12', '08:31:12')).toEqual([])
    await daraja.at(48.5)
    expect(await daraja.references()).toEqual(['LATE'])
  })

  test.each([
    { ShortCode: '' },
    { StartDate: '2026-11-20T08:00:00Z' },
    { StartDate: '2026-13-20 08:00:00' },
    { EndDate: '20261120080000' },
    { OffSetValue: '-1' },
    { OffSetValue: '' },
  ])('are refused with %o', async (wrong) => {
    const daraja = await startDaraja()
    expect(await daraja.pull(wrong)).toMatchObject({
      status: 400,
      body: {
        errorCode: '400.002.02',
        errorMessage: `Bad Request - Invalid ${Object.keys(wrong)[0]}`,
      },
    })
  })

  test('need a token, a known path and a POST', async () => {
    const daraja = await startDaraja()
    const get = (path: string) => fetch(`${daraja.base}/pulltransactions/v1/${path}`)
    expect((await get('query')).status).toBe(405)
    expect((await get('nothing')).status).toBe(404)
    daraja.useToken('another')
    expect(await daraja.pull()).toMatchObject({ status: 401, body: { errorCode: '401.001' } })
  })
})

const acknowledged = {
  status: 200,
  body: {
    OriginatorConversationID: expect.any(String),
    ConversationID: expect.stringMatching(/^AG_\d{8}_[0-9a-f]{20}$/),
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  },
}

async function startPaid() {
  const business = await startBusiness()
  const daraja = await startDaraja()
  await daraja.register(business.url)
  await daraja.simulate()
  const posts = await business.received(2)
  const receipt: string = posts[1]?.body.TransID
  return {
    ...daraja,
    business,
    receipt,
    /** What was posted last, once so many have been. */
    async result(count: number) {
      const { path, body } = (await business.received(count))[count - 1] ?? {}
      return { path, ...body.Result }
    },
  }
}

describe('the status of a transaction', () => {
  test('is acknowledged, and posted once a little later', async () => {
    const one = await startPaid()
    const acknowledgement = await one.askStatus(one.business.url, { TransactionID: one.receipt })
    expect(acknowledgement).toEqual(acknowledged)
    expect(await one.result(3)).toEqual({
      path: '/result',
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: acknowledgement.body.OriginatorConversationID,
      ConversationID: acknowledgement.body.ConversationID,
      TransactionID: expect.stringMatching(/^[0-9A-Z]{10}$/),
      ResultParameters: {
        ResultParameter: [
          { Key: 'ReceiptNo', Value: one.receipt },
          { Key: 'TransactionStatus', Value: 'Completed' },
          { Key: 'Amount', Value: '6500' },
          { Key: 'FinalisedTime', Value: expect.stringMatching(/^\d{14}$/) },
          { Key: 'DebitPartyName', Value: '254712345126 - PRETEND' },
          { Key: 'CreditPartyName', Value: '174379 - ACACIA COURT' },
          { Key: 'TransactionReason' },
        ],
      },
      ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
    })
    await sleep(50)
    expect(one.business.posts).toHaveLength(3)
  })

  test('of a push is found by its MerchantRequestID', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const { body } = await daraja.push('254712345678', `${business.url}/callback`)
    await business.received(1)
    const OriginalConversationID = body.MerchantRequestID
    await daraja.askStatus(business.url, { OriginalConversationID, Occasion: 'Rent' })
    const [called, posted] = await business.received(2)
    const receipt = called?.body.Body.stkCallback.CallbackMetadata.Item[1].Value
    expect(posted?.body.Result.ResultParameters.ResultParameter[0]).toEqual({
      Key: 'ReceiptNo',
      Value: receipt,
    })
    expect(posted?.body.Result.ReferenceData.ReferenceItem.Value).toBe('Rent')
  })

  test.each(['900', '032'])('of an unpaid push to …%s is not found', async (digits) => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const { body } = await daraja.push(`254712345${digits}`, `${business.url}/callback`)
    if (digits !== '900') await business.received(1)
    await daraja.askStatus(business.url, { OriginalConversationID: body.MerchantRequestID })
    const results = async () => {
      for (;;) {
        const result = business.posts.find(({ path }) => path === '/result')
        if (result) return result.body.Result
        await sleep(5)
      }
    }
    expect(await results()).toMatchObject({ ResultCode: 2032 })
    expect(await results()).not.toHaveProperty('ResultParameters')
  })

  test('of another business, or of nothing, is not found', async () => {
    const one = await startPaid()
    await one.askStatus(one.business.url, { TransactionID: one.receipt, PartyA: '600984' })
    expect(await one.result(3)).toMatchObject({ path: '/result', ResultCode: 2032 })
    await one.askStatus(one.business.url, { TransactionID: 'UKL4ABC123' })
    expect((await one.result(4)).ResultCode).toBe(2032)
  })

  test.each([
    { TransactionID: '' },
    { CommandID: 'TransactionReversal' },
    { PartyA: 'x' },
    { IdentifierType: '1' },
    { Initiator: '' },
    { SecurityCredential: '' },
    { ResultURL: 'nowhere' },
    { QueueTimeOutURL: '' },
    { Remarks: '' },
    { Remarks: 'x'.repeat(101) },
  ])('is refused with %o', async (wrong) => {
    const daraja = await startDaraja()
    const answer = await daraja.askStatus('http://localhost', {
      TransactionID: 'UKL4ABC123',
      ...wrong,
    })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errorCode: '400.003.02',
        errorMessage: `Bad Request - Invalid ${Object.keys(wrong)[0]}`,
      },
    })
  })
})

describe('a reversal', () => {
  test('gives the whole amount back, once', async () => {
    const one = await startPaid()
    const reversal = { TransactionID: one.receipt, Amount: '6500' }
    expect(await one.reversePayment(one.business.url, reversal)).toEqual(acknowledged)
    expect(await one.result(3)).toMatchObject({ path: '/result', ResultCode: 0 })
    await one.reversePayment(one.business.url, reversal)
    expect((await one.result(4)).ResultCode).toBe('R000001')
    await one.askStatus(one.business.url, { TransactionID: one.receipt })
    const { ResultParameters } = await one.result(5)
    expect(ResultParameters.ResultParameter[1].Value).toBe('Reversed')
  })

  test('of a part, or of nothing, is refused', async () => {
    const one = await startPaid()
    await one.reversePayment(one.business.url, { TransactionID: one.receipt, Amount: '1' })
    expect((await one.result(3)).ResultCode).toBe('R000002')
    await one.reversePayment(one.business.url, { TransactionID: 'UKL4ABC123', Amount: '6500' })
    expect((await one.result(4)).ResultCode).toBe('R000002')
  })
})
