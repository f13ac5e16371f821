import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#rules/calendar.ts'
import { startBusiness, startDaraja } from './testing.ts'

type Daraja = Awaited<ReturnType<typeof startDaraja>>

async function ask(daraja: Daraja, path: string, body?: object) {
  const response = await fetch(`${daraja.base}/paybills/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const press = (daraja: Daraja, button: string, body = {}) => ask(daraja, `174379/${button}/`, body)

/** A registered paybill to which 6,500 and 300 shillings were paid. */
async function startPaid() {
  const business = await startBusiness()
  const daraja = await startDaraja()
  await daraja.register(business.url)
  await daraja.simulate()
  await daraja.simulate({ Amount: 300, Msisdn: 254722000002 })
  const posts = await business.received(4)
  const rent = posts.find(({ body }) => body.TransAmount === '6500.00')
  return { daraja, business, receipt: String(rent?.body.TransID) }
}

const today = dayOf(new Date())

describe('the portal', () => {
  test('is empty before a business has registered', async () => {
    const { status, body } = await ask(await startDaraja(), '')
    expect(status).toBe(200)
    expect(body).toMatchObject({ shortcode: null, paybills: [], movements: [], utility_cents: 0 })
  })

  test('shows what the paybill holds and what moved, the newest first', async () => {
    const { daraja } = await startPaid()
    const { body } = await ask(daraja, '')
    expect(body).toMatchObject({
      shortcode: '174379',
      from: today,
      to: today,
      utility_cents: 6_753_00,
      settlement_cents: 0,
      opening_cents: 0,
      closing_cents: 6_753_00,
      paid_in_cents: 6_800_00,
      withdrawn_cents: -47_00,
      left_off: 0,
    })
    expect(body.movements).toMatchObject([
      { kind: 'charge', cents: -5_00, balance_cents: 6_753_00 },
      { kind: 'payment', cents: 300_00, payer: '2547 ***** 002', reference: 'AC7K4M9X' },
      { kind: 'charge', cents: -42_00 },
      { kind: 'payment', cents: 6_500_00, reversed: false, balance_cents: 6_500_00 },
    ])
  })

  test('sweeps, withdraws, and has nothing left to move', async () => {
    const { daraja, business } = await startPaid()
    const nothing = { status: 409, body: { code: 'nothing_to_move' } }
    expect(await press(daraja, 'withdraw')).toMatchObject(nothing)
    expect(await press(daraja, 'sweep')).toMatchObject({
      status: 200,
      body: { receipt: expect.stringMatching(/^[0-9A-Z]{10}$/), cents: 6_753_00 },
    })
    expect(await press(daraja, 'sweep')).toMatchObject(nothing)
    expect((await ask(daraja, '')).body).toMatchObject({
      utility_cents: 0,
      settlement_cents: 6_753_00,
      closing_cents: 6_753_00,
    })
    expect((await press(daraja, 'withdraw')).body.cents).toBe(6_753_00)
    expect((await ask(daraja, '')).body).toMatchObject({ settlement_cents: 0, closing_cents: 0 })

    await daraja.simulate({ Amount: 10 })
    await business.received(6)
    expect(business.posts.at(-1)?.body.OrgAccountBalance).toBe('10.00')
  })

  test('reverses a payment once, and Daraja knows of it', async () => {
    const { daraja, business, receipt } = await startPaid()
    const reversed = await press(daraja, 'reverse', { receipt })
    expect(reversed).toMatchObject({ status: 200, body: { cents: -6_500_00 } })
    const { movements } = (await ask(daraja, '')).body
    expect(movements[0]).toMatchObject({
      kind: 'reversal',
      receipt: reversed.body.receipt,
      cents: -6_500_00,
      balance_cents: 253_00,
    })
    expect(movements.at(-1)).toMatchObject({ kind: 'payment', receipt, reversed: true })
    expect(await press(daraja, 'reverse', { receipt })).toMatchObject({
      status: 409,
      body: { code: 'already_reversed' },
    })
    expect((await press(daraja, 'reverse', { receipt: 'UKL0000000' })).status).toBe(404)
    await daraja.askStatus(business.url, { TransactionID: receipt })
    const result = (await business.received(5)).at(-1)?.body.Result.ResultParameters
    expect(result.ResultParameter).toContainEqual({ Key: 'TransactionStatus', Value: 'Reversed' })
  })

  test('gives each statement as a file of its own name', async () => {
    const { daraja } = await startPaid()
    const get = (shape: string) =>
      ask(daraja, `174379/statement/?shape=${shape}&from=${today}&to=${today}`)
    const csv = await get('csv')
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="Statements for 174379 from ${today} to ${today}.csv"`,
    )
    expect(csv.text.trim().split('\r\n')).toHaveLength(5)
    for (const [shape, type] of [
      ['xlsx', /spreadsheetml/],
      ['xls', /ms-excel/],
      ['daily', /text\/csv/],
    ] as const) {
      const { status, headers } = await get(shape)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(type)
    }
  })

  test.each([
    '?from=2026-13-01&to=2026-13-02',
    '?from=2026-11-21&to=2026-11-20',
    '?shortcode=x',
    '174379/statement/?shape=pdf&from=2026-11-20&to=2026-11-20',
    '174379/statement/?shape=csv&from=2026-11-20',
    '174379/statement/?shape=csv&from=2026-11-21&to=2026-11-20',
  ])('refuses %s', async (path) => {
    expect((await ask(await startDaraja(), path)).status).toBe(400)
  })
})

describe('after a restart', () => {
  /** As after kill -9: what was answered is in the file, the last line may be torn. */
  async function restart(daraja: Daraja, now?: () => Date) {
    const path = join(daraja.dataDir, 'pretend-daraja', 'journal.jsonl')
    const journal = await readFile(path)
    await daraja.app.close()
    await writeFile(path, journal)
    await appendFile(path, '{"transfer":{"kind":"sweep","receipt":"torn')
    return startDaraja({ dataDir: daraja.dataDir, now })
  }

  test('sweeps, withdrawals and reversals are still known', async () => {
    const { daraja, receipt } = await startPaid()
    await press(daraja, 'sweep')
    await press(daraja, 'withdraw')
    await press(daraja, 'reverse', { receipt })
    const before = (await ask(daraja, '')).body
    expect(before.movements).toHaveLength(8)
    expect((await ask(await restart(daraja), '')).body).toEqual(before)
  })

  test('what is too old to be listed is in the opening balance', async () => {
    const { daraja } = await startPaid()
    await press(daraja, 'sweep')
    const later = new Date(Date.now() + 41 * 24 * 3_600_000)
    const old = await restart(daraja, () => later)
    const from = today
    const held = { settlement_cents: 6_753_00, opening_cents: 6_753_00, movements: [] }
    expect((await ask(old, `?from=${from}&to=${dayOf(later)}`)).body).toMatchObject(held)
    expect((await ask(await restart(old, () => later), '')).body).toMatchObject(held)
  })
})
