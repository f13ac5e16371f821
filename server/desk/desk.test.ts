import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDeskNote,
  assignDeskItem,
  countDesk,
  type DeskItem,
  listAccounts,
  listDesk,
} from '#contract/desk.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { removeTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { act, openDesk, type TestDesk } from '../testing/desk.ts'
import { addResidence, addStaff } from '../testing/people.ts'
import { databases } from '../testing/server.ts'

describe.each(databases)('the desk on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  test('money that was paid to another paybill shows its number, and can be credited', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem(tenant.account, '40.00', { BusinessShortCode: '600111' })
    expect(item).toMatchObject({ reason: 'other_paybill', shortcode: '600111' })
    expect((await desk.detail(item)).acts).toEqual(['assign', 'split', 'dismiss'])
    await desk.assign(item, tenant.account)
    expect(await tenant.owed()).toBe(6460)
  })

  test('money with a mistyped account is suggested, assigned and logged', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const { account, full_name, room } = tenant
    const mistyped = account.slice(0, -1) + (account.endsWith('A') ? 'B' : 'A')
    const item = await desk.addDeskItem(mistyped, '6500.00')
    expect(item).toMatchObject({
      reason: 'unmatched',
      amount: '6500.00',
      reference: mistyped,
      push: null,
      account: null,
      closed: null,
    })
    const detail = await desk.detail(item)
    expect(detail.acts).toEqual(['assign', 'split', 'attach', 'dismiss'])
    expect(detail.suggestions[0]).toMatchObject({
      account: { account_number: account, full_name, room_number: room },
      likely: true,
      reasons: ['One character differs from the account number.', expect.any(String)],
    })
    const done = await desk.assign(item, account)
    expect(done.status).toBe(200)
    expect(done.body.message).toBe(`Ksh\u00a06,500 credited to ${full_name}.`)
    expect(done.body.item.closed).toMatchObject({
      outcome: 'assigned',
      by: 'Grace Wanjiru',
      payment: {
        receipt_number: expect.stringMatching(/^R\d{6}$/),
        account: { account_number: account },
      },
    })
    expect(await tenant.owed()).toBe(0)
    const summary = (await tenant.call(getPaymentSummary, {})).body
    expect(summary.matched_payments).toContainEqual(
      expect.objectContaining({
        transaction_id: item.receipt,
        date_time: '2026-11-20T08:31:12Z',
      }),
    )
    const [logged] = await desk.db
      .selectFrom('staff_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(logged).toMatchObject({
      act: 'desk.assign',
      subject: 'desk_item',
      subject_id: item.id,
      before: { reason: 'unmatched', receipt: item.receipt, amount: '6500.00' },
      after: { outcome: 'assigned' },
    })
    expect((await desk.listClosed())[0]).toMatchObject({ id: item.id })
  })

  test('resolved items are listed by resolution, newest first', async () => {
    const old = await desk.addDeskItem('OLD', 21)
    const young = await desk.addDeskItem('YOUNG', 22)
    for (const item of [young, old]) {
      await desk.later(1000)
      await desk.dismiss(item)
    }
    expect((await desk.listClosed()).slice(0, 2).map(({ id }) => id)).toEqual([old.id, young.id])
    const query = { state: 'closed', before: String(old.id), limit: '1' } as const
    const next = await desk.grace.call(listDesk, { query })
    expect(next.body.map((item) => item.id)).toEqual([young.id])
  })

  test('several actions at once: one succeeds, the others are refused', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem('RENT', 1000)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        i % 2 === 0 ? desk.assign(item, tenant.account) : desk.dismiss(item, 'Sent back'),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    for (const { status, body } of answers) {
      if (status === 409) {
        expect(body).toMatchObject({
          code: 'already_closed',
          message: 'Grace Wanjiru has dealt with this already.',
        })
      }
    }
    const assigned = answers.some(({ status }, i) => status === 200 && i % 2 === 0)
    expect(await tenant.owed()).toBe(assigned ? 5500 : 6500)
  })

  test('other staff see who resolved an item', async () => {
    const second = await addStaff(desk.server, 'owner')
    const { account } = await desk.addTenant()
    const item = await desk.addDeskItem('BOTH', 1001)
    const answers = await Promise.all([
      desk.assign(item, account),
      act(second, assignDeskItem, { params: item, body: { account_number: account } }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'Grace Wanjiru' : second.full_name
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(
      `${winner} has dealt with this already.`,
    )
  })

  test('a repeated event credits nothing that staff have resolved', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem('WHO KNOWS', 750)
    await desk.dismiss(item, 'Sent back by bank')
    await desk.report('WHO KNOWS', 750, {}, item.receipt)
    await desk.report(tenant.account, 750, {}, item.receipt)
    expect(await tenant.owed()).toBe(6500)
    expect((await desk.listOpen()).some((waits) => waits.receipt === item.receipt)).toBe(false)
  })

  test('refused: unknown account, an action that the item does not allow, no reason', async () => {
    const item = await desk.addDeskItem('NOBODY', 50)
    const unknown = await desk.assign(item, '22222222')
    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('account_not_found')
    expect((await desk.assign(item, '22222223')).body.fields).toEqual({
      account_number: 'Please enter a valid account number.',
    })
    expect((await desk.confirm(item)).body.code).toBe('act_not_possible')
    expect((await desk.dismiss(item, '  ')).body.fields).toEqual({ note: 'Please say why.' })
    expect((await desk.dismiss({ id: 999_999 })).body.code).toBe('desk_item_not_found')
    expect((await desk.listOpen()).some((waits) => waits.id === item.id)).toBe(true)
  })

  test('an amount with a fraction is credited in whole shillings as staff choose, at most what arrived', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem(tenant.account, '99.50')
    expect(item.reason).toBe('fraction')
    expect((await desk.assign(item, tenant.account)).body.fields).toHaveProperty('amount')
    expect((await desk.assign(item, tenant.account, 100)).body.fields).toEqual({
      amount: 'You can credit at most the Ksh 99.50 received.',
    })
    expect((await desk.assign(item, tenant.account, 99)).status).toBe(200)
    expect(await tenant.owed()).toBe(6401)
  })

  test.each([
    ['1e9', 'no amount'],
    ['-5', 'below nothing'],
    ['0.40', 'less than a shilling'],
  ])('nothing can be credited for %s (%s)', async (amount) => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem(tenant.account, amount)
    expect(item.reason).toBe('fraction')
    expect((await desk.detail(item)).acts).toEqual(['dismiss'])
    expect((await desk.assign(item, tenant.account, 900_000_000)).status).toBe(409)
    expect(await tenant.owed()).toBe(6500)
  })

  test('what waits is counted with its cents', async () => {
    const waiting = async () => (await desk.grace.call(countDesk, {})).body.cents
    const before = await waiting()
    await desk.addDeskItem('cents', '99.50')
    await desk.addDeskItem('more cents', '1,000.25')
    expect(await waiting()).toBe(before + 9950 + 100_025)
  })

  test('an amount in another notation is credited up to its whole shillings', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem(tenant.account, 'KES 1,500.00')
    expect(item.reason).toBe('fraction')
    expect((await desk.assign(item, tenant.account, 1501)).status).toBe(400)
    expect((await desk.assign(item, tenant.account, 1500)).status).toBe(200)
    expect(await tenant.owed()).toBe(5000)
  })

  test('an item dismissed by mistake is opened again', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem('MISTAKE', 31)
    const reopen = () => desk.reopen(item, 'Pressed wrongly')
    expect((await reopen()).body.code).toBe('not_dismissed')
    await desk.dismiss(item, '\u202eOh\u0000')
    expect((await reopen()).status).toBe(200)
    expect((await desk.itemOf({ receipt: item.receipt })).closed).toBeNull()
    await desk.assign(item, tenant.account)
    expect(await tenant.owed()).toBe(6469)
    expect((await reopen()).status).toBe(409)
    expect((await desk.detail(item)).history).toMatchObject([
      { act: 'dismiss', by: 'Grace Wanjiru', note: 'Oh', payments: [] },
      { act: 'reopen', by: 'Grace Wanjiru', note: 'Pressed wrongly' },
      {
        act: 'assign',
        note: null,
        payments: [{ amount: 31, account: { account_number: tenant.account } }],
      },
    ])
  })

  test('notes are stored once each, with author and time, also on a closed item', async () => {
    const { account } = await desk.addTenant()
    const item = await desk.addDeskItem('NOTED', 17)
    const add = (text: string, submission_id = randomUUID(), id = String(item.id)) =>
      desk.grace.call(addDeskNote, { params: { id }, body: { text, submission_id } })
    const twice = randomUUID()
    const answers = await Promise.all([add('Called the bank.', twice), add('Called…', twice)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await desk.assign(item, account)
    const { history } = (await add('Her aunt paid.\nShe rang.')).body
    expect(history).toMatchObject([
      { act: 'note', by: 'Grace Wanjiru', note: expect.stringMatching(/^Called/), payments: [] },
      { act: 'assign', note: null },
      { act: 'note', by: 'Grace Wanjiru', note: 'Her aunt paid.\nShe rang.' },
    ])
    expect((await desk.detail(item)).history).toEqual(history)
    const odd = (await add('\u202eHe said\u0000 \u2066no\u2069.\r\nمرحبا')).body.history
    expect(odd.at(-1)).toMatchObject({ note: 'He said no.\nمرحبا' })
    expect((await add('  ')).body.fields).toEqual({ text: 'Please write a note.' })
    expect((await add('\u202e\u0000')).body.fields).toEqual({ text: 'Please write a note.' })
    expect((await add('x'.repeat(501))).status).toBe(400)
    expect((await add('x', twice, '999999')).status).toBe(404)
  })

  test('a body that PostgreSQL refuses as JSON is stored as text', async () => {
    const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`)
    const item = await desk.addDeskItem('ODD', 12, { 'a\u0000b': 1, deep })
    expect((await desk.detail(item)).raw).toEqual(expect.stringContaining(item.receipt))
  })

  test('money may be credited to an account of another residence without revealing its user', async () => {
    const { owner, account } = await addResidence(desk.server)
    expect((await owner.call(listDesk, {})).body).toEqual([])

    const item = await desk.addDeskItem('OTHER HOUSE', 300)
    const spaced = `${account.slice(0, 4)} ${account.slice(4)}`
    const done = await desk.assign(item, spaced)
    expect(done.body.message).toBe(`Ksh\u00a0300 credited to account ${account}.`)
    expect(done.body.item.closed?.payment).toEqual({
      id: expect.any(Number),
      receipt_number: null,
      amount: null,
      account: null,
    })
    expect((await owner.call(listAccounts, {})).body).toMatchObject([
      { account_number: account, due: -300 },
    ])
    const ours = (await desk.grace.call(listAccounts, {})).body
    expect(JSON.stringify(ours)).not.toContain(account)

    const { history } = await desk.detail(item)
    expect(history[0]?.payments).toEqual([{ amount: 300, receipt_number: null, account: null }])
    expect((await desk.reverse(item, done.body.item.closed?.payment?.id)).status).toBe(200)
    expect((await owner.call(listAccounts, {})).body).toMatchObject([{ due: 0 }])
  })

  test('the room of a former tenant suggests them, labelled', async () => {
    const { id, room, full_name } = await desk.addTenant()
    const left = await desk.grace.call(removeTenant, {
      body: { id, removal_reason: 'other', departure_date: dayOf(desk.now()) },
    })
    expect(left.status).toBe(200)
    const item = await desk.addDeskItem(`Rent ${room.toLowerCase()}`, 1)
    expect((await desk.detail(item)).suggestions).toMatchObject([
      {
        account: { full_name, room_number: null },
        reasons: [
          expect.stringMatching(
            `^The payer typed room ${room}. This tenant lived there until \\d+ `,
          ),
        ],
      },
    ])
  })

  test('every account with the balance that its user sees', async () => {
    const { account, full_name, room, owed } = await desk.addTenant({ owes: 7100 })
    await desk.report(account, 100)
    const accounts = (await desk.grace.call(listAccounts, {})).body
    const all = await desk.db
      .selectFrom('account_numbers')
      .where('company_id', '=', 1)
      .select('account_number')
      .execute()
    expect(accounts.map((one) => one.account_number).toSorted()).toEqual(
      all.map((one) => one.account_number).toSorted(),
    )
    expect(accounts.find((one) => one.account_number === account)).toMatchObject({
      full_name,
      room_number: room,
      due: 7000,
    })
    expect(await owed()).toBe(7000)
  })

  test('the list has pages with a link to the next one', async () => {
    for (let i = 0; i < 5; i++) await desk.addDeskItem(`PAGE ${i}`, 10)
    const whole = await desk.listOpen()
    const seen: number[] = []
    let path: string | undefined = '/api/staff/desk/?limit=2'
    while (path) {
      const response: Response = await desk.grace.fetch(path)
      const page = (await response.json()) as DeskItem[]
      seen.push(...page.map((item) => item.id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(whole.map((item) => item.id))
    const last = String(whole.at(-1)?.id)
    const newer = (await desk.grace.call(listDesk, { query: { after: last, limit: '2' } })).body
    expect(newer.map((item) => item.id)).toEqual(whole.slice(-3, -1).map((item) => item.id))
    expect((await desk.grace.call(countDesk, {})).body.open).toBe(whole.length)
    const refused = await desk.grace.fetch('/api/staff/desk/?limit=101')
    expect(refused.status).toBe(400)
  })
})
