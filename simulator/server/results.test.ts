import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

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
    const asked = await one.askStatus(one.business.url, { TransactionID: one.receipt })
    expect(asked).toEqual(acknowledged)
    expect(await one.result(3)).toEqual({
      path: '/result',
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: asked.body.OriginatorConversationID,
      ConversationID: asked.body.ConversationID,
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
    const [called, told] = await business.received(2)
    const receipt = called?.body.Body.stkCallback.CallbackMetadata.Item[1].Value
    expect(told?.body.Result.ResultParameters.ResultParameter[0]).toEqual({
      Key: 'ReceiptNo',
      Value: receipt,
    })
    expect(told?.body.Result.ReferenceData.ReferenceItem.Value).toBe('Rent')
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
    expect(await one.reverse(one.business.url, reversal)).toEqual(acknowledged)
    expect(await one.result(3)).toMatchObject({ path: '/result', ResultCode: 0 })
    await one.reverse(one.business.url, reversal)
    expect((await one.result(4)).ResultCode).toBe('R000001')
    await one.askStatus(one.business.url, { TransactionID: one.receipt })
    const { ResultParameters } = await one.result(5)
    expect(ResultParameters.ResultParameter[1].Value).toBe('Reversed')
  })

  test('of a part, or of nothing, is refused', async () => {
    const one = await startPaid()
    await one.reverse(one.business.url, { TransactionID: one.receipt, Amount: '1' })
    expect((await one.result(3)).ResultCode).toBe('R000002')
    await one.reverse(one.business.url, { TransactionID: 'UKL4ABC123', Amount: '6500' })
    expect((await one.result(4)).ResultCode).toBe('R000002')
  })
})
