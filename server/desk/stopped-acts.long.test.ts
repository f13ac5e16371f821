import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccounts } from '#contract/desk.ts'
import type { Effect } from '#contract/entries.ts'
import { previewStatement, uploadStatement } from '#contract/statements.ts'
import { dayOf } from '#rules/calendar.ts'
import { acts } from '../acts.ts'
import { approve } from '../approvals/decide.ts'
import type { Context } from '../context.ts'
import { handEntryActs } from '../entries/hand-entries.ts'
import { HttpError } from '../http/errors.ts'
import type { Actor } from '../staff-log.ts'
import { confirmation, confirmTo, newReceipt } from '../testing/fake-daraja.ts'
import { addPerson } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { portalCsv, portalName } from '../testing/statements.ts'
import { stoppingDb } from '../testing/stopping-db.ts'
import type { ChosenAct } from './actions.ts'
import { previewItem, resolveItem } from './resolve.ts'
import { previewDeskUndo, reverse } from './undo.ts'

/** More SQL statements than any act needs; the loop ends when none was reached. */
const MAX_STATEMENTS = 100
const SHORTCODE = '174379'
const START = new Date('2026-11-20T15:00:00Z')

/** An act that is about to be done, as somebody has seen it. */
interface Prepared {
  item?: number
  approval?: number
  run(context: Context): Promise<unknown>
}

/**
 * The process ends before or after each single statement of an act of staff. What is there then is all of it or nothing: entries,
 * receipts, the item, the request, the log and what the tenant is told. Done again, it is there once.
 */
