import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import {
  type CloseOfDay,
  countersignClose,
  getClose,
  listCloses,
  signClose,
} from '#contract/closes.ts'
import { assignDeskItem, listDesk } from '#contract/desk.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { rehearse } from '../db/rehearse.ts'
import { insertPayment, insertReversal } from '../ledger/queries.ts'
import { applyPaybillPayment } from '../payments/paybill.ts'
import { testNow } from '../testing/clock.ts'
import { act } from '../testing/desk.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { addStatement, type TestRow } from '../testing/statement-rows.ts'
import { openTestCompany } from '../testing/test-company.ts'
import { readFigures, countersignClose as second, signClose as sign_ } from './sign.ts'
import { verifyCloses } from './verify.ts'

const wholeDay = (day: string) => ({ from: `${day} 00:00:00`, until: `${day} 23:59:59` })

describe.each(databases)('closing a day on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let manager: Caller
  let graces: { company_id: number; id: number }
  let account = ''
  let aminas = 0
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    const { db } = server.running.context
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const { id } = (await grace.call(getUser, {})).body
    const { company_id } = await db
      .selectFrom('users')
      .where('id', '=', id)
      .select('company_id')
      .executeTakeFirstOrThrow()
    graces = { company_id, id }
    const name = { first_name: 'Otieno', last_name: 'Omondi', staff_role: 'manager' as const }
    await addPerson(db, company_id, 'otieno@acacia.example', name)
    manager = await server.signIn('otieno@acacia.example', password)
    const amina = await server.signIn('0712345678', '12345678')
    aminas = (await amina.call(getUser, {})).body.id
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(() => endServer(server))

  let other: ReturnType<typeof openTestCompany> | undefined
  const otherResidence = () => (other ??= openTestCompany(server))

  /** M-Pesa reports a payment to the paybill. */
  const pay = (receipt: string, shillings: number, at: string, reference = account) =>
    applyPaybillPayment(
      server.running.context,
      {
        receipt,
        amount: shillings,
        amount_text: String(shillings),
        reference,
        paid_at: new Date(`${at.replace(' ', 'T')}+03:00`),
        shortcode: null,
      } as never,
      {},
    )
  const upload = (day: string, rows: TestRow[]) =>
    addStatement(server.running.context.db, graces.company_id, graces.id, wholeDay(day), rows)
  const look = async (day: string) => (await grace.call(getClose, { params: { day } })).body
  const sign = async (who: Caller, day: string, reason?: string) => {
    const { fingerprint: expected } = await look(day)
    return who.call(signClose, { params: { day }, body: { expected, reason } })
  }
  const countersign = async (who: Caller, day: string, note?: string) => {
    const expected = (await look(day)).close?.hash ?? ''
    return who.call(countersignClose, { params: { day }, body: { expected, note } })
  }
  const kinds = ({ differences }: CloseOfDay) =>
    differences.map((one) => [one.kind, one.cents / 100])

  test('statement and ledger agree: two people close the day', async () => {
    const day = '2025-03-02'
    await pay('UKB0000001', 1500, `${day} 10:00:00`)
    await upload(day, [{ at: `${day} 10:00:01`, shillings: 1500, receipt: 'UKB0000001' }])
    const open = await look(day)
    expect(open).toMatchObject({
      alone: false,
      close: null,
      differences: [],
      figures: {
        coverage: 'whole',
        open_cents: 0,
        mpesa: { ledger: { count: 1, cents: 150_000 } },
      },
    })
    expect((await sign(grace, day)).status).toBe(201)
    const again = await sign(manager, day)
    expect([again.status, again.body.message]).toEqual([
      409,
      'Grace Wanjiru has signed this day already.',
    ])
    const alone = await countersign(grace, day)
    expect([alone.status, alone.body.code]).toEqual([403, 'same_person'])
    const days = async () =>
      (await grace.call(listCloses, { query: { month: '2025-03' } })).body.days
    const state = async () => (await days()).find((one) => one.day === day)?.state
    expect(await state()).toBe('signed')
    expect((await countersign(manager, day)).status).toBe(200)
    expect((await days()).find((one) => one.day === day)).toMatchObject({
      state: 'closed',
      covered: true,
      statement: { count: 1, cents: 150_000 },
      after: null,
    })
    expect((await days()).at(-1)).toMatchObject({ day: '2025-03-01', state: 'nothing' })
    expect((await look(day)).close).toMatchObject({
      number: 1,
      signed_by: 'Grace Wanjiru',
      second_by: 'Otieno Omondi',
    })
  })

  test('every difference is named, and their sum is that of the figures', async () => {
    const day = '2025-03-03'
    await pay('UKC0000001', 1000, `${day} 08:00:00`)
    await pay('UKC0000002', 2000, `${day} 09:00:00`)
    await pay('UKC0000003', 300, `${day} 10:00:00`, 'nobody')
    await pay('UKC0000004', 40, `${day} 23:59:59`)
    await upload(day, [
      { at: `${day} 08:00:00`, shillings: 1100, receipt: 'UKC0000001' },
      { at: `${day} 10:00:00`, shillings: 300, receipt: 'UKC0000003' },
      { at: `${day} 11:00:00`, shillings: 7, receipt: 'UKC0000009' },
      {
        at: `${day} 12:00:00`,
        shillings: -1100,
        receipt: 'UKC000000R',
        kind: 'reversal',
        reversed_receipt: 'UKC0000001',
      },
    ])
    await upload('2025-03-04', [
      { at: '2025-03-04 00:00:01', shillings: 40, receipt: 'UKC0000004' },
    ])
    const shown = await look(day)
    expect(kinds(shown).sort()).toEqual(
      [
        ['amount', 100],
        ['not_on_statement', -2000],
        ['on_desk', 300],
        ['other_day', -40],
        ['taken_back_by_mpesa', -1100],
        ['unknown', 7],
      ].sort(),
    )
    const { statement, reversed, reported, ledger } = shown.figures.mpesa
    expect(shown.differences.reduce((sum, { cents }) => sum + cents, 0)).toBe(
      statement.cents + reversed.cents + reported.cents - ledger.cents,
    )
    expect(shown.figures.open_cents).toBe(100 * (100 + 2000 + 300 + 1100 + 7))
    expect(kinds(await look('2025-03-04'))).toEqual([['other_day', 40]])
    const unreasoned = await sign(grace, day)
    expect([unreasoned.status, Object.keys(unreasoned.body.fields ?? {})]).toEqual([
      400,
      ['reason'],
    ])
    expect((await sign(grace, day, 'The desk is asked tomorrow')).status).toBe(201)
  })

  test('without a statement, what M-Pesa has reported stands for it', async () => {
    const day = '2025-03-05'
    await pay('UKE0000001', 900, `${day} 08:00:00`)
    await pay('UKE0000002', 100, `${day} 09:00:00`, 'nobody')
    const shown = await look(day)
    expect(shown.figures).toMatchObject({
      coverage: 'none',
      mpesa: { statement: { count: 0 }, reported: { cents: 100_000 }, ledger: { cents: 90_000 } },
    })
    expect(kinds(shown)).toEqual([['on_desk', 100]])
  })

  test('what comes later stands after the close, and in the next one', async () => {
    const day = '2025-03-06'
    await pay('UKF0000001', 500, `${day} 08:00:00`, 'nobody')
    const before = await look(day)
    expect((await sign(grace, day, 'One waits')).status).toBe(201)
    const { body: items } = await grace.call(listDesk, {})
    const item = items.find((one) => one.receipt === 'UKF0000001')
    const body = { account_number: account }
    await act(grace, assignDeskItem, { params: { id: String(item?.id) }, body })
    const after = await look(day)
    expect([after.figures, kinds(after)]).toEqual([before.figures, kinds(before)])
    expect(after.after).toMatchObject({
      open_cents: 0,
      entries: { day, entered: { count: 1, cents: 50_000 } },
    })
    // In the list of days, too: what was signed, and beside it what came later.
    const { days } = (await grace.call(listCloses, { query: { month: '2025-03' } })).body
    const none = { count: 0, cents: 0 }
    expect(days.find((one) => one.day === day)).toMatchObject({
      ledger: none,
      statement: null,
      after: { day, entered: { count: 1, cents: 50_000 }, taken_back: none, rows: none },
    })
    expect(days.filter(({ after }) => after !== null)).toHaveLength(1)
    expect((await sign(grace, '2025-03-07')).status).toBe(201)
    expect((await look('2025-03-07')).carried).toEqual([after.after?.entries])
    // Not in the one after that.
    expect((await sign(manager, '2025-03-08')).status).toBe(201)
    expect((await look('2025-03-08')).carried).toEqual([])
  })

  test('of two who sign at once, one does; what has changed since is not signed', async () => {
    const day = '2025-03-09'
    const { fingerprint: expected } = await look(day)
    await pay('UKI0000001', 10, `${day} 08:00:00`)
    const late = await grace.call(signClose, { params: { day }, body: { expected } })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    const both = await Promise.all([sign(grace, day), sign(manager, day)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const tomorrow = await grace.call(signClose, {
      params: { day: '2099-01-01' },
      body: { expected },
    })
    expect(tomorrow.status).toBe(400)
  })

  test('money that M-Pesa took back is open until the ledger takes it back, too', async () => {
    const day = '2025-03-13'
    const { db } = server.running.context
    await pay('UKM0000001', 800, `${day} 10:00:00`)
    await upload(day, [
      { at: `${day} 10:00:00`, shillings: 800, receipt: 'UKM0000001' },
      { at: `${day} 15:00:00`, shillings: -800, receipt: 'UKM0000002', kind: 'reversal' },
    ])
    // The statement doesn't say whose it was; the desk has found out.
    const { rows: items } = await sql<{ id: number }>`
      insert into desk_items (company_id, reason, statement_row_id, counted_receipt, amount, raw)
      select company_id, 'taken_back_by_mpesa', id, 'UKM0000001', '800.00', '{}' from statement_rows
      where receipt = 'UKM0000002' returning id`.execute(db)
    const shown = await look(day)
    expect(shown.differences).toMatchObject([
      {
        kind: 'taken_back_by_mpesa',
        cents: -80_000,
        full_name: 'Amina Otieno',
        receipt: 'UKM0000001',
      },
    ])
    expect(shown.differences[0]?.desk_id).toBe(items[0]?.id)
    const { payment_id: id } = await db
      .selectFrom('receipts')
      .where('receipt', '=', 'UKM0000001')
      .select('payment_id')
      .executeTakeFirstOrThrow()
    const { company_id } = graces
    const entry = { reason: 'M-Pesa took it back', entered_by: graces.id }
    await insertReversal(db, { company_id, id }, entry, testNow())
    const after = await look(day)
    expect(kinds(after).sort()).toEqual([
      ['returned', -800],
      ['returned', 800],
    ])
    expect(after.figures.open_cents).toBe(0)
  })

  test('a transfer is known by its code or its row, however staff have typed it', async () => {
    const { db } = server.running.context
    const day = '2025-03-16'
    const paid_at = (on: string) => new Date(`${on}T10:00:00+03:00`)
    const enter = (reference: string, on: string) => {
      const paid = { company_id: graces.company_id, user_id: aminas, purpose: 'rent' } as const
      const by = { entered_by: graces.id, submission_id: crypto.randomUUID() }
      const entry = { kind: 'bank', amount: 100, reference, paid_at: paid_at(on), ...by } as const
      return insertPayment(db, { ...paid, ...entry }, null)
    }
    const source = 'bank' as const
    await addStatement(db, graces.company_id, graces.id, { ...wholeDay(day), source }, [
      { at: `${day} 10:00:00`, shillings: 100, receipt: 'EQ 77' },
      { at: `${day} 11:00:00`, shillings: 100, receipt: null },
    ])
    const { id } = await db
      .selectFrom('statement_rows')
      .where('source', '=', 'bank')
      .where('receipt', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow()
    await enter('eq77', '2025-03-17')
    await enter(`Statement row ${id}`, '2025-03-17')
    expect(kinds(await look(day))).toEqual([
      ['other_day', 100],
      ['other_day', 100],
    ])
    // From the other side, where the close has to find the rows.
    await addStatement(db, graces.company_id, graces.id, { ...wholeDay('2025-03-17'), source }, [
      { at: '2025-03-17 10:00:00', shillings: 5, receipt: 'EQ 78' },
    ])
    expect(kinds(await look('2025-03-17')).sort()).toEqual([
      ['not_entered', 5],
      ['other_day', -100],
      ['other_day', -100],
    ])
  })

  test('who may not sign any more when it comes to it, does not', async () => {
    const { context } = server.running
    const user = { ...graces, staff_role: 'owner' } as AuthUser
    const { fingerprint: expected } = await look('2025-03-18')
    await sql`update users set staff_role = 'viewer' where id = ${graces.id}
      and company_id = ${graces.company_id}`.execute(context.db)
    const refused = { status: 403, message: 'You may not sign for a day any more.' }
    await expect(sign_(context, user, '2025-03-18', { expected })).rejects.toMatchObject(refused)
    await expect(second(context, user, '2025-03-06', { expected })).rejects.toMatchObject(refused)
    await sql`update users set staff_role = 'owner' where id = ${graces.id}
      and company_id = ${graces.company_id}`.execute(context.db)
  })

  test('another residence sees only its own rows; one person alone closes with one signature', async () => {
    const day = '2025-03-12'
    const { db } = server.running.context
    const other = await otherResidence()
    const paid = {
      company_id: other.company_id,
      user_id: other.tenant.id,
      purpose: 'rent' as const,
    }
    const paid_at = new Date(`${day}T10:00:00+03:00`)
    await insertPayment(db, { ...paid, kind: 'paybill', amount: 600, paid_at }, 'UKL0000001')
    await pay('UKL0000002', 50, `${day} 11:00:00`)
    await upload(day, [
      { at: `${day} 10:00:00`, shillings: 600, receipt: 'UKL0000001' },
      { at: `${day} 11:00:00`, shillings: 50, receipt: 'UKL0000002' },
      { at: `${day} 12:00:00`, shillings: 4, receipt: 'UKL0000003' },
    ])
    const theirs = (await other.staff.call(getClose, { params: { day } })).body
    expect(theirs).toMatchObject({
      alone: true,
      differences: [],
      figures: { coverage: 'whole', mpesa: { statement: { count: 1, cents: 60_000 } } },
    })
    expect(kinds(await look(day)).sort()).toEqual([
      ['elsewhere', 600],
      ['unknown', 4],
    ])
    const body = { expected: theirs.fingerprint }
    const signed = await other.staff.call(signClose, { params: { day }, body })
    // The numbers are those of each residence.
    expect([signed.status, signed.body.number]).toEqual([201, 1])
    const { body: days } = await other.staff.call(listCloses, { query: { month: '2025-03' } })
    expect(days.days.find((one) => one.day === day)?.state).toBe('closed')
  })

  test('a refund by M-Pesa that the statement doesn’t have is open, on its day', async () => {
    const day = '2025-03-19'
    const { db } = server.running.context
    const refund = (amount: number, reference: string, on = day) =>
      insertPayment(
        db,
        {
          ...{ company_id: graces.company_id, user_id: aminas, purpose: 'rent', kind: 'refund' },
          ...{ amount: -amount, reference, reason: 'Moved out', entered_by: graces.id },
          ...{ paid_at: new Date(`${on}T10:00:00+03:00`), submission_id: crypto.randomUUID() },
        },
        null,
      )
    await refund(700, 'UCJ4N5P6Q7')
    await refund(900, 'ucj4n5p6q8')
    expect(kinds(await look(day)).sort()).toEqual([
      ['refund', 700],
      ['refund', 900],
    ])
    const row = { at: `${day} 10:00:00`, shillings: -700, kind: 'withdrawal' as const }
    await upload(day, [{ ...row, receipt: 'UCJ4N5P6Q7' }])
    const shown = await look(day)
    expect(shown.differences).toMatchObject([
      {
        kind: 'refund',
        cents: 90_000,
        open: true,
        full_name: 'Amina Otieno',
        receipt: 'UCJ4N5P6Q8',
      },
    ])
    expect(shown.figures.refunds).toMatchObject({ statement: { count: 1 }, ledger: { count: 2 } })
    // The code doesn't pay for another refund on a later day.
    await refund(700, 'UCJ4N5P6Q7', '2025-03-20')
    expect(kinds(await look('2025-03-20'))).toEqual([['amount', 700]])
  })

  test('what waits without the time of its payment is of the day on which it came', async () => {
    const { db } = server.running.context
    const day = '2025-03-21'
    await sql`insert into desk_items (company_id, reason, receipt, amount, raw, created_at)
      values (${graces.company_id}, 'unmatched', 'UCL0000001', '300', '{}',
        ${new Date(`${day}T09:00:00+03:00`)})`.execute(db)
    expect(kinds(await look(day))).toEqual([['on_desk', 300]])
    const { days } = (await grace.call(listCloses, { query: { month: '2025-03' } })).body
    expect(days.find((one) => one.day === day)?.state).toBe('open')
  })

  test('what is taken back after the close stands there once, with its account', async () => {
    const { db } = server.running.context
    const day = '2025-03-22'
    await pay('UCM0000001', 400, `${day} 08:00:00`)
    expect((await sign(grace, day)).status).toBe(201)
    const { payment_id: id } = await db
      .selectFrom('receipts')
      .where('receipt', '=', 'UCM0000001')
      .select('payment_id')
      .executeTakeFirstOrThrow()
    const why = { reason: 'Another tenant’s', entered_by: graces.id }
    const { company_id } = graces
    await insertReversal(db, { company_id, id }, why, new Date(`${day}T20:00:00+03:00`))
    expect((await look(day)).after?.entries).toMatchObject({
      entered: { count: 0 },
      taken_back: { count: 1, cents: 40_000 },
      list: [{ what: 'taken_back', cents: 40_000, full_name: 'Amina Otieno', user_id: aminas }],
    })
  })

  test('late rows of another residence’s payments are carried in its close', async () => {
    const day = '2025-03-23'
    const { db } = server.running.context
    const other = await otherResidence()
    const paid_at = new Date(`${day}T10:00:00+03:00`)
    const paid = { company_id: other.company_id, user_id: other.tenant.id, paid_at }
    const theirs = { ...paid, purpose: 'rent', kind: 'paybill', amount: 600 } as const
    await insertPayment(db, theirs, 'UCN0000001')
    const signs = async (day: string) => {
      const shown = (await other.staff.call(getClose, { params: { day } })).body
      const body = { expected: shown.fingerprint }
      return (await other.staff.call(signClose, { params: { day }, body })).status
    }
    expect(await signs(day)).toBe(201)
    await upload(day, [
      { at: `${day} 10:00:00`, shillings: 600, receipt: 'UCN0000001' },
      { at: `${day} 10:00:00`, shillings: 5, receipt: 'UCN0000002' },
    ])
    expect(await signs('2025-03-24')).toBe(201)
    const next = (await other.staff.call(getClose, { params: { day: '2025-03-24' } })).body
    expect(next.carried).toMatchObject([
      { day, rows: { count: 1, cents: 60_000 }, list: [{ what: 'row', statement_id: null }] },
    ])
  })

  test('nobody changes a close, not even in the database', async () => {
    const { db } = server.running.context
    for (const statement of [
      sql`update day_closes set reason = 'Another'`,
      sql`update day_closes set second_by = ${graces.id}, second_at = now(), second_hash = hash, reason = 'x'
        where second_by is null`,
      sql`delete from day_closes`,
      sql`truncate day_closes`,
      sql`insert into day_closes (company_id, number, day, figures, open_cents, alone, signed_by, signed_at, hash)
        values (${graces.company_id}, 99, '2026-01-01', '{}', 0, true, ${graces.id}, now(), 'x')`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow()
    }
  })

  test('whoever changes a close, or what it was made of, is found out', async () => {
    const { db } = server.running.context
    expect((await verifyCloses(db)).problems).toEqual([])
    const changes: [RawBuilder<unknown>, RegExp][] = [
      [sql`update day_closes set reason = 'Nothing' where number = 2`, /hash is another one/],
      [
        sql`update day_closes set second_at = now() where second_by is not null`,
        /second signature/,
      ],
      [sql`delete from day_closes where number = 2`, /close 2 is missing before it/],
      [
        sql`update payments set amount = amount + 1 from receipts
          where receipts.payment_id = payments.id and receipt = 'UKB0000001'`,
        /close 1 of 2 Mar 2025: the entries .* no longer give the figures/,
      ],
      [
        sql`update statement_rows set cents = cents + 1 where receipt = 'UKC0000009'`,
        /close 2 of 3 Mar 2025: the entries/,
      ],
      [sql`delete from statement_rows where receipt = 'UKC0000009'`, /1 of its statement rows/],
      [
        sql`update day_closes set figures = '{"figures":{"day":"2025-03-03","open_cents":' || open_cents || '}}'
          where number = 2`,
        /close 2 of 3 Mar 2025: its figures can’t be read/,
      ],
      [
        sql`update day_closes set figures = replace(figures, '"alone"', '"other"'), hash = previous_hash
          where number = 3`,
        /hash is another one/,
      ],
    ]
    for (const [change, problem] of changes) {
      await rehearse(db, async (tx) => {
        for (const table of ['day_closes', 'payments', 'statement_rows']) {
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        }
        await change.execute(tx)
        expect((await verifyCloses(tx)).problems.join('\n')).toMatch(problem)
      })
    }
  })

  test('a close that was made by other rules is not computed again, but what it names is there', async () => {
    const { db } = server.running.context
    await rehearse(db, async (tx) => {
      await sql`alter table day_closes disable trigger user`.execute(tx)
      await sql`alter table payments disable trigger user`.execute(tx)
      await sql`update day_closes set figures = replace(figures, '"rules":2', '"rules":1')
        where number = 1 and company_id = ${graces.company_id}`.execute(tx)
      await sql`update payments set amount = amount + 1 from receipts
        where receipts.payment_id = payments.id and receipt = 'UKB0000001'`.execute(tx)
      const { by_other_rules, problems } = await verifyCloses(tx)
      expect(by_other_rules).toBe(1)
      expect(problems.join('\n')).toMatch(/close 1 of 2 Mar 2025: .*hash is another one/)
      expect(problems.join('\n')).not.toMatch(/close 1 of 2 Mar 2025: the entries/)
    })
  })

  test('a close that has the earlier word for what M-Pesa took back gives the same figures', async () => {
    const { db } = server.running.context
    const day = '2025-03-27'
    await upload(day, [
      { at: `${day} 15:00:00`, shillings: -60, receipt: 'UKR1', kind: 'reversal' },
    ])
    expect((await sign(grace, day, 'Nobody knows yet whose it was')).status).toBe(201)
    await rehearse(db, async (tx) => {
      await sql`alter table day_closes disable trigger user`.execute(tx)
      await sql`update day_closes
        set figures = replace(figures, '"kind":"taken_back_by_mpesa"', '"kind":"reversal"')
        where day = ${day}`.execute(tx)
      const problems = (await verifyCloses(tx)).problems.filter((one) => one.includes('27 Mar'))
      expect(problems).toEqual([expect.stringContaining('its hash is another one')])
      const row = await tx
        .selectFrom('day_closes')
        .where('day', '=', day)
        .select('figures')
        .executeTakeFirstOrThrow()
      expect(row.figures).toContain('"kind":"reversal"')
      expect(readFigures(row.figures).figures.differences).toMatchObject([
        { kind: 'taken_back_by_mpesa', cents: -6000 },
      ])
    })
  })
})
