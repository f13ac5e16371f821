import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { findTenants, removeTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databases)('finding tenants on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let amina: Caller
  beforeAll(async () => {
    server = await startServer(kind)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
  })
  afterAll(() => endServer(server))

  const find = async (q: string) => (await grace.call(findTenants, { query: { q } })).body
  const names = async (q: string) =>
    (await find(q)).map(({ full_name, by }) => `${full_name}: ${by}`)

  test.each([
    ['amina', 'name'],
    ['otieno AMINA', 'name'],
    ['ŏtieno’ am', 'name'],
    ['0712 345 678', 'phone'],
    ['+254712345678', 'phone'],
    ['345678', 'phone'],
    ['12345678', 'id_number'],
    ['a101', 'room'],
    ['254712345678@', 'email'],
  ])('%s finds Amina by %s', async (typed, by) => {
    expect(await names(typed)).toContain(`Amina Otieno: ${by}`)
  })

  test('by account number and by both receipts', async () => {
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    expect(await names(` ${account_number.toLowerCase()} `)).toEqual(['Amina Otieno: account'])
    const { matched_payments, current_month_balance } = (await amina.call(getPaymentSummary, {}))
      .body
    const [payment] = matched_payments
    for (const typed of [payment?.transaction_id ?? '', payment?.receipt_number ?? '']) {
      expect(await names(typed)).toEqual(['Amina Otieno: receipt'])
    }
    expect(await find('amina otieno')).toMatchObject([
      { room: 'A101', balance: current_month_balance },
    ])
  })

  test('nobody for a sign of a pattern, and nobody of another residence', async () => {
    expect(await names('100%')).toEqual([])
    expect(await names('_mina')).toEqual([])
    const { db } = server.running.context
    const company_id = await addCompany(db)
    await addPerson(db, company_id, 'staff@other.example', { is_staff: true })
    const stranger = await server.signIn('staff@other.example', password)
    expect((await stranger.call(findTenants, { query: { q: 'amina' } })).body).toEqual([])
    expect((await stranger.call(findTenants, { query: { q: '12345678' } })).body).toEqual([])
    expect((await grace.call(findTenants, { query: { q: ' ' } })).status).toBe(400)
  })

  test('who has left is found too, after those who live here', async () => {
    const { id } = (await amina.call(getUser, {})).body
    await grace.call(removeTenant, {
      body: { id, removal_reason: 'other', departure_date: dayOf(new Date()) },
    })
    const found = await find('otieno')
    expect(found.length).toBeGreaterThan(1)
    expect(found.at(-1)).toMatchObject({ full_name: 'Amina Otieno', room: null })
  })
})
