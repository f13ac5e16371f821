import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

describe('paybill', () => {
  const confirmation = {
    TransactionType: 'Pay Bill',
    TransID: expect.stringMatching(/^[0-9A-Z]{10}$/),
    TransTime: expect.stringMatching(/^\d{14}$/),
    TransAmount: '6500.00',
    BusinessShortCode: '174379',
    BillRefNumber: 'AC7K4M9X',
    InvoiceNumber: '',
    // The business bears a charge of 42 shillings.
    OrgAccountBalance: '6458.00',
    ThirdPartyTransID: '77',
    MSISDN: '2547 ***** 126',
    FirstName: 'PRETEND',
    MiddleName: '',
    LastName: '',
  }

  test('registers, validates, confirms', async () => {
    const accept = { ResultCode: '0', ResultDesc: 'Accepted', ThirdPartyTransID: '77' }
    const business = await startBusiness(() => accept)
    const daraja = await startDaraja()
    expect(await daraja.register(business.url)).toEqual({
      status: 200,
      body: {
        OriginatorCoversationID: expect.any(String),
        ResponseCode: '0',
        ResponseDescription: 'Success',
      },
    })
    expect((await daraja.simulate()).body).toMatchObject({
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    })
    const [validated, confirmed] = await business.received(2)
    expect(validated).toMatchObject({
      path: '/validation',
      body: { ...confirmation, OrgAccountBalance: '', ThirdPartyTransID: '' },
    })
    expect(confirmed?.path).toBe('/confirmation')
    expect(confirmed?.body).toEqual({ ...confirmation, TransID: validated?.body.TransID })
  })

  test('moves no money that the business refuses', async () => {
    const business = await startBusiness(() => ({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' }))
    const daraja = await startDaraja()
    await daraja.register(business.url)
    expect((await daraja.simulate()).status).toBe(200)
    await business.received(1)
    await sleep(60)
    expect(business.posts.map((post) => post.path)).toEqual(['/validation'])
  })

  test.each([
    ['Completed', 1],
    ['Cancelled', 0],
  ])('without an answer the payment is %s', async (ResponseType, confirmed) => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const ValidationURL = 'http://127.0.0.1:9/validation'
    await daraja.register(business.url, { ResponseType, ValidationURL })
    await daraja.simulate()
    await business.received(confirmed)
    await sleep(60)
    expect(business.posts).toHaveLength(confirmed)
  })

  test.each([{ ResponseType: 'completed' }, { ConfirmationURL: 'nowhere' }, { ShortCode: 'x' }])(
    'refuses to register %o',
    async (wrong) => {
      const daraja = await startDaraja()
      const answer = await daraja.register('http://localhost', wrong)
      expect(answer.status).toBe(400)
      expect(answer.body.errorMessage).toBe(`Bad Request - Invalid ${Object.keys(wrong)[0]}`)
    },
  )
})
