import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPayment } from '#contract/claims.ts'
import { assignDeskItem, previewDeskAct } from '#contract/desk.ts'
import { creditExactItems, type ExactItem, listExactItems } from '#contract/exact.ts'
import { openDesk, type TestDesk } from '../testing/desk.ts'
import { addResidence } from '../testing/people.ts'
import { databases } from '../testing/server.ts'

describe.each(databases)('what fits exactly, and what is shown first, on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  const slip = (number: string) => number.slice(0, 2) + number.slice(3)
  const exact = async () => (await desk.grace.call(listExactItems, {})).body
  /** What fits these of all that waits. */
  const exactOf = async (...accounts: { account: string }[]) =>
    (await exact()).filter(({ account: { account_number } }) =>
      accounts.some(({ account }) => account === account_number),
    )
  const creditOf = ({ item, account, effect }: ExactItem) => ({
    id: item.id,
    account_number: account.account_number,
    expected: effect,
  })
  const credit = async (list: ExactItem[]) =>
    (await desk.grace.call(creditExactItems, { body: { credits: list.map(creditOf) } })).body
  const look = (
    item: { id: number },
    body: Parameters<typeof desk.grace.call<typeof previewDeskAct>>[1]['body'],
  ) => desk.grace.call(previewDeskAct, { params: { id: String(item.id) }, body })
  const nothing = { accounts: [], push: null, wifi_code: false }

  test('what somebody else says they paid fits nobody exactly', async () => {
    const [payer, other] = [await desk.addTenant(), await desk.addTenant()]
    const item = await desk.addDeskItem(slip(payer.account), '250.00')
    expect(await exactOf(payer)).toMatchObject([{ item: { id: item.id } }])
    const claimed = await other.call(findPayment, { body: { text: item.receipt } })
    expect(claimed.status, claimed.body.message).toBeLessThan(300)
    expect(await exactOf(payer, other)).toEqual([])
  })

  test('many are credited at once; one that was dealt with meanwhile is named, the others count', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant()
    const first = await desk.addDeskItem(slip(payer.account), '700.00')
    // One of each account at a time: what they owe is another sum after the first.
    const second = await desk.addDeskItem(slip(payer.account), '800.00')
    const others = await desk.addDeskItem(slip(other.account), '300.00')
    await desk.addDeskItem('not for anybody', '900.00')
    await desk.addDeskItem(payer.room, '6505')
    const list = await exactOf(payer, other)
    expect(list.map(({ item }) => item.id)).toEqual([others.id, second.id])
    expect(list[1]).toMatchObject({
      account: { account_number: payer.account, full_name: payer.full_name },
      reasons: ['One character differs from the account number.'],
      effect: { accounts: [{ amount: 800, before: 6500, after: 5700 }] },
    })
    await desk.dismiss(others)
    expect(await credit(list)).toEqual([
      {
        id: others.id,
        credited: false,
        message: 'It doesn’t fit this account exactly any more.',
      },
      {
        id: second.id,
        credited: true,
        message: `Ksh\u00a0800 credited to ${payer.full_name}.`,
      },
    ])
    expect(await payer.owed()).toBe(5700)
    const next = await exactOf(payer, other)
    expect(next.map(({ item }) => item.id)).toEqual([first.id])

    // They pay meanwhile: what was shown is not so any more.
    await desk.report(payer.account, 50)
    expect(await credit(next)).toMatchObject([{ id: first.id, credited: false }])
    expect(await payer.owed()).toBe(5650)
    expect(await credit(await exactOf(payer))).toMatchObject([{ id: first.id, credited: true }])
    expect(await payer.owed()).toBe(4950)
    expect(await exactOf(payer, other)).toEqual([])
  })

  test('the room and exactly what is owed; never an account that the list does not name', async () => {
    const payer = await desk.addTenant({ owes: 7200 })
    const other = await desk.addTenant()
    const { id } = await desk.addDeskItem(`Rent ${payer.room}`, 7200)
    const [row] = await exactOf(payer)
    expect(row).toMatchObject({
      item: { id },
      reasons: [`The payer typed room ${payer.room}.`, 'They owe exactly this amount.'],
      effect: { accounts: [{ after: 0 }] },
    })
    const credits = [{ id, account_number: other.account, expected: row?.effect ?? nothing }]
    const refused = await desk.grace.call(creditExactItems, { body: { credits } })
    expect(refused.body).toMatchObject([{ credited: false }])
  })

  test('an act that would change something else than was shown is refused, with the new figures', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant()
    const item = await desk.addDeskItem('whose', '120')
    const params = { id: String(item.id) }
    const { account: account_number } = payer
    const { body: expected } = await look(item, { act: 'assign', account_number })
    await desk.report(account_number, 30)
    const body = { account_number, expected }
    const refused = await desk.grace.call(assignDeskItem, { params, body })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'changed_meanwhile',
      effect: { accounts: [{ before: 6470, after: 6350 }] },
    })
    expect(await payer.owed()).toBe(6470)
    // Somebody else's figures, or none, do not fit either.
    const none = { account_number: other.account, expected: nothing }
    expect((await desk.grace.call(assignDeskItem, { params, body: none })).status).toBe(409)
    const fresh = { account_number, expected: refused.body.effect as typeof nothing }
    expect((await desk.grace.call(assignDeskItem, { params, body: fresh })).status).toBe(200)
    expect(await payer.owed()).toBe(6350)
  })

  test('a look changes nothing, also one that dismisses; it is refused as the act would be', async () => {
    const item = await desk.addDeskItem('nobody', '60')
    expect((await look(item, { act: 'dismiss' })).body).toEqual(nothing)
    expect((await look(item, { act: 'reopen' })).body.code).toBe('not_dismissed')
    expect((await look(item, { act: 'confirm' })).body.code).toBe('act_not_possible')
    const { closed, history } = await desk.detail(item)
    expect([closed, history]).toEqual([null, []])
    await desk.dismiss(item)
    expect((await look(item, { act: 'reopen' })).body).toEqual(nothing)
    expect((await look(item, { act: 'dismiss' })).body.code).toBe('already_closed')
  })

  test('of an account in another residence nothing is shown but its number', async () => {
    const { account: account_number } = await addResidence(desk.server)
    const item = await desk.addDeskItem('other house', '300')
    expect((await look(item, { act: 'assign', account_number })).body).toEqual({
      ...nothing,
      accounts: [
        {
          account_number,
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
    const { account } = await desk.addTenant({ full_name: 'Zipporah Tuwei' })
    const first = await desk.addDeskItem('Mama  Zipporah', '10')
    await desk.assign(first, account)
    const again = await desk.addDeskItem('mama zipporah', '20')
    expect((await desk.detail(again)).suggestions[0]).toMatchObject({
      account: { account_number: account },
      likely: true,
      reasons: [
        'Staff have credited payments with the same words to this account before, once.',
        'The payer typed the name Zipporah.',
      ],
    })
    const typed = await desk.addDeskItem(first.receipt, '5')
    expect((await desk.detail(typed)).suggestions[0]?.reasons).toEqual([
      `The payer typed ${first.receipt}, the M-Pesa code of a payment on this account.`,
    ])
  })
})