describe.each(databases)('stopped anywhere in an act of staff, on %s', (kind) => {
  let server: TestServer
  let staff: Caller
  let grace: Actor
  let second: Actor
  let amina: { user_id: number; account_number: string }
  let brian: typeof amina

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => START)
    staff = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const { db } = server.running.context
    const { id } = await db
      .selectFrom('users')
      .where('email', '=', 'staff@acacia.example')
      .select('id')
      .executeTakeFirstOrThrow()
    grace = { company_id: 1, id }
    const manager = await addPerson(db, 1, 'manager@acacia.example', { staff_role: 'manager' })
    second = { company_id: 1, id: manager }
    const accounts = (await staff.call(listAccounts, {})).body
    const named = (name: string) => {
      const found = accounts.find(({ full_name }) => full_name.startsWith(name))
      if (!found) throw new Error(`no ${name}`)
      return found
    }
    amina = named('Amina')
    brian = named('Brian')
  })
  afterAll(() => endServer(server))

  const setLimit = (approval_limit: number | null) =>
    server.running.context.db.updateTable('companies').set({ approval_limit }).execute()

  /** A payment, reported by M-Pesa. */
  async function paid(typed: string, amount: number) {
    const receipt = newReceipt()
    const report = { ...confirmation(receipt, typed, String(amount)), BusinessShortCode: SHORTCODE }
    await confirmTo(server, report)
    return receipt
  }
  async function itemOf(receipt: string) {
    const { id } = await server.running.context.db
      .selectFrom('desk_items')
      .where(({ or, eb }) => or([eb('receipt', '=', receipt), eb('counted_receipt', '=', receipt)]))
      .select('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const unmatched = async (amount: number) => itemOf(await paid('for the two of us', amount))

  async function deciding(item: number, chosen: ChosenAct): Promise<Prepared> {
    const seen = await previewItem(server.running.context, grace, item, chosen)
    const payload = { item, chosen, note: 'As agreed' }
    return { item, run: (context) => resolveItem(context, grace, payload, seen) }
  }
  const crediting = async () =>
    deciding(await unmatched(700), { act: 'assign', account_number: amina.account_number })
  const sharing = async () =>
    deciding(await unmatched(900), {
      act: 'split',
      parts: [amina, brian].map(({ account_number }, at) => ({
        account_number,
        amount: 400 + 100 * at,
      })),
    })

  async function reversing(prepared: Prepared): Promise<Prepared> {
    const { context } = server.running
    const { item = 0 } = prepared
    await prepared.run(context)
    const { payment_id } = await context.db
      .selectFrom('desk_items')
      .where('company_id', '=', 1)
      .where('id', '=', item)
      .select('payment_id')
      .executeTakeFirstOrThrow()
    const undo = { payment_id: payment_id ?? 0, note: 'By mistake' }
    const seen = await previewDeskUndo(context, grace, item, { act: 'reverse', ...undo })
    return { item, run: (context) => reverse(context, grace, { item, ...undo }, seen) }
  }

  /** Payments that one statement says M-Pesa has taken back. */
  const pool: string[] = []
  async function takingBack() {
    if (pool.length === 0) {
      while (pool.length < MAX_STATEMENTS) pool.push(await paid(amina.account_number, 50))
      const lines = pool.map((receipt, at) => ({
        receipt: `UR${randomBytes(4).toString('hex').toUpperCase()}`,
        at: new Date(START.getTime() - 60_000 * (at + 1)),
        details: `Reversal of Pay Bill transaction ${receipt}`,
        cents: -5000,
      }))
      const file_name = portalName(SHORTCODE, dayOf(START))
      const files = { table: new Blob([portalCsv(lines.toReversed(), 5_000_000)]) }
      const { fingerprint } = (await staff.call(previewStatement, { body: { file_name }, files }))
        .body
      const done = await staff.call(uploadStatement, { body: { file_name, fingerprint }, files })
      expect(done.status, done.body.message).toBe(201)
    }
    return deciding(await itemOf(pool.pop() ?? ''), { act: 'correct' })
  }

  async function entering(form: { kind: 'cash' | 'waiver'; amount: number }) {
    const entry = { ...form, on: dayOf(START), reference: null, reason: 'As agreed' }
    const submission_id = crypto.randomUUID()
    const { user_id } = amina
    const expected = await handEntryActs.previewEntry(server.running.context, grace, user_id, entry)
    const body = { entry, submission_id, expected }
    return (context: Context) => handEntryActs.enter(context, grace, user_id, body)
  }
  async function undoing(): Promise<Prepared> {
    const { context } = server.running
    const { id } = await (await entering({ kind: 'cash', amount: 30 }))(context)
    const entry = id ?? 0
    const expected: Effect = await handEntryActs.previewUndo(context, grace, amina.user_id, entry)
    const body = { entry, reason: 'By mistake', expected }
    return { run: (context) => handEntryActs.undo(context, grace, amina.user_id, body) }
  }
  async function asking() {
    if (!owes) await owing()
    await setLimit(100)
    return entering({ kind: 'waiver', amount: 200 })
  }
  /** More than what they have been credited, so that it can be waived. */
  let owes = false
  async function owing() {
    owes = true
    const { context } = server.running
    const charge = {
      kind: 'charge',
      amount: 900_000,
      on: dayOf(START),
      reason: 'Years of rent',
    } as const
    const entry = { ...charge, reference: null }
    const expected = await handEntryActs.previewEntry(context, grace, amina.user_id, entry)
    const submission_id = crypto.randomUUID()
    await handEntryActs.enter(context, grace, amina.user_id, { entry, submission_id, expected })
  }
  async function approving(): Promise<Prepared> {
    const { waiting } = await (await asking())(server.running.context)
    const approval = waiting?.id ?? 0
    return { approval, run: (context) => approve(context, acts, second, approval) }
  }

  /** What is new since, and what has become of the item and the request. */
  async function stateSince(
    marks: Awaited<ReturnType<typeof newest>>,
    { item = 0, approval = 0 }: Prepared,
  ) {
    const { db } = server.running.context
    const payments = await db
      .selectFrom('payments')
      .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
      .where('payments.id', '>', marks.payments)
      .select(['kind', 'amount', 'user_id', 'parts', 'reason'])
      .select(({ eb }) => eb('reverses_payment_id', 'is not', null).as('names'))
      .orderBy('payments.id')
      .execute()
    const charges = await db
      .selectFrom('charges')
      .where('id', '>', marks.charges)
      .select(['kind', 'amount'])
      .execute()
    const log = await db
      .selectFrom('staff_log')
      .where('id', '>', marks.staff_log)
      .select(['act', 'user_id'])
      .orderBy('id')
      .execute()
    const told = await db
      .selectFrom('account_notices')
      .where('id', '>', marks.account_notices)
      .select(['kind', 'amount', 'user_id'])
      .orderBy('id')
      .execute()
    const asked = await db
      .selectFrom('approvals')
      .where(({ or, eb }) => or([eb('id', '>', marks.approvals), eb('id', '=', approval)]))
      .select(['act', 'outcome', 'shillings'])
      .execute()
    const desk = await db
      .selectFrom('desk_items')
      .where('id', '=', item)
      .select(['outcome', 'note'])
      .execute()
    return { payments, charges, log, told, asked, desk }
  }

  async function newest() {
    const { db } = server.running.context
    const of = async (
      table: 'payments' | 'charges' | 'staff_log' | 'account_notices' | 'approvals',
    ) =>
      (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
        ?.id ?? 0
    return {
      payments: await of('payments'),
      charges: await of('charges'),
      staff_log: await of('staff_log'),
      account_notices: await of('account_notices'),
      approvals: await of('approvals'),
    }
  }

  /** What is done again may be done by now, and says so. */
  async function doneAgain({ run }: Prepared) {
    try {
      await run(server.running.context)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409) throw error
    }
  }

  const cases: [string, () => Promise<Prepared>][] = [
    ['a credit', crediting],
    ['a payment that is shared', sharing],
    ['a credit that is taken back', async () => reversing(await crediting())],
    ['a shared payment that is taken back', async () => reversing(await sharing())],
    ['what M-Pesa took back', takingBack],
    ['what counts again', async () => reversing(await takingBack())],
    ['an entry by hand', async () => ({ run: await entering({ kind: 'cash', amount: 30 }) })],
    ['an entry by hand that is taken back', undoing],
    ['a waiver that waits', async () => ({ run: await asking() })],
    ['an approval', approving],
  ]

  test.each(cases)('%s', async (_, prepare) => {
    const prepared = async () => {
      await setLimit(null)
      // Nothing of the one before waits.
      await server.running.context.db
        .updateTable('approvals')
        .set({ outcome: 'expired', decided_at: START })
        .where('outcome', 'is', null)
        .execute()
      const act = await prepare()
      const marks = await newest()
      return { act, marks, start: await stateSince(marks, act) }
    }
    const whole = await prepared()
    await whole.act.run(server.running.context)
    const end = await stateSince(whole.marks, whole.act)
    expect(end).not.toEqual(whole.start)
    let reached = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= MAX_STATEMENTS; at++) {
        const { act, marks, start } = await prepared()
        const { context } = server.running
        const stopping = stoppingDb(context.database, at, when)
        await act.run({ ...context, db: stopping.db }).catch(() => undefined)
        const step = `${when} statement ${at}`
        const left = await stateSince(marks, act)
        expect([start, end], step).toContainEqual(left)
        await doneAgain(act)
        expect(await stateSince(marks, act), step).toEqual(end)
        if (!stopping.stopped()) {
          reached = Math.max(reached, at - 1)
          break
        }
      }
    }
    expect(reached).toBeGreaterThan(8)
  })
})
