import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import {
  correctDeskItem,
  dismissDeskItem,
  getDeskItem,
  listAccounts,
  listDesk,
  splitDeskItem,
} from '#contract/desk.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import { nextBefore } from '#contract/page.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import {
  getStatement,
  listStatementRows,
  listStatements,
  previewStatement,
  type StatementPreview,
  uploadStatement,
} from '#contract/statements.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { isoTime } from '#rules/calendar.ts'
import { insertPayment } from '../ledger/queries.ts'
import { act } from '../testing/desk.ts'
import { confirmation } from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { addStatement } from '../testing/statement-rows.ts'
import {
  dailyCsv,
  type Line,
  oldExport,
  payBill,
  portalCsv,
  portalName,
  portalRows,
  xls,
  xlsx,
} from '../testing/statements.ts'
import { openTestCompany } from '../testing/test-company.ts'

const SHORTCODE = '174379'
const DAY = '2026-11-20'
const newReceipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`

describe.each(databases)('statements on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let account = ''
  const now = new Date('2026-11-20T15:00:00Z')

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(() => endServer(server))

  /** Lines of one day, a minute apart. */
  let minutes = 0
  const line = (details: string, cents: number, more: Partial<Line> = {}): Line => ({
    receipt: newReceipt(),
    at: new Date(Date.parse('2026-11-20T05:00:00Z') + 60_000 * minutes++),
    details,
    cents,
    ...more,
  })
  const name = portalName(SHORTCODE, DAY)
  const fileOf = (content: string | Uint8Array<ArrayBuffer>) => ({ table: new Blob([content]) })
  type Content = Parameters<typeof fileOf>[0]
  type Given = { file_name?: string; account?: string; columns?: string }
  const preview = (content: Content, given: Given = {}, staff = grace) =>
    staff.call(previewStatement, { body: { file_name: name, ...given }, files: fileOf(content) })
  async function upload(content: Content, given: Given = {}, shown?: StatementPreview) {
    const { fingerprint } = shown ?? (await preview(content, given)).body
    return grace.call(uploadStatement, {
      body: { file_name: name, ...given, fingerprint },
      files: fileOf(content),
    })
  }
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance

  test('a lost payment is credited, what matches nothing is on the desk, and nothing else changes', async () => {
    const lost = line(payBill(account), 150_000)
    const stranger = line(payBill('nobody'), 70_000)
    const sweep = newReceipt()
    const lines = [
      lost,
      stranger,
      line('Utility Account to Organization Settlement Account', 5_000_000, { receipt: sweep }),
      line('Utility Account to Organization Settlement Account', -5_000_000, { receipt: sweep }),
      line('Pay Bill Charge', -500),
      line(payBill(account), 99_900, { status: 'Failed' }),
    ]
    const text = portalCsv(lines, 6_149_000)
    const before = await due()
    const shown = await preview(text)
    expect([shown.status, shown.body]).toMatchObject([
      200,
      {
        known: null,
        new_rows: 5,
        statement: { source: 'paybill', account: SHORTCODE, rows: 5, not_completed: 1 },
        found: {
          credited: { rows: 1, cents: 150_000 },
          desk: { rows: 1, cents: 70_000 },
          taken_back_by_mpesa: 0,
        },
      },
    ])
    expect(shown.body.found.rows.map(({ state, account }) => [state, account?.full_name])).toEqual([
      ['credited', 'Amina Otieno'],
      ['desk', undefined],
    ])
    // Looking at it has changed nothing.
    expect(await due()).toBe(before)
    expect((await grace.call(listStatements, {})).body).toEqual([])

    const done = await upload(text, {}, shown.body)
    expect([done.status, done.body]).toMatchObject([201, { account: SHORTCODE, rows: 5 }])
    expect(await due()).toBe(before - 1500)
    const params = { id: done.body.id }
    const kept = (await grace.call(getStatement, { params })).body
    expect(kept.states).toEqual([
      { state: 'credited', rows: 1, cents: 150_000 },
      { state: 'desk', rows: 1, cents: 70_000 },
      { state: 'charge', rows: 1, cents: -500 },
      { state: 'sweep', rows: 2, cents: 0 },
    ])
    const waiting = (await grace.call(listStatementRows, { params, query: { state: 'desk' } })).body
    const desk = (await grace.call(listDesk, {})).body
    expect(waiting).toMatchObject([
      { receipt: stranger.receipt, item: desk.find((one) => one.receipt === stranger.receipt)?.id },
    ])
    const [credited] = (
      await grace.call(listStatementRows, { params, query: { state: 'credited' } })
    ).body
    expect(credited).toMatchObject({
      receipt: lost.receipt,
      receipt_number: expect.stringMatching(/^R\d{6}$/),
      account: { full_name: 'Amina Otieno', room_number: 'A101' },
    })

    // Page by page, every row comes once.
    const pages: number[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const query = { limit: '2', ...(before && { before }) }
      const page = await grace.call(listStatementRows, { params, query })
      pages.push(...page.body.map(({ id }) => id))
      before = nextBefore(page.headers.get('link'))
    }
    expect([pages.length, new Set(pages).size]).toEqual([5, 5])

    // The same file again says so.
    const again = await preview(text)
    expect(again.body).toMatchObject({ known: { id: done.body.id }, new_rows: 0, states: [] })
    expect(await upload(text, {}, shown.body)).toMatchObject({
      status: 409,
      body: { code: 'known_file' },
    })
  })

  test('a file of which a process that has ended has kept only a part is completed by the same file', async () => {
    const { db } = server.running.context
    const lines = [line(payBill(account), 20_000), line('Pay Bill Charge', -500)]
    const before = await due()
    const whole = portalCsv(lines)
    const { id: uploaded_by } = (await grace.call(getUser, {})).body
    const period = { from: `${DAY} 00:00:00`, until: `${DAY} 23:59:59` }
    const id = await addStatement(db, 1, uploaded_by, period, [])
    const file_hash = createHash('sha256').update(whole).digest()
    const left = { file_hash, kept_at: null, account: SHORTCODE }
    await db.updateTable('statements').set(left).where('id', '=', id).execute()
    expect((await preview(whole)).body).toMatchObject({ known: null, new_rows: 2 })
    const done = await upload(whole)
    expect([done.status, done.body.id, await due()]).toEqual([201, id, before - 200])
    expect((await preview(whole)).body).toMatchObject({ known: { id }, new_rows: 0 })
    const rows = db.selectFrom('statement_rows').where('statement_id', '=', id).select('kind')
    expect((await rows.execute()).map((row) => row.kind).sort()).toEqual(['charge', 'payment'])
  })

  test('an overlap doubles nothing', async () => {
    const [first, second, third] = [
      line(payBill(account), 10_000),
      line(payBill(account), 20_000),
      line(payBill(account), 30_000),
    ] as const
    const before = await due()
    expect((await upload(portalCsv([first, second]))).status).toBe(201)
    const overlap = portalCsv([second, third], 10_000)
    const shown = (await preview(overlap)).body
    expect(shown).toMatchObject({
      new_rows: 1,
      found: { credited: { rows: 1, cents: 30_000 } },
    })
    expect((await upload(overlap, {}, shown)).status).toBe(201)
    expect(await due()).toBe(before - 600)
  })

  test('of two staff at once, one keeps the file', async () => {
    const before = await due()
    const text = portalCsv([line(payBill(account), 40_000)])
    const shown = (await preview(text)).body
    const both = await Promise.all([upload(text, {}, shown), upload(text, {}, shown)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('known_file')
    expect(await due()).toBe(before - 400)
  })

  // The embedded database does one transaction after the other.
  test.runIf(kind === 'postgres')(
    'looked at while somebody else uploads it, it is known',
    async () => {
      const { db } = server.running.context
      const text = portalCsv([line(payBill(account), 45_000)])
      const { id: uploaded_by } = (await grace.call(getUser, {})).body
      const period = { from: `${DAY} 00:00:00`, until: `${DAY} 23:59:59` }
      const waiting = sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
      let shown: ReturnType<typeof preview> | undefined
      let id = 0
      await db.transaction().execute(async (tx) => {
        await sql`lock table statement_rows in access exclusive mode`.execute(tx)
        shown = preview(text)
        const isWaiting = async () => (await waiting.execute(db)).rows.length > 0
        await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
        id = await addStatement(tx, 1, uploaded_by, period, [])
        const file_hash = createHash('sha256').update(text).digest()
        const kept = { file_hash, account: SHORTCODE }
        await tx.updateTable('statements').set(kept).where('id', '=', id).execute()
      })
      expect(await shown).toMatchObject({ status: 200, body: { known: { id }, new_rows: 0 } })
    },
  )

  test('what the ledger has learnt since the preview is shown first', async () => {
    const one = line(payBill(account), 50_000)
    const text = portalCsv([one])
    const shown = (await preview(text)).body
    // Another file has it, too.
    await upload(portalCsv([one, line('Pay Bill Charge', -100)]))
    expect(await upload(text, {}, shown)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect((await preview(text)).body).toMatchObject({ new_rows: 0, found: { rows: [] } })
  })

  test('a payment of a push that M-Pesa never reported completes it', async () => {
    const body = { phone_number: '0740000900', amount: 250, account_reference: account }
    const { checkout_request_id } = (await amina.call(initiatePush, { body })).body.data
    const { db } = server.running.context
    const { wire_reference } = await db
      .selectFrom('payment_requests')
      .where('checkout_request_id', '=', checkout_request_id)
      .select('wire_reference')
      .executeTakeFirstOrThrow()
    const before = await due()
    const paid = line(payBill(wire_reference), 25_000)
    await upload(portalCsv([paid]))
    const status = await amina.call(getPushStatus, { body: { checkout_request_id } })
    expect([status.body.data.status, await due()]).toEqual(['completed', before - 250])

    // M-Pesa takes it back, and repeats afterwards that it was paid.
    const back = line(`Reversal of Pay Bill transaction ${paid.receipt}`, -25_000)
    await upload(portalCsv([paid, back]))
    const item = (await grace.call(listDesk, {})).body.find((one) => one.receipt === paid.receipt)
    const params = { id: item?.id ?? 0 }
    await act(grace, correctDeskItem, { params, body: { note: 'M-Pesa took it back.' } })
    expect(await due()).toBe(before)
    const { hookSecret, db: database } = server.running.context
    const repeated = await fetch(`${server.url}/api/hooks/${hookSecret}/confirmation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...confirmation(paid.receipt, wire_reference, '250.00'),
        BusinessShortCode: SHORTCODE,
      }),
    })
    expect(repeated.status).toBe(200)
    const waiting = await database
      .selectFrom('raw_reports')
      .where('handled_at', 'is', null)
      .select('id')
      .execute()
    expect([waiting, await due()]).toEqual([[], before])
  })

  test('the older export: two rows a payment, an account as a number, and money that was taken back', async () => {
    const lost = line(payBill(account), 60_000)
    const back = line('Pay Utility Reversal', -60_000)
    const lines = [
      { ...lost, account },
      { ...line(payBill('850060'), 5_000), account: 850060.0, reason: 'Pay Utility' },
      { ...back, linked: lost.receipt },
    ]
    const cells = oldExport({
      shortcode: SHORTCODE,
      from: '20-11-2026',
      to: '20-11-2026',
      lines,
      opening: 12_345,
    })
    const before = await due()
    const given = { file_name: 'ORG_174379.xls' }
    const shown = (await preview(xls(cells), given)).body
    expect(shown).toMatchObject({
      statement: { account: SHORTCODE, rows: 5 },
      found: { credited: { rows: 1 }, desk: { rows: 1 }, taken_back_by_mpesa: 1 },
    })
    expect(shown.found.rows.map(({ reference }) => reference)).toEqual([account, '850060'])
    expect((await upload(xls(cells), given, shown)).status).toBe(201)
    expect(await due()).toBe(before - 600)

    const onDesk = (await grace.call(listDesk, {})).body.filter(
      ({ reason }) => reason === 'taken_back_by_mpesa',
    )
    const id = onDesk[0]?.id ?? 0
    expect(onDesk).toMatchObject([
      { receipt: lost.receipt, amount: '600.00', account: { full_name: 'Amina Otieno' } },
    ])
    const detail = (await grace.call(getDeskItem, { params: { id } })).body
    expect(detail.acts).toEqual(['correct', 'dismiss'])
    // The same reversal in another file is the same item.
    await upload(portalCsv([back, line('Pay Bill Charge', -1)], 100_000))
    const again = (await grace.call(listDesk, {})).body
    expect(again.filter(({ reason }) => reason === 'taken_back_by_mpesa')).toHaveLength(1)

    const body = { note: 'M-Pesa took it back.' }
    const done = await act(grace, correctDeskItem, { params: { id }, body })
    expect([done.status, await due()]).toEqual([200, before])
    const twice = await act(grace, correctDeskItem, { params: { id }, body })
    expect(twice.status).toBe(409)
    // A file that has both again credits nothing.
    await upload(portalCsv([lost, back]))
    expect(await due()).toBe(before)
  })

  test('money taken back without the code of its payment is that of the same file, whatever else the books have', async () => {
    const before = await due()
    const paidBy = (payer: string) => payBill(account, `2547****222 - ${payer}`)
    const back = (payer: string) => `Pay Bill Reversal to 2547****222 - ${payer}`
    const [own, single, twice, again] = [
      line(paidBy('ONE EXAMPLE'), 11_100),
      line(paidBy('TWO EXAMPLE'), 12_200),
      line(paidBy('THREE EXAMPLE'), 13_300),
      line(paidBy('THREE EXAMPLE'), 13_300),
    ] as const
    // The books have them, apart from the last.
    const { db } = server.running.context
    const { id: user_id } = (await amina.call(getUser, {})).body
    for (const { receipt, cents, at: paid_at } of [own, single, twice]) {
      const rent = { company_id: 1, user_id, purpose: 'rent', kind: 'paybill', paid_at } as const
      await insertPayment(db, { ...rent, amount: cents / 100 }, receipt)
    }
    const either = line(back('THREE EXAMPLE'), -13_300)
    const reversals = [
      line(back('ONE EXAMPLE'), -11_100, { receipt: own.receipt }),
      line(back('TWO EXAMPLE'), -12_200),
      either,
    ]
    const rows = [own, single, twice, again, ...reversals]
    expect((await upload(portalCsv(rows, 300_000))).status).toBe(201)
    expect(await due()).toBe(before - 111 - 122 - 133 - 133)
    const items = (await grace.call(listDesk, { query: { limit: '100' } })).body.filter(
      ({ reason, amount }) =>
        reason === 'taken_back_by_mpesa' && ['111.00', '122.00', '133.00'].includes(amount ?? ''),
    )
    const named = items.map(({ amount, receipt, account: whose }) => [
      amount,
      receipt,
      whose?.full_name,
    ])
    expect(named.toSorted()).toEqual([
      ['111.00', own.receipt, 'Amina Otieno'],
      ['122.00', single.receipt, 'Amina Otieno'],
      ['133.00', either.receipt, undefined],
    ])
  })

  test('a reversal without a payment that is known can only be dismissed', async () => {
    const unknown = line('Reversal of Pay Bill transaction TJK6H7T0JT', -123_400)
    await upload(portalCsv([unknown], 200_000))
    const item = (await grace.call(listDesk, {})).body.find(({ amount }) => amount === '1234.00')
    const params = { id: item?.id ?? 0 }
    expect((await grace.call(getDeskItem, { params })).body).toMatchObject({
      receipt: 'TJK6H7T0JT',
      acts: ['dismiss'],
    })
    const done = await act(grace, dismissDeskItem, { params, body: { note: 'Not ours.' } })
    expect(done.status).toBe(200)
  })

  test('the newer table as a workbook, and the file of a day', async () => {
    const before = await due()
    const workbook = xlsx(portalRows([line(payBill(account), 70_000)]))
    expect((await upload(workbook)).status).toBe(201)
    const [charge, last] = [line('Pay Bill Charge', -100), line(payBill(account), 80_000)]
    const daily = dailyCsv([charge, last])
    const done = await upload(daily, { file_name: `Mpesa_${SHORTCODE}_20261120235959.csv` })
    expect([done.status, done.body]).toMatchObject([201, { shape: 'daily_file', rows: 2 }])
    expect(await due()).toBe(before - 1500)
    // It was downloaded after its latest row, nobody knows when.
    expect(done.body.until).toBe(isoTime(last.at))
  })

  test('a file whose last days are empty covers its time up to the latest row', async () => {
    const on = (day: string) => line(payBill('x'), 100, { at: new Date(`${day}T05:00:00Z`) })
    const until = async (from: string, day: string, last: string) => {
      const text = portalCsv([on(from), on(last)])
      return (await upload(text, { file_name: portalName(SHORTCODE, from, day) })).body.until
    }
    // Of a time that isn't over, of one with nothing in its last days, and a whole one.
    expect(await until('2026-11-01', '2026-11-30', '2026-11-18')).toBe('2026-11-18T05:00:00Z')
    expect(await until('2026-10-01', '2026-10-31', '2026-10-20')).toBe('2026-10-20T05:00:00Z')
    expect(await until('2026-09-01', '2026-09-30', '2026-09-29')).toBe('2026-09-30T20:59:59Z')
  })

  test('names in Windows-1252 are read', async () => {
    const text = portalCsv([line(payBill(account, '2547****111 - ZOÉ'), 100)]).slice(1)
    const done = await upload(new Uint8Array(Buffer.from(text, 'latin1')))
    const { body } = await grace.call(listStatementRows, { params: { id: done.body.id } })
    expect(body.map(({ payer }) => payer)).toContain('2547****111 - ZOÉ')
  })

  const good = () => portalCsv([line(payBill('x'), 100), line(payBill('x'), 200)])
  const wrongFiles: [string, () => string | Uint8Array<ArrayBuffer>, string, string][] = [
    ['another paybill', good, portalName('160745', DAY), 'This statement is for paybill 160745.'],
    ['no name', good, 'november.csv', 'This file doesn’t say which paybill it is from.'],
    ['another day', good, portalName(SHORTCODE, '2026-11-19'), 'but line 2 is from 20 Nov 2026'],
    ['cut off', () => good().slice(0, -20), name, 'cut off'],
    ['a row less', () => withoutLine(portalCsv(lines(3))), name, 'doesn’t match the row'],
    ['a cut workbook', () => xlsx(portalRows(lines(3))).slice(0, -300), name, 'damaged or cut off'],
    ['a cut old workbook', () => xls([['x']]).slice(0, 600), name, 'damaged or cut off'],
    ['a PDF', () => '%PDF-1.4', name, 'This is a PDF.'],
    ['nothing', () => '', name, 'Please choose a file.'],
    ['any text', () => 'Hello', name, 'This isn’t a statement that can be read.'],
  ]
  // No database has a part in it.
  test.each(kind === 'pglite' ? wrongFiles : [])(
    '%s is refused in one sentence',
    async (_, content, file_name, message) => {
      const { status, body } = await preview(content(), { file_name })
      expect([status, body.fields?.table]).toEqual([400, expect.stringContaining(message)])
    },
  )
  const lines = (count: number) => Array.from({ length: count }, () => line(payBill('x'), 100))
  const withoutLine = (text: string) => text.split('\r\n').toSpliced(2, 1).join('\r\n')

  test('a bank’s money is entered by staff, and counts as known then', async () => {
    const text = [
      'Statement of account,,,',
      'Date,Maelezo,Ref,Credit,Debit',
      `19/11/2026,EFT FROM PARENT ${account.slice(0, 4)} ${account.slice(4)},FT77,"KES 1,500.00",`,
      '19/11/2026,CASH DEPOSIT,,500,',
      '19/11/2026,CASH DEPOSIT,,500,',
      '19/11/2026,LEDGER FEE,,,100',
    ].join('\n')
    const first = (await preview(text)).body
    expect(first).toMatchObject({ statement: null, bank: { missing: ['Description'] } })
    const given = {
      account: 'Equity 0123',
      columns: JSON.stringify(['date', 'description', 'reference', 'paid_in', 'paid_out']),
    }
    const before = await due()
    const shown = (await preview(text, given)).body
    expect(shown).toMatchObject({
      new_rows: 4,
      states: [
        { state: 'to_enter', rows: 3, cents: 250_000 },
        { state: 'charge', rows: 1 },
      ],
      found: { rows: [] },
    })
    const done = await upload(text, given, shown)
    expect([done.status, await due()]).toEqual([201, before])
    const params = { id: done.body.id }
    const rows = async (state: 'to_enter' | 'credited') =>
      (await grace.call(listStatementRows, { params, query: { state } })).body
    const [, , parent] = await rows('to_enter')
    expect((await rows('to_enter')).map(({ entry_reference }) => entry_reference)).toEqual([
      expect.stringMatching(/^Statement row \d+$/),
      expect.stringMatching(/^Statement row \d+$/),
      'FT77',
    ])
    expect(parent?.suggestion).toMatchObject({ full_name: 'Amina Otieno' })
    const id = String(parent?.suggestion?.user_id)
    const entry = { kind: 'bank', amount: 1500, on: '2026-11-19', reference: 'ft77' } as const
    const { body: expected } = await grace.call(previewEntry, { params: { id }, body: entry })
    const submission_id = crypto.randomUUID()
    await grace.call(enterByHand, { params: { id }, body: { entry, submission_id, expected } })
    expect(await rows('credited')).toMatchObject([
      { receipt: 'FT77', account: { full_name: 'Amina Otieno' } },
    ])
    // The columns are remembered by the account's name.
    const next = text.replaceAll('19/11', '18/11')
    const again = (await preview(next, { account: 'Equity 0123' })).body
    expect(again).toMatchObject({ bank: { missing: [] }, new_rows: 4 })
  })

  test('a payment that was shared shows everybody who has a part', async () => {
    const { receipt, ...paid } = line(payBill('ALL OF US'), 90_000)
    const done = await upload(portalCsv([{ receipt, ...paid }]))
    const item = (await grace.call(listDesk, {})).body.find((one) => one.receipt === receipt)
    const accounts = (await grace.call(listAccounts, {})).body.slice(0, 2)
    const parts = accounts.map(({ account_number }, index) => ({
      account_number,
      amount: [500, 400][index] ?? 0,
    }))
    const params = { id: item?.id ?? 0 }
    expect((await act(grace, splitDeskItem, { params, body: { parts } })).status).toBe(200)
    const { body } = await grace.call(listStatementRows, { params: { id: done.body.id } })
    const shown = body.find((one) => one.receipt === receipt)
    expect(shown?.parts.map(({ account, cents }) => [account.account_number, cents])).toEqual(
      parts.map(({ account_number, amount }) => [account_number, amount * 100]),
    )
  })

  test('the paybill’s statement is for the first residence; any may keep a bank’s', async () => {
    const { staff } = await openTestCompany(server)
    const counting = line(payBill(account), 12_300)
    await upload(portalCsv([counting]))
    const refused = await preview(portalCsv([line(payBill('x'), 100)]), {}, staff)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: expect.stringContaining('uploaded by the staff of Acacia Court') },
    ])
    const bank = 'Date,Details,Credit\n19/11/2026,EFT,500\n'
    const shown = await preview(bank, { account: 'Equity' }, staff)
    expect([shown.status, shown.body.new_rows]).toEqual([200, 1])
    expect((await staff.call(listStatements, {})).body).toEqual([])
    // A code in a bank's file doesn't tell whether it counts in another residence.
    const curious = `Date,Details,Ref,Credit\n19/11/2026,EFT,${counting.receipt},123\n`
    const states = (await preview(curious, { account: 'Equity' }, staff)).body.states
    expect(states).toMatchObject([{ state: 'to_enter', rows: 1 }])
  })
})
