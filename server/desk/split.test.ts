import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assignDeskItem,
  getDeskItem,
  listDesk,
  previewDeskAct,
  reverseDeskItem,
  splitDeskItem,
} from '#contract/desk.ts'
import { initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { findTenants } from '#contract/tenants.ts'
import { insertPayment, insertReceipt, insertReversal } from '../ledger/queries.ts'
import { testNow } from '../testing/clock.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { addCompany, addPerson } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const year = 366 * 24 * 60 * 60_000

describe.each(databases)('one payment for several accounts on %s', (kind) => {
  let at = testNow().getTime()
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  /** Amina and Brian. */
  let people: { caller: Caller; account: string }[] = []

  async function signIn() {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    people = []
    for (const [login, secret] of [
      ['0712345678', '12345678'],
      ['0722000002', '23456789'],
    ] as const) {
      const caller = await server.signIn(login, secret)
      const { account_number: account } = (await caller.call(getAccountNumber, {})).body
      people.push({ caller, account })
    }
  }
  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    await signIn()
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const post = (path: string, body: unknown) => postTo(server, path, body)
  const summaries = async () => {
    const bodies = []
    for (const { caller } of people) bodies.push((await caller.call(getPaymentSummary, {})).body)
    return bodies
  }
  const dues = async () => (await summaries()).map((one) => one.current_month_balance)
  const partsOf = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ account_number: people[index]?.account ?? '', amount }))

  async function unmatched(amount: number, receipt = newReceipt()) {
    await confirmTo(server, confirmation(receipt, 'BOTH OF US', amount.toFixed(2)))
    const open = (await grace.call(listDesk, { query: { limit: '100' } })).body
    const item = open.find((one) => one.receipt === receipt)
    if (!item) throw new Error('not on the desk')
    return { receipt, params: { id: String(item.id) } }
  }

  test('a payment is shared: each part has a receipt, the code counts once, undo takes all back', async () => {
    const [amina = 0, brian = 0] = await dues()
    const { receipt, params } = await unmatched(5000)
    const body = { parts: partsOf(3500, 1500) }
    const look = await grace.call(previewDeskAct, { params, body: { act: 'split', ...body } })
    const newOne = { change: 'new', number: null }
    expect(look.body).toEqual({
      accounts: [
        {
          account_number: people[0]?.account,
          full_name: 'Amina Otieno',
          room_number: 'A101',
          amount: 3500,
          before: amina,
          after: amina - 3500,
          receipt: newOne,
        },
        {
          account_number: people[1]?.account,
          full_name: 'Brian Kamau',
          room_number: 'A102',
          amount: 1500,
          before: brian,
          after: brian - 1500,
          receipt: newOne,
        },
      ],
      push: null,
      wifi_code: false,
    })
    expect(await dues()).toEqual([amina, brian])

    const done = await act(grace, splitDeskItem, { params, body })
    expect(done.body.message).toBe('Ksh\u00a05,000 shared among 2 accounts.')
    expect(await dues()).toEqual([amina - 3500, brian - 1500])
    const closed = done.body.item.closed
    expect(closed).toMatchObject({
      outcome: 'split',
      parts: [
        { amount: 3500, account: { full_name: 'Amina Otieno' } },
        { amount: 1500, account: { full_name: 'Brian Kamau' } },
      ],
    })
    for (const [index, part] of (closed?.parts ?? []).entries()) {
      const number = part.receipt_number
      const shown = await people[index]?.caller.call(getReceipt, { params: { number } })
      expect(shown?.body).toMatchObject({
        mpesa_receipt_number: receipt,
        amount: part.amount,
        part: { number: index + 1, of: 2 },
      })
    }
    const [ofAmina, ofBrian] = await summaries()
    const paid = (amount: number) =>
      expect.objectContaining({ transaction_id: receipt, amount, voided: false })
    expect(ofAmina?.matched_payments).toContainEqual(paid(3500))
    expect(ofBrian?.matched_payments).toContainEqual(paid(1500))
    const found = await grace.call(findTenants, { query: { q: receipt } })
    expect(found.body.map(({ full_name }) => full_name).sort()).toEqual([
      'Amina Otieno',
      'Brian Kamau',
    ])
    // M-Pesa tells it again.
    await confirmTo(server, confirmation(receipt, people[0]?.account ?? '', '5000.00'))
    expect(await dues()).toEqual([amina - 3500, brian - 1500])

    const payment_id = closed?.payment?.id ?? 0
    const undo = { payment_id, note: 'For other rooms' }
    const back = await grace.call(previewDeskAct, { params, body: { act: 'reverse', payment_id } })
    expect(back.body.accounts).toMatchObject([
      { amount: -3500, before: amina - 3500, after: amina, receipt: { change: 'void' } },
      { amount: -1500, before: brian - 1500, after: brian, receipt: { change: 'void' } },
    ])
    const answers = await Promise.all(
      [1, 2, 3].map(() => act(grace, reverseDeskItem, { params, body: undo })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body.message).toBe(
      'Ksh\u00a05,000 taken back. It’s back on the desk.',
    )
    expect(await dues()).toEqual([amina, brian])

    // Then to one alone, and shared again.
    const alone = await act(grace, assignDeskItem, {
      params,
      body: { account_number: people[1]?.account ?? '' },
    })
    expect(await dues()).toEqual([amina, brian - 5000])
    await act(grace, reverseDeskItem, {
      params,
      body: { payment_id: alone.body.item.closed?.payment?.id ?? 0, note: 'Shared after all' },
    })
    const again = await act(grace, splitDeskItem, { params, body: { parts: partsOf(1, 4999) } })
    expect(again.status).toBe(200)
    expect(await dues()).toEqual([amina - 1, brian - 4999])
    const { history } = (await grace.call(getDeskItem, { params })).body
    const amounts = history.map((one) => [one.act, one.payments.map(({ amount }) => amount)])
    expect(amounts).toEqual([
      ['split', [3500, 1500]],
      ['reverse', [3500, 1500]],
      ['assign', [5000]],
      ['reverse', [5000]],
      ['split', [1, 4999]],
    ])
  })

  test('refused: parts that do not add up, one account twice, another residence’s, too few or many', async () => {
    const before = await dues()
    const { params } = await unmatched(900)
    const { db } = server.running.context
    const company_id = await addCompany(db, 'split-elsewhere')
    const user_id = await addPerson(db, company_id, 'split@other.example', {})
    const elsewhere = '22222222'
    await db
      .insertInto('account_numbers')
      .values({ account_number: elsewhere, company_id, user_id })
      .execute()
    const [first = '', second = ''] = people.map(({ account }) => account)
    const tryParts = async (...parts: [string, number][]) => {
      const body = {
        act: 'split' as const,
        parts: parts.map(([account_number, amount]) => ({ account_number, amount })),
      }
      const { status, body: refused } = await grace.call(previewDeskAct, { params, body })
      return [status, refused.message]
    }
    expect(await tryParts([first, 500], [second, 300])).toEqual([
      400,
      'Ksh\u00a0100 is still left to share.',
    ])
    expect(await tryParts([first, 500], [second, 500])).toEqual([
      400,
      'The parts are Ksh\u00a0100 more than was received.',
    ])
    expect(await tryParts([first, 400], [first, 500])).toEqual([
      400,
      'Each account can have one part only.',
    ])
    expect(await tryParts([first, 900])).toEqual([
      400,
      'Please share it among at least two accounts.',
    ])
    expect(await tryParts([first, 900], [second, 0])).toMatchObject([400, expect.any(String)])
    expect(await tryParts([first, 400], [elsewhere, 500])).toEqual([
      404,
      `There is no account ${elsewhere} in this residence.`,
    ])
    const many = Array.from({ length: 11 }, (): [string, number] => [first, 1])
    expect(await tryParts(...many)).toEqual([400, 'At most 10 accounts can share one payment.'])
    expect(await dues()).toEqual(before)
  })

  test('what the database itself refuses: parts that are not the whole, and taking back one of them', async () => {
    const { db } = server.running.context
    const receipt = newReceipt()
    const users = await db
      .selectFrom('account_numbers')
      .where(
        'account_number',
        'in',
        people.map(({ account }) => account),
      )
      .select(['company_id', 'user_id'])
      .execute()
    const share = (code: string, amounts: number[], whole: number, parts = amounts.length) =>
      db.transaction().execute(async (tx) => {
        const ids = []
        for (const [index, amount] of amounts.entries()) {
          const user = users[index] ?? { company_id: 0, user_id: 0 }
          const paid_at = new Date(at)
          const entry = { purpose: 'rent', kind: 'paybill', request_id: null, amount } as const
          const id = await insertPayment(tx, { ...user, ...entry, paid_at }, null)
          const part = { receipt: code, paid_at, part: index + 1, parts, whole }
          await insertReceipt(tx, { ...part, company_id: user.company_id, payment_id: id })
          ids.push(id)
        }
        return ids
      })
    const whole = 'the parts of a payment make up the whole'
    await expect(share(receipt, [10, 20], 31)).rejects.toThrow(whole)
    await expect(share(receipt, [10, 20], 30, 3)).rejects.toThrow(whole)
    const [first = 0] = await share(receipt, [10, 20], 30)
    await expect(share(receipt, [15, 15], 30)).rejects.toThrow('duplicate key')
    const entry = { reason: 'One of two', entered_by: null }
    const one = db
      .transaction()
      .execute((tx) => insertReversal(tx, { company_id: 1, id: first }, entry, new Date(at)))
    await expect(one).rejects.toThrow('all parts of a payment are taken back together')
    await expect(
      sql`insert into receipts (receipt, company_id, payment_id, parts) values ('X', 1, 1, 2)`.execute(
        db,
      ),
    ).rejects.toThrow()
  })

  test('M-Pesa then reports it for a push of one of them: nothing more counts', async () => {
    const amina = people[0]
    const { receipt, params } = await unmatched(700)
    const opened = await amina?.caller.call(initiatePush, {
      body: { phone_number: '0748009999', amount: 700, account_reference: amina.account },
    })
    const before = await dues()
    await act(grace, splitDeskItem, { params, body: { parts: partsOf(300, 400) } })
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    await post(path, paidCallback(daraja.checkoutId(daraja.pushes.length - 1), receipt, 700))
    const [ofAmina = 0, ofBrian = 0] = before
    expect(await dues()).toEqual([ofAmina - 300, ofBrian - 400])
    const push = await server.running.context.db
      .selectFrom('payment_requests')
      .where('checkout_request_id', '=', opened?.body.data.checkout_request_id ?? '')
      .select(['status', 'receipt_used_elsewhere'])
      .executeTakeFirst()
    expect(push).toEqual({ status: 'failed', receipt_used_elsewhere: true })
  })

  test('shared and assigned at once: one of them counts', async () => {
    const [amina = 0, brian = 0] = await dues()
    const { params } = await unmatched(1000)
    const answers = await Promise.all([
      act(grace, splitDeskItem, { params, body: { parts: partsOf(600, 400) } }),
      act(grace, assignDeskItem, { params, body: { account_number: people[0]?.account ?? '' } }),
      act(grace, splitDeskItem, { params, body: { parts: partsOf(1, 999) } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [afterA = 0, afterB = 0] = await dues()
    expect(amina - afterA + (brian - afterB)).toBe(1000)
  })

  test('in whatever order it is credited, shared and taken back, the whole counts once or not at all', async () => {
    const credited = async (receipt: string) => {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::int as sum
        from receipts join payments on payments.company_id = receipts.company_id
          and payments.id = receipts.payment_id
        where receipt = ${receipt} and not exists (select from payments reversal
          where reversal.company_id = payments.company_id
            and reversal.reverses_payment_id = payments.id)`.execute(server.running.context.db)
      return rows[0]?.sum
    }
    const step = fc.oneof(
      fc.record({ what: fc.constant('assign' as const), to: fc.nat(1) }),
      fc.record({ what: fc.constant('split' as const), first: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ what: fc.constant('undo' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { receipt, params } = await unmatched(100)
        const before = await dues()
        let counts: number[] | null = null
        for (const one of steps) {
          const closed = (await grace.call(getDeskItem, { params })).body.closed
          const wasOpen = counts === null
          if (one.what === 'assign') {
            const body = { account_number: people[one.to]?.account ?? '' }
            const { status } = await act(grace, assignDeskItem, { params, body })
            expect(status).toBe(wasOpen ? 200 : 409)
            counts ??= one.to === 0 ? [100, 0] : [0, 100]
          } else if (one.what === 'split') {
            const parts = partsOf(one.first, 100 - one.first)
            const { status } = await act(grace, splitDeskItem, { params, body: { parts } })
            expect(status).toBe(wasOpen ? 200 : 409)
            counts ??= [one.first, 100 - one.first]
          } else {
            const body = { payment_id: closed?.payment?.id ?? 999_999, note: 'Wrong' }
            const { status } = await act(grace, reverseDeskItem, { params, body })
            expect(status).toBe(wasOpen ? 409 : 200)
            counts = null
          }
          const [amina = 0, brian = 0] = counts ?? []
          expect(await dues()).toEqual([(before[0] ?? 0) - amina, (before[1] ?? 0) - brian])
          expect(await credited(receipt)).toBe(counts ? 100 : 0)
        }
      }),
      { numRuns: 4 },
    )
  })

  test('years later it is taken back too, and counts in that month', async () => {
    const { params } = await unmatched(800)
    const shared = await act(grace, splitDeskItem, { params, body: { parts: partsOf(500, 300) } })
    at += 3 * year
    await signIn()
    const before = await dues()
    const payment_id = shared.body.item.closed?.payment?.id ?? 0
    const back = await act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Late' } })
    expect(back.status).toBe(200)
    const [amina = 0, brian = 0] = before
    expect(await dues()).toEqual([amina + 500, brian + 300])
    const [ofAmina] = await summaries()
    const reversal = ofAmina?.matched_payments.find(({ amount }) => amount === -500)
    expect(reversal?.date_time.slice(0, 4)).toBe(String(new Date(at).getFullYear()))
  })
})
