import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPayment } from '#contract/claims.ts'
import {
  assignDeskItem,
  dismissDeskItem,
  getDeskItem,
  listDesk,
  previewDeskAct,
} from '#contract/desk.ts'
import { creditExactItems, type ExactItem, listExactItems } from '#contract/exact.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  newReceipt,
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

describe.each(databases)('what fits exactly, and what is shown first, on %s', (kind) => {
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let account = ''
  let brians = ''

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
    account = (await amina.call(getAccountNumber, {})).body.account_number
    const brian = await server.signIn('0722000002', '23456789')
    brians = (await brian.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const slip = (number: string) => number.slice(0, 2) + number.slice(3)

  async function unmatched(typed: string, amount: string) {
    const receipt = newReceipt()
    await confirmTo(server, confirmation(receipt, typed, amount))
    const open = (await grace.call(listDesk, { query: { limit: '100' } })).body
    const item = open.find((one) => one.receipt === receipt)
    if (!item) throw new Error('not on the desk')
    return { id: item.id, receipt, params: { id: String(item.id) } }
  }
  const exact = async () => (await grace.call(listExactItems, {})).body
  const creditOf = ({ item, account, effect }: ExactItem) => ({
    id: item.id,
    account_number: account.account_number,
    expected: effect,
  })

  test('what somebody else says they paid fits nobody exactly', async () => {
    const { receipt, id } = await unmatched(slip(brians), '250.00')
    expect((await exact()).map(({ item }) => item.id)).toContain(id)
    const claimed = await amina.call(findPayment, { body: { text: receipt } })
    expect(claimed.status, claimed.body.message).toBeLessThan(300)
    expect((await exact()).map(({ item }) => item.id)).not.toContain(id)
    await act(grace, dismissDeskItem, { params: { id: String(id) }, body: { note: 'Not ours' } })
  })

  test('many are credited at once; one that was dealt with meanwhile is named, the others count', async () => {
    const owed = await due()
    const first = await unmatched(slip(account), '700.00')
    // One of each account at a time: what she owes is another sum after the first.
    const second = await unmatched(slip(account), '800.00')
    const his = await unmatched(slip(brians), '300.00')
    await unmatched('not for anybody', '900.00')
    await unmatched('a101', String(owed + 5))
    const list = await exact()
    expect(list.map(({ item }) => item.id)).toEqual([his.id, second.id])
    expect(list[1]).toMatchObject({
      account: { account_number: account, full_name: 'Amina Otieno' },
      reasons: ['One character differs from the account number.'],
      effect: { accounts: [{ amount: 800, before: owed, after: owed - 800 }] },
    })
    await act(grace, dismissDeskItem, { params: his.params, body: { note: 'Sent back' } })
    const body = { credits: list.map(creditOf) }
    const { body: results } = await grace.call(creditExactItems, { body })
    expect(results).toEqual([
      { id: his.id, credited: false, message: 'It doesn’t fit this account exactly any more.' },
      { id: second.id, credited: true, message: 'Ksh\u00a0800 credited to Amina Otieno.' },
    ])
    expect(await due()).toBe(owed - 800)
    const next = await exact()
    expect(next.map(({ item }) => item.id)).toEqual([first.id])

    // She pays meanwhile: what was shown is not so any more.
    const other = await unmatched('her aunt', '50')
    await act(grace, assignDeskItem, { params: other.params, body: { account_number: account } })
    const late = await grace.call(creditExactItems, { body: { credits: next.map(creditOf) } })
    expect(late.body).toMatchObject([{ id: first.id, credited: false }])
    expect(await due()).toBe(owed - 850)
    const again = await grace.call(creditExactItems, {
      body: { credits: (await exact()).map(creditOf) },
    })
    expect(again.body).toMatchObject([{ id: first.id, credited: true }])
    expect(await due()).toBe(owed - 1550)
    expect(await exact()).toEqual([])
  })

  test('the room and exactly what is owed; never an account that the list does not name', async () => {
    const owed = await due()
    const { id, params } = await unmatched('Rent A101', String(owed))
    const [row] = await exact()
    expect(row).toMatchObject({
      item: { id },
      reasons: ['The payer typed room A101.', 'They owe exactly this amount.'],
      effect: { accounts: [{ after: 0 }] },
    })
    const other = { id, account_number: brians, expected: row?.effect ?? nothing }
    const refused = await grace.call(creditExactItems, { body: { credits: [other] } })
    expect(refused.body).toMatchObject([{ credited: false }])
    await act(grace, dismissDeskItem, { params, body: { note: 'Not hers' } })
  })

  const nothing = { accounts: [], push: null, wifi_code: false }

  test('an act that would change something else than was shown is refused, with the new figures', async () => {
    const owed = await due()
    const { params } = await unmatched('whose', '120')
    const look = { act: 'assign' as const, account_number: account }
    const { body: expected } = await grace.call(previewDeskAct, { params, body: look })
    const other = await unmatched('whose too', '30')
    await act(grace, assignDeskItem, { params: other.params, body: { account_number: account } })
    const body = { account_number: account, expected }
    const refused = await grace.call(assignDeskItem, { params, body })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'changed_meanwhile',
      effect: { accounts: [{ before: owed - 30, after: owed - 150 }] },
    })
    expect(await due()).toBe(owed - 30)
    // Somebody else's figures, or none, do not fit either.
    const none = { account_number: brians, expected: nothing }
    expect((await grace.call(assignDeskItem, { params, body: none })).status).toBe(409)
    const fresh = { account_number: account, expected: refused.body.effect as typeof nothing }
    expect((await grace.call(assignDeskItem, { params, body: fresh })).status).toBe(200)
    expect(await due()).toBe(owed - 150)
  })

  test('a look changes nothing, also one that dismisses; it is refused as the act would be', async () => {
    const { params } = await unmatched('nobody', '60')
    const look = (body: Parameters<typeof grace.call<typeof previewDeskAct>>[1]['body']) =>
      grace.call(previewDeskAct, { params, body })
    expect((await look({ act: 'dismiss' })).body).toEqual(nothing)
    expect((await look({ act: 'reopen' })).body.code).toBe('not_dismissed')
    expect((await look({ act: 'confirm' })).body.code).toBe('act_not_possible')
    const { body } = await grace.call(getDeskItem, { params })
    expect([body.closed, body.history]).toEqual([null, []])
    await act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } })
    expect((await look({ act: 'reopen' })).body).toEqual(nothing)
    expect((await look({ act: 'dismiss' })).body.code).toBe('already_closed')
  })

  test('of an account in another residence nothing is shown but its number', async () => {
    const { db } = server.running.context
    const company_id = await addCompany(db)
    const user_id = await addPerson(db, company_id, 'elsewhere@other.example', {})
    await db
      .insertInto('account_numbers')
      .values({ account_number: '22222222', company_id, user_id })
      .execute()
    const { params } = await unmatched('other house', '300')
    const body = { act: 'assign' as const, account_number: '22222222' }
    expect((await grace.call(previewDeskAct, { params, body })).body).toEqual({
      ...nothing,
      accounts: [
        {
          account_number: '22222222',
          full_name: null,
          room_number: null,
          amount: 300,
          before: null,
          after: null,
          receipt: { change: 'new', number: null },
        },
      ],
    })
  })

  test('the same words again, and a code with a slip, lead to the same account', async () => {
    const first = await unmatched('Mama  Amina', '10')
    await act(grace, assignDeskItem, { params: first.params, body: { account_number: account } })
    const again = await unmatched('mama amina', '20')
    const suggestionsOf = async ({ params }: { params: { id: string } }) =>
      (await grace.call(getDeskItem, { params })).body.suggestions
    expect((await suggestionsOf(again))[0]).toMatchObject({
      account: { account_number: account },
      likely: true,
      reasons: [
        'Staff have credited the same words to this account before, once.',
        'The payer typed the name Amina.',
      ],
    })
    const paid = await amina.call(getPaymentSummary, {})
    const code = paid.body.matched_payments.find(({ amount }) => amount === 10)?.transaction_id
    const typed = await unmatched(`${code}`, '5')
    expect((await suggestionsOf(typed))[0]?.reasons).toEqual([
      `The payer typed ${code}, the M-Pesa code of a payment on this account.`,
    ])
  })
})
