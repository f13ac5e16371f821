import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { getUser } from '#contract/auth.ts'
import { assignDeskItem, correctDeskItem, listDesk } from '#contract/desk.ts'
import { listExactItems } from '#contract/exact.ts'
import { initiatePush } from '#contract/payments.ts'
import { getStatement, previewStatement, uploadStatement } from '#contract/statements.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { applyPaybillPayment } from '../payments/paybill.ts'
import { lockPush } from '../payments/push-queries.ts'
import { act } from '../testing/desk.ts'
import { addPerson, addStaff, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { addStatement } from '../testing/statement-rows.ts'
import { type Line, payBill, portalCsv, portalName } from '../testing/statements.ts'

const file_name = portalName('174379', '2026-11-20')

describe.each(databases)('a file that somebody may have edited, on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let otieno: Caller
  let amina: Caller
  let account = ''
  const setLimit = (approval_limit: number | null) =>
    server.running.context.db.updateTable('companies').set({ approval_limit }).execute()
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => new Date('2026-11-20T15:00:00Z'))
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const name = { first_name: 'Otieno', last_name: 'Omondi', staff_role: 'manager' as const }
    await addPerson(server.running.context.db, 1, 'otieno@acacia.example', name)
    otieno = await server.signIn('otieno@acacia.example', password)
    amina = await server.signIn('0712345678', '12345678')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(() => endServer(server))
  beforeEach(async () => {
    await setLimit(5000)
  })

  let minutes = 0
  const line = (receipt: string, cents: number, details = payBill(account)): Line => ({
    ...{ receipt, cents, details },
    at: new Date(Date.parse('2026-11-20T05:00:00Z') + 60_000 * minutes++),
  })
  async function upload(lines: Line[], opening = 0) {
    const files = { table: new Blob([portalCsv(lines, opening)]) }
    const shown = await grace.call(previewStatement, { body: { file_name }, files })
    const { fingerprint, found } = shown.body
    const body = { file_name, fingerprint }
    const { status, body: kept } = await grace.call(uploadStatement, { body, files })
    return { status, found, id: kept.id }
  }
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const itemOf = async (receipt: string) =>
    (await grace.call(listDesk, {})).body.find((one) => one.receipt === receipt)
  const credit = (who: Caller, id: number) =>
    act(who, assignDeskItem, { params: { id }, body: { account_number: account } })

  test('several files of a day are one', async () => {
    const first = await upload([line('UKK3000001', 300_000)])
    expect(first.found).toMatchObject({ credited: { rows: 1 }, held: { rows: 0 } })
    const next = await upload([line('UKK3000002', 300_000)])
    expect(next.found).toMatchObject({ credited: { rows: 0 }, held: { rows: 1 } })
  })

  test('above the limit its payments wait, and whoever uploaded it doesn’t credit them', async () => {
    const before = await due()
    const lines = [line('UKK1000001', 300_000), line('UKK1000002', 300_000)]
    const done = await upload([...lines, line('UKK1000003', 10_000, payBill('nobody'))])
    expect(done).toMatchObject({
      status: 201,
      found: { credited: { rows: 0 }, desk: { rows: 3 }, held: { rows: 3, cents: 610_000 } },
    })
    expect(await due()).toBe(before)
    const item = await itemOf('UKK1000001')
    expect(item?.reason).toBe('only_in_upload')
    const id = item?.id ?? 0
    const alone = await credit(grace, id)
    expect([alone.status, alone.body.code, await due()]).toEqual([403, 'second_person', before])
    // Nor all at once, nor what matches no account.
    expect((await grace.call(listExactItems, {})).body).toEqual([])
    const stranger = (await itemOf('UKK1000003'))?.id ?? 0
    expect((await credit(grace, stranger)).status).toBe(403)
    expect((await otieno.call(listExactItems, {})).body.length).toBeGreaterThan(0)
    expect([(await credit(otieno, id)).status, await due()]).toEqual([200, before - 3000])
    const { states } = (await grace.call(getStatement, { params: { id: done.id } })).body
    expect(states).toMatchObject([
      { state: 'credited', rows: 2 },
      { state: 'desk', rows: 3 },
    ])
  })

  test('nobody who has uploaded the file credits them: who completed it neither', async () => {
    const { db } = server.running.context
    const { id: uploaded_by } = (await otieno.call(getUser, {})).body
    const day = '2026-11-20'
    const period = { from: `${day} 00:00:00`, until: `${day} 23:59:59` }
    const lines = [line('UKK6000001', 600_000)]
    // The process that kept Otieno's file has ended before it had all of its rows.
    const left = await addStatement(db, 1, uploaded_by, period, [])
    const file_hash = createHash('sha256').update(portalCsv(lines, 0)).digest()
    const part = { file_hash, kept_at: null, account: '174379' }
    await db.updateTable('statements').set(part).where('id', '=', left).execute()
    const before = await due()
    expect(await upload(lines)).toMatchObject({
      status: 201,
      id: left,
      found: { held: { rows: 1 } },
    })
    const id = (await itemOf('UKK6000001'))?.id ?? 0
    for (const who of [grace, otieno]) {
      const alone = await credit(who, id)
      expect([alone.status, alone.body.code, await due()]).toEqual([403, 'second_person', before])
    }
    const third = await addStaff(server, 'manager')
    expect([(await credit(third, id)).status, await due()]).toEqual([200, before - 6000])
  })

  test('M-Pesa confirms one that waits: it counts, and its item closes', async () => {
    const before = await due()
    await upload([line('UKK2000001', 600_000)])
    const id = (await itemOf('UKK2000001'))?.id ?? 0
    const payment = {
      ...{ receipt: 'UKK2000001', amount: 6000, amount_text: '6000.00', shortcode: null },
      paid_at: new Date('2026-11-20T06:00:00Z'),
    }
    const { context } = server.running
    await applyPaybillPayment(context, { ...payment, reference: account }, {})
    expect([await due(), await itemOf('UKK2000001')]).toEqual([before - 6000, undefined])
    const item = await context.db
      .selectFrom('desk_items')
      .where('id', '=', id)
      .select('outcome')
      .executeTakeFirst()
    expect(item).toEqual({ outcome: 'by_itself' })
    // One that matches nobody waits for that from now on.
    await upload([line('UKK2000002', 600_000, payBill('nobody'))])
    await applyPaybillPayment(context, { ...payment, receipt: 'UKK2000002', reference: 'x' }, {})
    expect(await itemOf('UKK2000002')).toMatchObject({ reason: 'unmatched' })
    const unmatched = (await itemOf('UKK2000002'))?.id ?? 0
    expect((await credit(grace, unmatched)).status).toBe(200)
  })

  // The embedded database does one transaction after the other.
  test.runIf(kind === 'postgres')(
    'a file waits for the push of its payment before it keeps others from the receipt',
    async () => {
      await setLimit(50)
      const { db } = server.running.context
      const order = { phone_number: '0740000900', amount: 100, account_reference: 'package_100' }
      const { checkout_request_id } = (await amina.call(initiatePush, { body: order })).body.data
      const findPush = () =>
        db
          .selectFrom('payment_requests')
          .where('checkout_request_id', '=', checkout_request_id)
          .select(['company_id', 'id', 'wire_reference', 'daraja_checkout_id'])
          .executeTakeFirstOrThrow()
      const isSent = async () => (await findPush()).daraja_checkout_id !== null
      await expect.poll(isSent, { timeout: 20_000 }).toBe(true)
      const push = await findPush()
      const receipt = 'UKK5000001'
      let file: ReturnType<typeof upload> | undefined
      // As M-Pesa's report of it does.
      await db.transaction().execute(async (tx) => {
        await lockPush(tx, push.company_id, push.id)
        file = upload([line(receipt, 10_000, payBill(push.wire_reference))])
        const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        const isWaiting = async () => (await waits.execute(db)).rows.length > 0
        await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
        const lock = sql`pg_try_advisory_xact_lock(hashtextextended(${receipt}, 0))`
        expect((await sql`select ${lock} as is_free`.execute(tx)).rows).toEqual([{ is_free: true }])
      })
      expect(await file).toMatchObject({ status: 201, found: { held: { rows: 1 } } })
    },
  )

  test('a payment isn’t taken back by whoever uploaded its reversal alone', async () => {
    await setLimit(null)
    const paid = line('UKK4000001', 700_000)
    await upload([paid])
    const before = await due()
    await setLimit(5000)
    const back = line('UKK4000002', -700_000, 'Reversal of Pay Bill transaction UKK4000001')
    await upload([paid, back])
    const params = { id: (await itemOf('UKK4000001'))?.id ?? 0 }
    const body = { note: 'M-Pesa took it back.' }
    const { status, body: asked } = await act(grace, correctDeskItem, { params, body })
    expect([status, asked.message, await due()]).toEqual([
      200,
      expect.stringContaining('waits'),
      before,
    ])
    const waiting = { params: { id: String(asked.waiting?.id) } }
    expect((await grace.call(approve, waiting)).status).toBe(403)
    expect((await otieno.call(approve, waiting)).body.decided?.outcome).toBe('approved')
    expect(await due()).toBe(before + 7000)
  })

  test.runIf(kind === 'pglite')(
    'without balances, or above M-Pesa’s limit, it is refused',
    async () => {
      const text = portalCsv([line('UKK5000001', 100)])
      const without = text.replace(/"?[^",\r\n]+"?\r\n$/, '\r\n')
      for (const [content, message] of [
        [without, 'Line 2 has no balance'],
        [text.replace('Balance (KSHs)', 'Rest'), 'Line 2 has no balance'],
        [portalCsv([line('UKK5000002', 25_000_100)]), 'at once: download the file again'],
      ] as const) {
        const files = { table: new Blob([content]) }
        const { status, body } = await grace.call(previewStatement, { body: { file_name }, files })
        expect([status, body.fields?.table]).toEqual([400, expect.stringContaining(message)])
      }
    },
  )
})
