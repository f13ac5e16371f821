import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { insertPayment } from '../ledger/queries.ts'
import { testNow } from '../testing/clock.ts'
import {
  confirmation,
  type FakeDaraja,
  failedCallback,
  paidCallback,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { stoppingDb } from '../testing/stopping-db.ts'
import { insertEvent } from './event-queries.ts'
import { processEvent } from './events.ts'
import { applyResult } from './settle.ts'

const receipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`

/** More SQL statements than any event needs; the loop ends when none was reached. */
const MAX_STATEMENTS = 60

/**
 * The process ends before or after each single statement that a report leads to. What is there then is
 * all of it or nothing, and the stored event brings the rest, once.
 */
describe.each(databases)('stopped anywhere while money is counted, on %s', (kind) => {
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let account = ''

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' })
    amina = await server.signIn('0712345678', '12345678')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  let phones = 0
  async function push(account_reference = account) {
    const phone_number = `07440${String(++phones).padStart(5, '0')}`
    const { status, body } = await amina.call(initiatePush, {
      body: { phone_number, amount: 100, account_reference },
    })
    expect(status, body.message).toBe(200)
    const { db } = server.running.context
    const row = await db
      .selectFrom('payment_requests')
      .select(['company_id', 'id', 'wire_reference', 'daraja_checkout_id'])
      .where('checkout_request_id', '=', body.data.checkout_request_id)
      .executeTakeFirstOrThrow()
    return { ...row, darajaId: row.daraja_checkout_id ?? '' }
  }
  type Push = Awaited<ReturnType<typeof push>>

  async function keep(what: 'callback' | 'confirmation', opened: Push, body: unknown) {
    const { context } = server.running
    return insertEvent(context.db, {
      kind: what,
      company_id: opened.company_id,
      request_id: what === 'callback' ? opened.id : null,
      raw: JSON.stringify(body),
      // Young enough for the follow-up to leave it to this test.
      received_at: testNow(),
    })
  }

  /** Everything that is known of a push's money. */
  async function stateOf({ company_id, id, wire_reference }: Push, code = '') {
    const { db } = server.running.context
    const request = await db
      .selectFrom('payment_requests')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .select(['status', 'phone', 'differing_amount_reported', 'next_query_at', 'receipt_query_at'])
      .executeTakeFirstOrThrow()
    const payments = await db
      .selectFrom('payments')
      .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
      .where('payments.company_id', '=', company_id)
      .where('request_id', '=', id)
      .select(['amount', 'receipt'])
      .orderBy('payments.id')
      .execute()
    const vouchers = await db
      .selectFrom('vouchers')
      .innerJoin('voucher_codes', 'voucher_codes.code', 'vouchers.code')
      .innerJoin('radius.radcheck', 'radius.radcheck.username', 'vouchers.code')
      .where('vouchers.company_id', '=', company_id)
      .where('vouchers.request_id', '=', id)
      .select('attribute')
      .orderBy('attribute')
      .execute()
    const locked = await db
      .selectFrom('open_pushes')
      .where('request_id', '=', id)
      .select('phone')
      .execute()
    const desk = await db
      .selectFrom('desk_items')
      .where(({ or, eb }) => or([eb('reference', '=', wire_reference), eb('receipt', '=', code)]))
      .select(['reason', 'outcome'])
      .execute()
    return {
      status: request.status,
      differing: request.differing_amount_reported,
      asking: request.next_query_at !== null,
      askingReceipt: request.receipt_query_at !== null,
      payments: payments.map(({ amount, receipt }) => `${amount} ${receipt}`),
      /** What the hotspot knows of its code. */
      voucher: vouchers.map(({ attribute }) => attribute),
      locked: locked.length,
      desk: desk.map(({ reason, outcome }) => `${reason} ${outcome}`),
    }
  }

  interface TestCase {
    name: string
    /** Also reported for a bundle. */
    andBundle?: true
    /** What happened before; its event is processed. */
    earlier?: (opened: Push, code: string) => Promise<unknown>
    report: (opened: Push, code: string) => ['callback' | 'confirmation', unknown]
  }

  const handled = async (what: 'callback' | 'confirmation', opened: Push, body: unknown) =>
    processEvent(server.running.context, await keep(what, opened, body))

  const settledByQuery = (opened: Push, context = server.running.context) =>
    applyResult(context, opened.company_id, opened.id, {
      via: 'query',
      code: '0',
      description: 'Done',
      receipt: null,
      amount: null,
      amount_text: null,
      paid_at: null,
      raw: null,
    })

  /** As staff would at the desk. */
  async function creditedByHand(code: string, whose: 'the same' | 'somebody else') {
    const { db } = server.running.context
    const owner = await db
      .selectFrom('account_numbers')
      .where('account_number', whose === 'the same' ? '=' : '<>', account)
      .select(['company_id', 'user_id'])
      .executeTakeFirstOrThrow()
    const paid = { purpose: 'rent', kind: 'paybill', amount: 100, paid_at: testNow() } as const
    await insertPayment(db, { ...owner, ...paid }, code)
  }

  const cases: TestCase[] = [
    {
      name: 'a paid callback',
      andBundle: true,
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a confirmation with our own reference',
      andBundle: true,
      report: ({ wire_reference }, code) => [
        'confirmation',
        confirmation(code, wire_reference, '100.00'),
      ],
    },
    {
      name: 'a success after a failure',
      andBundle: true,
      earlier: (opened) =>
        handled('callback', opened, failedCallback(opened.darajaId, 1032, 'Cancelled')),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a receipt known only after a settlement by query',
      andBundle: true,
      earlier: (opened) => settledByQuery(opened),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a second receipt of the same push',
      andBundle: true,
      earlier: (opened) =>
        handled('callback', opened, paidCallback(opened.darajaId, receipt(), 100)),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a replay',
      earlier: (opened, code) =>
        handled('callback', opened, paidCallback(opened.darajaId, code, 100)),
      report: ({ wire_reference }, code) => [
        'confirmation',
        confirmation(code, wire_reference, '100'),
      ],
    },
    {
      name: 'a differing amount',
      andBundle: true,
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 99)],
    },
    {
      name: 'a receipt that waits on the desk as nobody’s money',
      earlier: (opened, code) =>
        handled('confirmation', opened, confirmation(code, 'ROOM 5', '100.00')),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'the same with another amount than asked for',
      earlier: (opened, code) =>
        handled('confirmation', opened, confirmation(code, 'ROOM 5', '99.00')),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 99)],
    },
    {
      name: 'the same after staff have dismissed it',
      earlier: async (opened, code) => {
        await handled('confirmation', opened, confirmation(code, 'ROOM 5', '99.00'))
        await server.running.context.db
          .updateTable('desk_items')
          .set({ closed_at: testNow(), outcome: 'dismissed', note: 'Sent back' })
          .where('receipt', '=', code)
          .execute()
      },
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 99)],
    },
    {
      name: 'a receipt that staff have credited to somebody else',
      earlier: (_, code) => creditedByHand(code, 'somebody else'),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a receipt that staff have credited to the same account',
      andBundle: true,
      earlier: (_, code) => creditedByHand(code, 'the same'),
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'the same when a query had counted the push',
      andBundle: true,
      earlier: async (opened, code) => {
        await settledByQuery(opened)
        await creditedByHand(code, 'the same')
      },
      report: ({ darajaId }, code) => ['callback', paidCallback(darajaId, code, 100)],
    },
    {
      name: 'a failure',
      report: ({ darajaId }) => ['callback', failedCallback(darajaId, 1, 'Too little money')],
    },
  ]

  const reports = [
    ...cases.map((story) => ({ ...story, bundle: undefined })),
    ...cases
      .filter(({ andBundle }) => andBundle)
      .map((story) => ({ ...story, name: `of a bundle: ${story.name}`, bundle: 'package_100' })),
  ]

  test.each(reports)('$name', async ({ earlier, report, bundle }) => {
    // The outcome when nothing stops it.
    const undisturbed = await push(bundle)
    const undisturbedReceipt = receipt()
    await earlier?.(undisturbed, undisturbedReceipt)
    const start = await stateOf(undisturbed, undisturbedReceipt)
    await handled(...arranged(report(undisturbed, undisturbedReceipt), undisturbed))
    const end = await stateOf(undisturbed, undisturbedReceipt)
    expect(end.voucher).toHaveLength(bundle && end.payments.length > 0 ? 4 : 0)
    // Receipts are random; what they belong to is compared by their place.
    const shape = (state: Awaited<ReturnType<typeof stateOf>>, code: string) =>
      JSON.parse(
        JSON.stringify(state)
          .replaceAll(code, 'RECEIPT')
          .replaceAll(/UK[0-9A-F]{8}/g, 'OTHER'),
      )

    let reached = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= MAX_STATEMENTS; at += 1) {
        const opened = await push(bundle)
        const code = receipt()
        await earlier?.(opened, code)
        const [what, body] = report(opened, code)
        const event = await keep(what, opened, body)
        const { context } = server.running
        const stopping = stoppingDb(context.database, at, when)
        await processEvent({ ...context, db: stopping.db }, event).catch(() => undefined)
        if (!stopping.stopped()) {
          reached = Math.max(reached, at - 1)
          break
        }
        const left = shape(await stateOf(opened, code), code)
        const step = `${when} statement ${at}`
        expect(
          [shape(start, undisturbedReceipt), shape(end, undisturbedReceipt)],
          step,
        ).toContainEqual(left)
        // What the next start, or another node, does with an unprocessed event.
        await processEvent(context, event)
        expect(shape(await stateOf(opened, code), code), step).toEqual(
          shape(end, undisturbedReceipt),
        )
      }
    }
    expect(reached).toBeGreaterThan(4)
  })

  function arranged(
    [what, body]: ReturnType<TestCase['report']>,
    opened: Push,
  ): ['callback' | 'confirmation', Push, unknown] {
    return [what, opened, body]
  }

  test('the result of a query: the next query brings it again', async () => {
    const { context } = server.running
    const untouched = await stateOf(await push())
    const undisturbed = await push()
    await settledByQuery(undisturbed)
    const end = await stateOf(undisturbed)
    expect(end).toMatchObject({ payments: ['100 null'], askingReceipt: true })
    let reached = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= MAX_STATEMENTS; at += 1) {
        const opened = await push()
        const stopping = stoppingDb(context.database, at, when)
        await settledByQuery(opened, { ...context, db: stopping.db }).catch(() => undefined)
        if (!stopping.stopped()) {
          reached = Math.max(reached, at - 1)
          break
        }
        expect([untouched, end], `${when} ${at}`).toContainEqual(await stateOf(opened))
        await settledByQuery(opened)
        expect(await stateOf(opened)).toEqual(end)
      }
    }
    expect(reached).toBeGreaterThan(4)
  })

  test('a manual payment', async () => {
    const { context } = server.running
    const counted = async (code: string) =>
      context.db
        .selectFrom('receipts')
        .innerJoin('payments', 'payments.id', 'receipts.payment_id')
        .where('receipt', '=', code)
        .select('amount')
        .execute()
    const paid = async () => {
      const { amount } = await context.db
        .selectFrom('payments')
        .select(({ fn }) => fn.sum<string>('amount').as('amount'))
        .executeTakeFirstOrThrow()
      return Number(amount)
    }
    let reached = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= MAX_STATEMENTS; at += 1) {
        const code = receipt()
        const before = await paid()
        const event = await insertEvent(context.db, {
          kind: 'confirmation',
          company_id: 1,
          request_id: null,
          raw: JSON.stringify(confirmation(code, account, '7')),
          received_at: testNow(),
        })
        const stopping = stoppingDb(context.database, at, when)
        await processEvent({ ...context, db: stopping.db }, event).catch(() => undefined)
        if (!stopping.stopped()) {
          reached = Math.max(reached, at - 1)
          break
        }
        // A payment without its receipt would be counted again.
        expect(await paid()).toBe(before + 7 * (await counted(code)).length)
        await processEvent(context, event)
        expect(await counted(code)).toHaveLength(1)
        expect(await paid()).toBe(before + 7)
      }
    }
    expect(reached).toBeGreaterThan(4)
  })
})
