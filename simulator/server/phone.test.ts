import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBusiness, startDaraja } from './testing.ts'

const phone = '254712345678'

async function startWithPush({ msisdn = phone, open = true } = {}) {
  const business = await startBusiness()
  const daraja = await startDaraja({ delayMs: open ? 40 : 500 })
  if (open) await daraja.phone(`${msisdn}/`)
  const accepted = await daraja.push(msisdn, `${business.url}/callback`)
  const id: string = accepted.body.CheckoutRequestID
  const result = async () => (await business.received(1))[0]?.body.Body.stkCallback
  return { ...daraja, business, id, path: `${msisdn}/pushes/${id}`, result, accepted }
}

/** Pages that wait for a change, and the order in which they were answered. */
function watch(daraja: Awaited<ReturnType<typeof startDaraja>>) {
  const answered: string[] = []
  async function look(msisdn: string) {
    const { body } = await daraja.phone(`${msisdn}/?wait=1`)
    answered.push(msisdn)
    return body
  }
  return { look, answered }
}

describe('while the phone page is open', () => {
  test.each(['678', '001', '404', '409', '500', '504', '777', '900'])(
    'a push to …%s waits for the phone page',
    async (digits) => {
      const one = await startWithPush({ msisdn: `254712345${digits}` })
      expect(one.accepted.status).toBe(200)
      await sleep(150)
      expect(one.business.posts).toHaveLength(0)
      expect((await one.phone(`0712345${digits}/`)).body.push).toMatchObject({
        checkout_request_id: one.id,
        amount: 50,
        business_name: 'ACACIA COURT',
        account_reference: 'AC7K4M9XABCD',
        transaction_desc: 'Rent',
        seconds_left: 60,
      })
      await one.phone(`${one.path}/answer/`, { pin: '1234' })
      expect((await one.result()).ResultCode).toBe(0)
      await sleep(100)
      expect(one.business.posts).toHaveLength(1)
    },
  )

  test('a page opened before the outcome decides the push', async () => {
    const one = await startWithPush({ open: false })
    const shown = await one.phone(`${phone}/`)
    expect(shown.body.push.checkout_request_id).toBe(one.id)
    await sleep(600)
    expect(one.business.posts).toHaveLength(0)
    expect((await one.query(one.id)).body.ResultCode).toBe('4999')
  })

  test('other numbers keep to their scripts', async () => {
    const one = await startWithPush()
    await one.push('254712345032', `${one.business.url}/callback`)
    expect((await one.result()).ResultCode).toBe(1032)
  })

  test('a new push is shown at once on its own page, and wakes no other', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const { look, answered } = watch(daraja)
    const other = look('254722000002')
    const reply = look(phone)
    await sleep(100)
    await daraja.push(phone, `${business.url}/callback`)
    expect((await reply).push).toMatchObject({ phone_number: phone })
    expect((await other).push).toBeNull()
    expect(answered).toEqual([phone, '254722000002'])
  })

  test('a closed page no longer holds a push', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    const tab = new AbortController()
    const shown = daraja.phone(`${phone}/?wait=1`, undefined, tab.signal)
    await sleep(100)
    tab.abort()
    await expect(shown).rejects.toThrow()
    await sleep(250)
    await daraja.push(phone, `${business.url}/callback`)
    await business.received(1)
  })
})

describe('an answer on the phone page', () => {
  test('pays with any four digits', async () => {
    const one = await startWithPush()
    const answer = await one.phone(`${one.path}/answer/`, { pin: '4821' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ result_code: '0', amount: 50 })
    const { CallbackMetadata } = await one.result()
    expect(CallbackMetadata.Item[1].Value).toBe(answer.body.receipt)
    const { body } = await one.phone(`${phone}/`)
    expect(body.push).toBeNull()
    expect(body.ended).toEqual(answer.body)
    expect(body.messages[0].text).toMatch(
      /^\w{10} Confirmed\. Ksh50\.00 sent to ACACIA COURT for account AC7K4M9XABCD on \d+\/\d+\/\d\d at \d+:\d\d [AP]M\. Transaction cost, Ksh0\.00\. Pretend M-PESA, no real money\.$/,
    )
  })

  test('types a wrong PIN with 0000', async () => {
    const one = await startWithPush()
    await one.phone(`${one.path}/answer/`, { pin: '0000' })
    expect((await one.result()).ResultCode).toBe(2001)
    expect((await one.query(one.id)).body.ResultCode).toBe('2001')
    expect((await one.phone(`${phone}/`)).body.messages).toEqual([
      {
        id: one.id,
        text: 'Failed. You entered the wrong PIN. Ksh50.00 to ACACIA COURT for account AC7K4M9XABCD was not sent. Pretend M-PESA, no real money.',
        received_at: expect.any(String),
      },
    ])
  })

  test('can be left out until the push times out', async () => {
    let now = Date.now()
    const business = await startBusiness()
    const daraja = await startDaraja({ now: () => new Date(now) })
    await daraja.phone(`${phone}/`)
    await daraja.push(phone, `${business.url}/callback`)
    now += 59_000
    expect((await daraja.phone(`${phone}/`)).body.push.seconds_left).toBe(1)
    now += 1000
    const { body } = await daraja.phone(`${phone}/`)
    expect(body.push).toBeNull()
    expect(body.messages[0].text).toBe(
      'The PIN prompt for Ksh50.00 to ACACIA COURT for account AC7K4M9XABCD timed out. No money was taken. Pretend M-PESA, no real money.',
    )
  })

  test('cancels', async () => {
    const one = await startWithPush()
    const answer = await one.phone(`${one.path}/cancel/`, {})
    expect(answer.body).toMatchObject({ result_code: '1032', receipt: null })
    expect(await one.result()).toMatchObject({
      ResultCode: 1032,
      ResultDesc: 'Request cancelled by user',
    })
    expect((await one.phone(`${phone}/`)).body.messages).toEqual([])
  })

  test('cannot answer twice, nor for another phone, nor with three digits', async () => {
    const one = await startWithPush()
    expect(await one.phone(`${one.path}/answer/`, { pin: '123' })).toMatchObject({
      status: 400,
      body: { message: 'The PIN has four digits.', fields: { pin: 'The PIN has four digits.' } },
    })
    const other = one.path.replace(phone, '254722000002')
    expect((await one.phone(`${other}/answer/`, { pin: '1234' })).status).toBe(404)
    await one.phone(`${one.path}/answer/`, { pin: '1234' })
    expect(await one.phone(`${one.path}/cancel/`, {})).toMatchObject({
      status: 409,
      body: { message: 'This request has already ended.', code: 'request_ended' },
    })
  })

  test('does not exist for an invalid number', async () => {
    const daraja = await startDaraja()
    expect(await daraja.phone('12345/')).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid phone number (e.g., 0712345678)' },
    })
  })

  test('sees who else is waiting', async () => {
    const one = await startWithPush()
    expect((await one.phone('')).body.waiting).toMatchObject([{ phone_number: phone, amount: 50 }])
  })
})

