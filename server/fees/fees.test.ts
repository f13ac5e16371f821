import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountNotices } from '#contract/account-notices.ts'
import { getUser } from '#contract/auth.ts'
import { closeClaim, findPayment } from '#contract/claims.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import {
  changeFees,
  changeLateFees,
  type Fee,
  getFees,
  getLateFees,
  listRecurringFees,
  previewRecurringFee,
  startRecurringFee,
  stopRecurringFee,
} from '#contract/fees.ts'
import { listLedger } from '#contract/ledger.ts'
import { getOverview } from '#contract/overview.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { removeTenant } from '#contract/tenants.ts'
import { chargeRentForAllCompanies } from '../billing/charge-rent.ts'
import { runDailyJobs } from '../jobs.ts'
import { chargeLateFeesForAllCompanies } from '../late-fees/late-fees.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const key: Fee = {
  ...{ id: null, name: 'Key replacement', amount: 500 },
  ...{ may_vary: false, active: true, next: null },
}
const damage: Fee = { ...key, name: 'Damage', amount: 1000, may_vary: true }

describe.each(databases)('fees on %s', (kind) => {
  let at = new Date('2026-11-20T09:00:00Z').getTime()
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let brian: Caller
  let faith: Caller
  const ids = { amina: '', brian: '', faith: '' }

  async function signIn() {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    faith = await server.signIn('0722000003', '30000003')
  }
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => new Date(at))
    await signIn()
    ids.amina = String((await amina.call(getUser, {})).body.id)
    ids.faith = String((await faith.call(getUser, {})).body.id)
    ids.brian = String((await brian.call(getUser, {})).body.id)
  })
  afterAll(() => endServer(server))

  async function goTo(day: string) {
    at = new Date(`${day}T09:00:00+03:00`).getTime()
    await signIn()
  }
  const fees = async () => (await grace.call(getFees, {})).body
  const save = async (now: Fee[], was?: Fee[]) =>
    grace.call(changeFees, { body: { was: was ?? (await fees()), now } })
  const idOf = async (name: string) =>
    (await fees()).find((fee) => fee.name === name)?.id ?? undefined
  const today = () => new Date(at + 3 * 60 * 60_000).toISOString().slice(0, 10)
  const summary = async (who: Caller) => (await who.call(getPaymentSummary, {})).body
  const owed = async (who: Caller) => (await summary(who)).current_month_balance
  const ledger = async (id: string) =>
    (await grace.call(listLedger, { params: { id }, query: { limit: '100' } })).body
  async function enter(id: string, name: string, amount: number, reason?: string) {
    const entry = { kind: 'fee', on: today(), fee: await idOf(name), amount, reason } as const
    const params = { id }
    const shown = await grace.call(previewEntry, { params, body: entry })
    if (shown.status !== 200) return { ...shown, body: { ...shown.body, id: null } }
    const body = { entry, submission_id: crypto.randomUUID(), expected: shown.body }
    return grace.call(enterByHand, { params, body })
  }
  async function undo(id: string, entry: number | null) {
    const params = { id, entry: String(entry) }
    const { body: expected } = await grace.call(previewUndo, { params })
    return grace.call(undoEntry, { params, body: { reason: 'By mistake', expected } })
  }
  const dueThisMonth = async () => {
    const { body } = await grace.call(getOverview, { query: {} })
    return { ...body.due, month: body.months.at(-1)?.due }
  }

  test('the price list: saved as a whole, with prices that hold from a day', async () => {
    expect(await fees()).toEqual([])
    const saved = await save([key, damage, { ...key, name: 'Joining fee', amount: 2000 }])
    expect(saved.body.map(({ name, amount }) => [name, amount])).toEqual([
      ['Key replacement', 500],
      ['Damage', 1000],
      ['Joining fee', 2000],
    ])
    expect((await save([], [])).body).toMatchObject({ code: 'changed_meanwhile' })
    const [first, ...rest] = await fees()
    if (!first) throw new Error('no fee')
    const plan = (from: string) => save([{ ...first, next: { amount: 600, from } }, ...rest])
    expect((await plan('2026-11-20')).status).toBe(400)
    expect((await plan('2026-12-15')).body[0]).toMatchObject({
      amount: 500,
      next: { amount: 600, from: '2026-12-15' },
    })
    // What nobody was charged can go.
    expect((await save((await fees()).slice(0, 2))).body).toHaveLength(2)
  })

  test('a fee is shown first, entered, seen by its name, and taken back by its opposite', async () => {
    const [before, figures] = [await owed(amina), await dueThisMonth()]
    const entered = await enter(ids.amina, 'Key replacement', 500, 'Lost on the bus')
    expect([entered.status, entered.body.before, entered.body.after]).toEqual([
      ...[201, before, before + 500],
    ])
    const { current_month_balance, other_charges } = await summary(amina)
    expect(current_month_balance).toBe(before + 500)
    const line = { kind: 'fee', name: 'Key replacement', reason: 'Lost on the bus', amount: 500 }
    expect(other_charges).toMatchObject([line])
    expect((await ledger(ids.amina)).find(({ id }) => id === entered.body.id)).toMatchObject({
      ...{ ...line, month: '2026-11', by: 'Grace Wanjiru', can_undo: true },
    })
    const answer = await amina.fetch('/api/assistant/ask/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'How much do I owe?' }),
    })
    expect((await answer.text()).replaceAll('\u00a0', ' ')).toContain(', Key replacement Ksh 500, ')
    const [told] = (await amina.call(listAccountNotices, {})).body
    expect(told?.text.replaceAll('\u00a0', ' ')).toBe(
      'Grace added Ksh 500 to what you owe: Key replacement (Lost on the bus)',
    )
    // It is owed like rent, and no part of the rent that is reported.
    expect(await dueThisMonth()).toEqual(figures)

    const undone = await undo(ids.amina, entered.body.id)
    expect([undone.status, undone.body.after]).toEqual([201, before])
    expect((await summary(amina)).other_charges).toEqual([])
    const rows = await ledger(ids.amina)
    expect(rows.find(({ id }) => id === undone.body.id)).toMatchObject({
      ...{ kind: 'fee', name: 'Key replacement', amount: -500, reason: 'By mistake' },
      ...{ can_undo: false, takes_back: { kind: 'fee' } },
    })
    const again = async (entry: number | null) => {
      const params = { id: ids.amina, entry: String(entry) }
      return (await grace.call(previewUndo, { params })).body.code
    }
    expect(await again(entered.body.id)).toBe('already_reversed')
    expect(await again(undone.body.id)).toBe('not_by_hand')
    expect(await dueThisMonth()).toEqual(figures)
  })

  test('a waiver of a fee names it, and leaves the rent as it is', async () => {
    const params = { id: ids.amina }
    const [before, figures] = [await owed(amina), await dueThisMonth()]
    const fee = (await enter(ids.amina, 'Key replacement', 500)).body.id ?? 0
    const waiver = (amount: number, waives: number) =>
      ({ kind: 'waiver', on: today(), amount, waives, reason: 'As agreed' }) as const
    const look = (amount: number, waives = fee) =>
      grace.call(previewEntry, { params, body: waiver(amount, waives) })
    async function waive(amount: number) {
      const { body: expected } = await look(amount)
      const body = { entry: waiver(amount, fee), submission_id: crypto.randomUUID(), expected }
      return (await grace.call(enterByHand, { params, body })).body.id
    }
    const rowOf = async (entry: number | null) =>
      (await ledger(ids.amina)).find(({ id }) => id === entry)
    expect(await rowOf(fee)).toMatchObject({ left_to_waive: 500 })
    expect((await look(501)).body.fields?.amount).toMatch(/500 is left of this fee/)
    expect((await look(100, fee - 1)).body.fields).toHaveProperty('waives')
    const brians = (await enter(ids.brian, 'Key replacement', 500)).body.id ?? 0
    expect((await look(100, brians)).body.fields).toHaveProperty('waives')
    await undo(ids.brian, brians)
    const body = { ...waiver(100, fee), kind: 'charge' as const }
    expect((await grace.call(previewEntry, { params, body })).status).toBe(400)

    const waived = await waive(200)
    expect(await rowOf(fee)).toMatchObject({ left_to_waive: 300 })
    expect(await rowOf(waived)).toMatchObject({
      ...{ kind: 'waiver', name: 'Key replacement', amount: -200, reason: 'As agreed' },
      ...{ can_undo: true, left_to_waive: null },
    })
    expect([await owed(amina), await dueThisMonth()]).toEqual([before + 300, figures])
    expect((await summary(amina)).other_charges).toMatchObject([
      { kind: 'fee', amount: 500 },
      { kind: 'waiver', name: 'Key replacement', amount: -200 },
    ])
    const csv = await (await grace.fetch('/api/staff/exports/ledger/')).text()
    expect(csv).toContain('Key replacement waived')
    const [told] = (await amina.call(listAccountNotices, {})).body
    expect(told?.text.replaceAll('\u00a0', ' ')).toBe(
      'Grace took Ksh 200 off what you owe: Key replacement (As agreed)',
    )

    // A fee is taken back after its waivers.
    const ofFee = { params: { ...params, entry: String(fee) } }
    expect((await grace.call(previewUndo, ofFee)).body.code).toBe('fee_waived')
    const { db } = server.running.context
    const more = db
      .insertInto('charges')
      .columns([
        ...(['company_id', 'user_id', 'kind', 'month', 'amount', 'reason'] as const),
        ...(['entered_by', 'name', 'fee_id', 'waives_charge_id'] as const),
      ])
      .expression((eb) =>
        eb
          .selectFrom('charges')
          .where('waives_charge_id', 'is not', null)
          .select(['company_id', 'user_id', 'kind', 'month', eb.lit(-301).as('amount'), 'reason'])
          .select(['entered_by', 'name', 'fee_id', 'waives_charge_id']),
      )
    await expect(more.execute()).rejects.toThrow(/as much left/)
    const undone = await undo(ids.amina, waived)
    expect(await rowOf(undone.body.id)).toMatchObject({
      amount: 200,
      takes_back: { kind: 'waiver' },
    })
    expect((await undo(ids.amina, fee)).body.after).toBe(before)
    expect((await look(100)).body.fields).toHaveProperty('waives')
    expect(await dueThisMonth()).toEqual(figures)
  })

  test('another amount only where the list says so; what is switched off or charged', async () => {
    const other = await enter(ids.amina, 'Key replacement', 400)
    expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([400, ['amount']])
    const varied = await enter(ids.amina, 'Damage', 350)
    expect(varied.status).toBe(201)
    await undo(ids.amina, varied.body.id)
    const nothing = await enter(ids.amina, 'No such fee', 350)
    expect(Object.keys(nothing.body.fields ?? {})).toEqual(['fee'])
    const left = await save((await fees()).filter(({ name }) => name !== 'Damage'))
    expect([left.status, left.body.message]).toEqual([
      ...[400, 'Damage has been charged, so it stays on the list. Switch it off instead.'],
    ])
    const off = (await fees()).map((fee) => ({ ...fee, active: fee.name !== 'Damage' }))
    await save(off)
    expect(Object.keys((await enter(ids.amina, 'Damage', 1000)).body.fields ?? {})).toEqual(['fee'])
  })

  describe('every month', () => {
    const form = async (changes: object = {}) => ({
      ...{ fee: (await idOf('Key replacement')) ?? 0, amount: 500, from_month: '2026-11' },
      ...changes,
    })
    async function start(id: string, changes: object = {}) {
      const recurring = await form(changes)
      const params = { id }
      const shown = await grace.call(previewRecurringFee, { params, body: recurring })
      if (shown.status !== 200) return shown
      const body = { recurring, submission_id: crypto.randomUUID(), expected: shown.body }
      const both = await Promise.all([
        grace.call(startRecurringFee, { params, body }),
        grace.call(startRecurringFee, { params, body }),
      ])
      expect(both.map(({ status }) => status)).toEqual([201, 201])
      return both[0]
    }
    const listed = async (id: string) =>
      (await grace.call(listRecurringFees, { params: { id } })).body
    const feesOf = async (id: string) =>
      (await ledger(id))
        .filter((row) => row.kind === 'fee' && !row.voided && !row.takes_back)
        .map(({ month, amount }) => [month, amount])

    test('this month’s at once, the next ones with the rent, each once and at its price', async () => {
      const before = await owed(brian)
      const started = await start(ids.brian, { until_month: '2027-02' })
      expect(started.body).toMatchObject({ before, after: before + 500 })
      expect(await owed(brian)).toBe(before + 500)
      expect(await listed(ids.brian)).toMatchObject([
        { name: 'Key replacement', amount: 500, by_list: true, until_month: '2027-02' },
      ])
      const { context } = server.running
      // Nothing ran in December, and in January it ran twice at once. The price has changed on 15 December.
      await goTo('2027-01-01')
      await Promise.all([chargeRentForAllCompanies(context), chargeRentForAllCompanies(context)])
      await runDailyJobs(context)
      expect(await feesOf(ids.brian)).toEqual([
        ['2027-01', 600],
        ['2026-12', 500],
        ['2026-11', 500],
      ])
      // What was taken back isn't entered again.
      const [january] = await ledger(ids.brian)
      const row = (await ledger(ids.brian)).find(
        ({ kind, month }) => kind === 'fee' && month === '2027-01',
      )
      expect(january).toBeDefined()
      await undo(ids.brian, row?.id ?? null)
      await chargeRentForAllCompanies(context)
      expect(await feesOf(ids.brian)).toHaveLength(2)
      await goTo('2027-03-02')
      await chargeRentForAllCompanies(context)
      expect((await feesOf(ids.brian))[0]).toEqual(['2027-02', 600])
      expect(await listed(ids.brian)).toEqual([])
      const csv = await grace.fetch(`/api/staff/tenants/${ids.brian}/statement/csv/`)
      expect(await csv.text()).toContain(',Key replacement,2027-02,600,')
    })

    test('stopped, it is charged no more; one that hasn’t begun is gone', async () => {
      await start(ids.brian, { amount: 600, from_month: '2027-03' })
      await start(ids.brian, { amount: 600, from_month: '2027-05' })
      const [later, now] = await listed(ids.brian)
      expect(later).toMatchObject({ from_month: '2027-05', by: 'Grace Wanjiru' })
      for (const one of [later, now]) {
        const params = { id: ids.brian, fee: String(one?.id) }
        expect((await grace.call(stopRecurringFee, { params })).status).toBe(200)
      }
      expect(await listed(ids.brian)).toMatchObject([
        { from_month: '2027-03', until_month: '2027-03' },
      ])
      const charged = await feesOf(ids.brian)
      await goTo('2027-06-01')
      await chargeRentForAllCompanies(server.running.context)
      expect(await feesOf(ids.brian)).toEqual(charged)
    })

    test.each([
      [{ from_month: '2027-05' }, 'from_month'],
      [{ from_month: '2029-01' }, 'from_month'],
      [{ from_month: '2027-07', until_month: '2027-06' }, 'until_month'],
      [{ from_month: '2027-07', amount: 5 }, 'amount'],
      [{ from_month: '2027-07', fee: 9999 }, 'fee'],
    ])('%o is refused at its field', async (changes, field) => {
      const refused = await start(ids.brian, { amount: 600, ...changes })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    })

    test('whoever has left is charged nothing more', async () => {
      await start(ids.brian, { amount: 600, from_month: '2027-06' })
      const charged = await feesOf(ids.brian)
      expect(charged[0]).toEqual(['2027-06', 600])
      const departure_date = '2027-06-30'
      const leaving = { removal_reason: 'other', comments: 'Graduated', departure_date } as const
      const body = { id: ids.brian, ...leaving }
      expect((await grace.call(removeTenant, { body })).status).toBe(200)
      await goTo('2027-07-02')
      await runDailyJobs(server.running.context)
      expect(await feesOf(ids.brian)).toEqual(charged)
    })
  })

  test('a recurring fee costs what the form says, also in the month in which its price has changed', async () => {
    const params = { id: ids.amina }
    await save((await fees()).map((fee) => ({ ...fee, amount: fee.amount + 70, next: null })))
    const fee = (await fees()).find(({ name }) => name === 'Key replacement')
    const from_month = today().slice(0, 7)
    const form = {
      fee: fee?.id ?? 0,
      amount: fee?.amount ?? 0,
      from_month,
      until_month: from_month,
    }
    const { body: expected } = await grace.call(previewRecurringFee, { params, body: form })
    expect(expected.after - expected.before).toBe(fee?.amount)
    const body = { recurring: form, submission_id: crypto.randomUUID(), expected }
    expect((await grace.call(startRecurringFee, { params, body })).status).toBe(201)
    const [listed] = (await grace.call(listRecurringFees, { params })).body
    expect(listed).toMatchObject({ amount: fee?.amount, by_list: true })
  })

  describe('late fees', () => {
    const late = async (id: string) =>
      (await ledger(id))
        .filter(({ kind, takes_back }) => kind === 'late_fee' && !takes_back)
        .map(({ month, amount, voided }) => [month, amount, voided])
    const terms = async () => (await grace.call(getLateFees, {})).body
    const set = async (now: object | null) =>
      grace.call(changeLateFees, { body: { was: await terms(), now: now as never } })
    async function dayAt(day: string) {
      await goTo(day)
      await runDailyJobs(server.running.context)
    }

    test('are off; once set they hold for the rent of next month on, after the days of grace', async () => {
      await dayAt('2027-07-30')
      expect(await late(ids.amina)).toEqual([])
      expect(await owed(amina)).toBeGreaterThan(6500)
      const bad = await set({ grace_days: 5, per: 'percent', value: 101 })
      expect(Object.keys(bad.body.fields ?? {})).toEqual(['now.value'])
      expect((await set({ grace_days: 5, per: 'percent', value: 10, cap: 400 })).body).toEqual([
        { from_month: '2027-08', grace_days: 5, amount: null, percent: 10, cap: 400 },
      ])
      const answer = await amina.fetch('/api/assistant/ask/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'What if I pay my rent late?' }),
      })
      expect((await answer.text()).replaceAll('\u00a0', ' ')).toContain(
        'unpaid 5 days after it is due costs 10% of it more, Ksh 400 at most. If you',
      )
      await dayAt('2027-08-01')
      await dayAt('2027-08-06')
      expect(await late(ids.amina)).toEqual([])
      const [before, figures] = [await owed(amina), await dueThisMonth()]
      await dayAt('2027-08-07')
      await chargeLateFeesForAllCompanies(server.running.context)
      expect(await late(ids.amina)).toEqual([['2027-08', 400, false]])
      expect(await owed(amina)).toBe(before + 400)
      expect((await dueThisMonth()).amount).toBe(figures.amount)
      expect((await summary(amina)).other_charges).toMatchObject([
        { kind: 'late_fee', months: { first: '2027-08', last: '2027-08' }, amount: 400 },
      ])
      const [told] = (await amina.call(listAccountNotices, {})).body
      expect(told?.text.replaceAll('\u00a0', ' ')).toBe(
        'The office added Ksh 400 to what you owe: Late fee for August’s rent',
      )
    })

    test('taken back it isn’t charged again; new terms leave the month alone', async () => {
      const row = (await ledger(ids.amina)).find(({ kind }) => kind === 'late_fee')
      expect((await undo(ids.amina, row?.id ?? null)).status).toBe(201)
      await set({ grace_days: 0, per: 'amount', value: 250 })
      expect(await terms()).toHaveLength(2)
      await dayAt('2027-08-20')
      expect(await late(ids.amina)).toEqual([['2027-08', 400, true]])
    })

    test('never while a payment is disputed; of what is paid, none', async () => {
      await goTo('2027-09-01')
      const claim = await amina.call(findPayment, { body: { text: 'VH1RT5K8QZ' } })
      expect(claim.status).toBe(200)
      await chargeRentForAllCompanies(server.running.context)
      const params = { id: ids.faith }
      const cash = { kind: 'cash', amount: await owed(faith), on: '2027-09-01' } as const
      const { body: expected } = await grace.call(previewEntry, { params, body: cash })
      const body = { entry: cash, submission_id: crypto.randomUUID(), expected }
      expect((await grace.call(enterByHand, { params, body })).status).toBe(201)
      await dayAt('2027-09-03')
      expect((await late(ids.amina))[0]).toEqual(['2027-08', 400, true])
      expect((await late(ids.faith)).filter(([month]) => month === '2027-09')).toEqual([])
      const closed = { params: { id: String(claim.body.id) }, body: { note: 'Not ours' } }
      expect((await grace.call(closeClaim, closed)).status).toBe(200)
      await dayAt('2027-09-04')
      expect((await late(ids.amina))[0]).toEqual(['2027-09', 250, false])
    })

    test('switched off, nothing is charged from then on', async () => {
      expect((await set(null)).body).toEqual([])
      await dayAt('2027-10-20')
      expect((await late(ids.amina))[0]).toEqual(['2027-09', 250, false])
    })
  })
})
