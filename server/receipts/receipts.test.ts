import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { changePicture } from '#contract/pictures.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { paymentIdOf, receiptNumber } from '#rules/receipt.ts'
import { halves } from '../testing/images.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'
import { removePublicImage } from '../uploads/public-images.ts'
import { receiptPdf } from './pdf.ts'

/** On one database: a receipt only reads, one payment by its key. */
describe('receipts', () => {
  let server: TestServer
  let amina: Caller
  let brian: Caller

  beforeAll(async () => {
    server = await startServer('postgres')
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
  })
  afterAll(() => endServer(server))

  const newest = async () => {
    const { matched_payments } = (await amina.call(getPaymentSummary, {})).body
    const [payment] = matched_payments
    if (!payment) throw new Error('no payment')
    return payment
  }

  test('each payment has a receipt with everything that an accountant needs', async () => {
    const payment = await newest()
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const answer = await amina.call(getReceipt, { params: { number: payment.receipt_number } })
    expect(answer.body).toEqual({
      number: payment.receipt_number,
      amount: payment.amount,
      purpose: 'rent',
      kind: 'paybill',
      mpesa_receipt_number: payment.transaction_id,
      part: null,
      paid_at: payment.date_time,
      account_number,
      bundle: null,
      full_name: 'Amina Otieno',
      sponsor: null,
      room_number: 'A101',
      reference: null,
      entered_by: null,
      etims_number: null,
      reason: null,
      voids: null,
      voided: null,
      waiting: null,
      company: {
        name: 'Acacia Court',
        address: 'Kenyatta Road, Juja',
        phone: '0709 000 123',
        email: 'hello@acacia.example',
      },
    })
  })

  test('as a PDF', async () => {
    const { receipt_number } = await newest()
    const response = await amina.fetch(`/api/receipts/${receipt_number}/pdf/`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(`${receipt_number}.pdf`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
    expect(bytes.length).toBeGreaterThan(3000)
    // A single page.
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  test('as a PDF for a roll of 58 mm, as long as its text', async () => {
    const { receipt_number } = await newest()
    const response = await amina.fetch(`/api/receipts/${receipt_number}/pdf/?paper=58mm`)
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect(Number(width)).toBeCloseTo(164.4, 1)
    expect(Number(height)).toBeGreaterThan(200)
    expect(Number(height)).toBeLessThan(600)
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const other = await amina.fetch(`/api/receipts/${receipt_number}/pdf/?paper=A0`)
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ message: 'Please choose A5 or 58mm.' })
  })

  test('the logo of the residence is on receipts and statements, if it has one', async () => {
    const { receipt_number } = await newest()
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const { id } = (await amina.call(getUser, {})).body
    const hasImages = async () => {
      const paths = [`receipts/${receipt_number}`, `staff/tenants/${id}/statement`]
      const files = paths.map(async (path) => {
        const response = await grace.fetch(`/api/${path}/pdf/`)
        return Buffer.from(await response.arrayBuffer()).toString('latin1')
      })
      return (await Promise.all(files)).map((text) => /\/Subtype \/Image\b/.test(text))
    }
    expect(await hasImages()).toEqual([false, false])
    const picture = new Blob([new Uint8Array(await halves().png().toBuffer())])
    const changed = await grace.call(changePicture, {
      params: { kind: 'logo' },
      body: {},
      files: { picture },
    })
    expect(changed.status).toBe(200)
    expect(await hasImages()).toEqual([true, true])
    const { context } = server.running
    // The file is lost: a receipt is drawn all the same.
    await removePublicImage(context.storage, changed.body.logo ?? '')
    expect(await hasImages()).toEqual([false, false])
  })

  test.each(['R999999', 'R000000', 'r1', 'UKA1DEM0XX', '1', '../../x', 'R0000001'])(
    'there is none called %s',
    async (number) => {
      const answer = await amina.call(getReceipt, { params: { number } })
      expect(answer.status).toBe(404)
      expect(answer.body.code).toBe('receipt_not_found')
    },
  )

  test('a user who pays for a friend sees the payment, but not the friend’s receipt', async () => {
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const pay = async (who: Caller, phone_number: string) => {
      const body = { phone_number, amount: 10, account_reference: account_number }
      const { checkout_request_id } = (await who.call(initiatePush, { body })).body.data
      const state = async () =>
        (await who.call(getPushStatus, { body: { checkout_request_id } })).body.data
      await expect.poll(state, { timeout: 10_000 }).toMatchObject({ status: 'completed' })
      return state()
    }
    const friends = await pay(brian, '0741000002')
    expect(friends.receipt_number).toBeNull()
    const own = await pay(amina, '0741000003')
    expect(own.receipt_number).toMatch(/^R\d{6}$/)
    const shown = await amina.call(getReceipt, { params: { number: own.receipt_number ?? '' } })
    expect(shown.body).toMatchObject({ kind: 'push', amount: 10 })
    expect(shown.body.mpesa_receipt_number).toBe(own.mpesa_receipt_number)
  })
})

test('a void receipt is a PDF of one page too, however long its reason', async () => {
  const bytes = await receiptPdf({
    number: 'R000123',
    amount: 1_234_567,
    purpose: 'rent',
    kind: 'paybill',
    mpesa_receipt_number: 'UKK4M8Z2QF',
    waiting: null,
    part: { number: 2, of: 3 },
    paid_at: '2026-11-20T08:31:12.000Z',
    account_number: 'AC7K4M9X',
    bundle: null,
    room_number: 'A101',
    reference: null,
    entered_by: null,
    etims_number: null,
    reason: null,
    voids: null,
    full_name: 'Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ '.repeat(2),
    sponsor: null,
    voided: { at: '2026-11-22T08:00:00.000Z', reason: 'Of another room. '.repeat(29) },
    company: {
      name: 'Acacia Court',
      address: 'Kenyatta Road, Juja',
      phone: '0709 000 123',
      email: 'hello@acacia.example',
    },
  })
  const text = Buffer.from(bytes).toString('latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a receipt number is parsed, and nothing else is', () => {
  for (const id of [1, 42, 999_999, 1_000_000, 2_147_483_647]) {
    expect(paymentIdOf(receiptNumber(id))).toBe(id)
  }
  for (const odd of ['', 'R', 'R12345', 'R0000012', 'R9999999999', 'X000001', 'R00000a']) {
    expect(paymentIdOf(odd)).toBeNull()
  }
})