describe('money sent to the paybill from the page', () => {
  const send = { account_number: ' AC7K4M9X ', amount: '6500' }

  test('is confirmed to the business and to the payer', async () => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    await daraja.register(business.url)
    const { status, body } = await daraja.phone(`${phone}/paybill/`, send)
    expect(status).toBe(200)
    const posts = await business.received(2)
    expect(posts[1]?.body).toMatchObject({ TransID: body.receipt, BillRefNumber: 'AC7K4M9X' })
    const shown = await daraja.phone(`${phone}/`)
    expect(shown.body.paybill).toBe('174379')
    expect(shown.body.messages[0].text).toContain(`${body.receipt} Confirmed. Ksh6,500.00 sent`)
  })

  test('is refused with a reason when the business refuses it, and the inbox shows that', async () => {
    const business = await startBusiness(() => ({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' }))
    const daraja = await startDaraja()
    await daraja.register(business.url)
    const why = 'ACACIA COURT refused: it does not know this account number. No money was taken.'
    expect(await daraja.phone(`${phone}/paybill/`, send)).toEqual({
      status: 409,
      body: { code: 'refused', message: why, fields: { account_number: why } },
    })
    const [message, ...others] = (await daraja.phone(`${phone}/`)).body.messages
    expect(others).toEqual([])
    expect(message.text).toContain(
      'Failed. Ksh6,500.00 to business 174379 for account AC7K4M9X was not sent on ',
    )
    expect(message.text).toContain(why)
    expect((await daraja.phone('254722000002/')).body.messages).toEqual([])
  })

  test.each([
    [{ pin: '0000' }, 'wrong_pin', 'pin', 'The PIN was wrong. No money was taken.'],
    [
      { business_number: '600984' },
      'unknown_business',
      'business_number',
      'There is no business with the number 600984. No money was taken.',
    ],
  ])('with %o the business is not asked and nothing is sent', async (wrong, code, field, why) => {
    const business = await startBusiness()
    const daraja = await startDaraja()
    await daraja.register(business.url)
    expect(await daraja.phone(`${phone}/paybill/`, { ...send, ...wrong })).toEqual({
      status: 409,
      body: { code, message: why, fields: { [field]: why } },
    })
    expect((await daraja.phone(`${phone}/`)).body.messages[0].text).toContain(why)
    const right = { ...send, pin: '4821', business_number: '174379' }
    const { body } = await daraja.phone(`${phone}/paybill/`, right)
    const [, confirmed] = await business.received(2)
    expect(confirmed?.body.TransID).toBe(body.receipt)
    expect(business.posts).toHaveLength(2)
  })

  test('shows at once on the page of that phone, and wakes no other', async () => {
    const daraja = await startDaraja()
    await daraja.register('http://127.0.0.1:9', { ValidationURL: '' })
    const { look, answered } = watch(daraja)
    const other = look('254722000002')
    const payer = look(phone)
    await sleep(100)
    const { body } = await daraja.phone(`${phone}/paybill/`, send)
    expect((await payer).messages[0].text).toContain(`${body.receipt} Confirmed.`)
    expect((await other).messages).toEqual([])
    expect(answered).toEqual([phone, '254722000002'])
  })

  test('needs a paybill, an account number, an amount and a whole PIN', async () => {
    const daraja = await startDaraja()
    expect((await daraja.phone(`${phone}/paybill/`, send)).body.code).toBe('no_paybill')
    const wrong = { account_number: '', amount: 0, business_number: '12', pin: '12' }
    expect((await daraja.phone(`${phone}/paybill/`, wrong)).body.fields).toEqual({
      account_number: 'Please enter the account number.',
      amount: 'Please enter a valid amount.',
      business_number: 'A business number has five to seven digits.',
      pin: 'The PIN has four digits.',
    })
  })
})
