import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAssistant } from '#contract/assistant.ts'
import { getUser } from '#contract/auth.ts'
import { assignDeskItem } from '#contract/desk.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import {
  changeFees,
  type Fee,
  getFees,
  previewRecurringFee,
  startRecurringFee,
} from '#contract/fees.ts'
import {
  type AccountStatement,
  getOwnStatement,
  getTenantStatement,
  listLedger,
} from '#contract/ledger.ts'
import { listLetters } from '#contract/letters.ts'
import { initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { listLog } from '#contract/staff-log.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTenants } from '#contract/tenants.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { addDays, addMonths, dayOf } from '#rules/calendar.ts'
import { dueOfAccount, dueSentence } from '#rules/due.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  type FakeDaraja,
  paidCallback,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('one’s own money on %s', (kind) => {
  const now = new Date('2026-11-20T09:00:00Z')
  let at = now
  const today = dayOf(now)
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let id = 0

  async function goTo(time: Date) {
    at = time
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
  }
  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' }, () => at)
    await goTo(now)
    const tenants = (await grace.call(listTenants, {})).body
    id = tenants.find(({ full_name }) => full_name === 'Amina Otieno')?.id ?? 0
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const own = async (span: { from?: string; until?: string } = {}) =>
    (await amina.call(getOwnStatement, { query: span })).body
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await server.fetch(path, request)).status).toBe(200)
  }
  const text = async (who: Caller, path: string) => (await who.fetch(`/api${path}`)).text()

  test('the statement ends with the balance, and is the one that staff see', async () => {
    const all = await own()
    const { current_month_balance } = (await amina.call(getPaymentSummary, {})).body
    expect(all).toMatchObject({
      from: null,
      until: today,
      opening: 0,
      closing: current_month_balance,
      tenant: { full_name: 'Amina Otieno' },
      residence: { name: 'Acacia Court' },
    })
    expect(all.opening + all.charged - all.credited).toBe(all.closing)
    const params = { id: String(id) }
    expect((await grace.call(getTenantStatement, { params, query: {} })).body).toEqual(all)
    const ledger = (await grace.call(listLedger, { params, query: { limit: '100' } })).body
    expect(all.rows.map(({ balance }) => balance)).toEqual(
      ledger.map(({ balance }) => balance).toReversed(),
    )
  })

  test('statements of days that follow one another join, wherever they are cut', async () => {
    const all = await own()
    const cuts = new Set([addMonths(today, -6), ...all.rows.map(({ day }) => day)])
    const join = ({ rows }: AccountStatement, more: AccountStatement) => [...rows, ...more.rows]
    for (const cut of cuts) {
      const [before, after] = [await own({ until: cut }), await own({ from: addDays(cut, 1) })]
      expect(after.opening).toBe(before.closing)
      expect(after.closing).toBe(all.closing)
      expect(join(before, after)).toEqual(all.rows)
      if (cut === today) break
    }
  })

  test('as CSV and PDF, with the balance before and after', async () => {
    const from = addMonths(today, -1)
    const { opening, closing, rows } = await own({ from })
    const csv = await text(amina, `/statement/csv/?from=${from}`)
    const lines = csv.trim().split('\n')
    expect(lines).toHaveLength(rows.length + 3)
    expect(opening).toBeGreaterThan(0)
    expect(lines[1]).toBe(`${from},Opening balance,,,,${opening},0,,,,,`)
    expect(lines.at(-1)).toBe(`${today},Closing balance,,,,${closing},0,,,,,`)
    expect(await text(amina, `/statement/pdf/?from=${from}`)).toMatch(/^%PDF-/)
    const wrong = await amina.call(getOwnStatement, { query: { from, until: addDays(from, -1) } })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { until: 'Choose the same day or a later one, until today.' },
    ])
  })

  test.each(['push', 'paybill'] as const)(
    'a %s that is taken back and credited again comes after what took it back, and no balance in between is wrong',
    async (came) => {
      const signIn = () => (came === 'push' ? amina : server.signIn('0722000002', '23456789'))
      let tenant = await signIn()
      const statement = async () => (await tenant.call(getOwnStatement, { query: {} })).body
      const account = (await tenant.call(getAccountNumber, {})).body.account_number
      const amount = 300
      const code = came === 'push' ? 'UKK1AGAIN2' : 'UKK1AGAIN3'
      if (came === 'push') {
        const body = { phone_number: '0748000001', amount, account_reference: account }
        expect((await tenant.call(initiatePush, { body })).status).toBe(200)
        const { pathname } = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '')
        await post(pathname, paidCallback(daraja.checkoutId(0), code, amount))
      } else {
        const path = `/api/hooks/${server.running.context.hookSecret}/confirmation`
        await post(path, confirmation(code, account, String(amount)))
      }
      const params = { id: String((await tenant.call(getUser, {})).body.id) }
      const before = await statement()
      const number = (await grace.call(listLedger, { params })).body[0]?.receipt_number ?? ''
      // Days later.
      await goTo(new Date('2026-11-22T09:00:00Z'))
      const taken = { params: { number } }
      const expected = (await grace.call(previewTakeBack, taken)).body
      const body = { reason: 'Of another tenant', expected }
      const { item } = (await grace.call(takeBackPayment, { ...taken, body })).body
      await goTo(new Date('2026-11-23T09:00:00Z'))
      const again = { params: { id: String(item) }, body: { account_number: account } }
      expect((await act(grace, assignDeskItem, again)).status).toBe(200)

      tenant = await signIn()
      const after = await statement()
      expect(after.rows.slice(0, before.rows.length - 1)).toEqual(before.rows.slice(0, -1))
      const name = came === 'push' ? 'M‑Pesa payment' : 'Paybill payment'
      const paid = { day: '2026-11-20', amount: -amount, balance: before.closing }
      expect(after.rows.slice(-3)).toMatchObject([
        { ...paid, entry: `${name} (taken back)` },
        { entry: `${name} taken back`, amount, balance: before.closing + amount },
        { entry: `${name}, credited again`, amount: -amount, balance: before.closing },
      ])
      const days = after.rows.map(({ day }) => day)
      expect(days).toEqual(days.toSorted())
      expect(after.closing).toBe(before.closing)
      expect(after.sums).toEqual({
        ...before.sums,
        taken_back: before.sums.taken_back + amount,
        credited_again: before.sums.credited_again + amount,
      })
      const ledger = (await grace.call(listLedger, { params, query: { limit: '100' } })).body
      expect(after.rows.map(({ balance }) => balance)).toEqual(
        ledger.map(({ balance }) => balance).toReversed(),
      )
      // Its receipt and its line in the list of payments tell how it came.
      const receipt = { params: { number: ledger[0]?.receipt_number ?? '' } }
      expect((await tenant.call(getReceipt, receipt)).body).toMatchObject({
        kind: came,
        mpesa_receipt_number: code,
      })
      const sides = (balance: number) => [Math.max(balance, 0), Math.max(-balance, 0)]
      const lines = (await text(tenant, '/statement/csv/')).trim().split('\n').slice(-4)
      expect(
        lines.map((line) =>
          line
            .replace(/"[^"]*"/g, '')
            .split(',')
            .slice(3, 7)
            .map(Number),
        ),
      ).toEqual([
        [0, amount, ...sides(before.closing)],
        [0, -amount, ...sides(before.closing + amount)],
        [0, amount, ...sides(before.closing)],
        [0, 0, ...sides(before.closing)],
      ])
      await goTo(now)
    },
  )

  test('only what staff download is in their log', async () => {
    const logged = async () =>
      (await grace.call(listLog, {})).body.filter(({ act }) => act === 'export.statement').length
    const before = await logged()
    await text(amina, '/statement/csv/')
    expect(await logged()).toBe(before)
    await text(grace, `/staff/tenants/${id}/statement/csv/`)
    expect(await logged()).toBe(before + 1)
  })

  test('a tenant reads who entered something by hand, as on its receipt', async () => {
    const entry = { kind: 'cash' as const, amount: 100, on: today, reference: '', reason: '' }
    const params = { id: String(id) }
    const expected = (await grace.call(previewEntry, { params, body: entry })).body
    await grace.call(enterByHand, {
      params,
      body: { entry, submission_id: crypto.randomUUID(), expected },
    })
    const line = (await text(amina, '/statement/csv/')).match(/.*Cash payment.*/)?.[0]
    expect(line).toContain(',Grace Wanjiru,')
  })

  test('what is owed since when: months that add up to the balance, as the letters list them', async () => {
    const { db } = server.running.context
    const others = [3, 5, 7, 9].map((number) =>
      server.signIn(`07220${String(number).padStart(5, '0')}`, String(30_000_000 + number)),
    )
    for (const month of ['2026-08', '2026-09']) {
      const { tenancy_id } = await db
        .selectFrom('charges')
        .where('company_id', '=', 1)
        .where('user_id', '=', id)
        .select('tenancy_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('charges')
        .values({ company_id: 1, user_id: id, tenancy_id, month, amount: 900, kind: 'rent' })
        .execute()
    }
    for (const who of [amina, ...(await Promise.all(others))]) {
      const summary = (await who.call(getPaymentSummary, {})).body
      const { owed_months, current_month_balance } = summary
      expect(owed_months.reduce((sum, { owed }) => sum + owed, 0)).toBe(
        Math.max(0, current_month_balance),
      )
      expect(owed_months).toEqual((await who.call(listLetters, {})).body.months)
      const due = dueOfAccount(summary, today)
      const answer = await who.fetch('/api/assistant/ask/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'How much do I owe?' }),
      })
      const [first = ''] = (await answer.text()).split('\n')
      const line = askAssistant.lines.parse(JSON.parse(first))
      expect(line.type === 'text' && line.text).toContain(due && dueSentence(due, today))
    }
  })

  test('a fee of every month is to pay with the next rent', async () => {
    const key: Fee = {
      ...{ id: null, name: 'Laundry', amount: 400 },
      ...{ may_vary: false, active: true, next: { amount: 450, from: '2026-12-01' } },
    }
    const was = (await grace.call(getFees, {})).body
    const [fee] = (await grace.call(changeFees, { body: { was, now: [key] } })).body
    const params = { id: String(id) }
    const recurring = { fee: fee?.id ?? 0, amount: 450, from_month: '2026-12' }
    const expected = (await grace.call(previewRecurringFee, { params, body: recurring })).body
    const body = { recurring, submission_id: crypto.randomUUID(), expected }
    expect((await grace.call(startRecurringFee, { params, body })).status).toBe(201)
    const summary = (await amina.call(getPaymentSummary, {})).body
    expect(summary.next_fees).toBe(450)
    expect(dueOfAccount(summary, today)).toMatchObject({
      total: summary.current_month_balance + (summary.rate ?? 0) + 450,
      by: '2026-12-01',
    })
  })
})
