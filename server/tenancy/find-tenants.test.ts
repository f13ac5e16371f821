import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { listBalances } from '#contract/ledger.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import {
  countTenants,
  findTenants,
  listTenantPage,
  listTenants,
  removeTenant,
  tenantOrders,
} from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { testNow } from '../testing/clock.ts'
import { allPages } from '../testing/pages.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('finding tenants on %s', (kind) => {
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
    ['\u202a+254 (0) 712\u2011345\u2011678\u202c', 'phone'],
    ['tel:0712.345.678', 'phone'],
    ['０７１２３４５６７８', 'phone'],
    ['00254 712', 'phone'],
    ['712–345', 'phone'],
    ['1234-5678 ', 'id_number'],
    ['\u200ea\u00a0101', 'room'],
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

  test('by registration number, however it is written', async () => {
    for (const typed of ['BW5678/2025', 'bw 5678 2025', 'BW5678-2025']) {
      expect(await names(typed)).toEqual(['Amina Otieno: registration_number'])
    }
  })

  test('nobody for a sign of a pattern, and nobody of another residence', async () => {
    expect(await names('100%')).toEqual([])
    expect(await names("'")).toEqual([])
    expect(await names('_mina')).toEqual([])
    const { db } = server.running.context
    const company_id = await addCompany(db)
    await addPerson(db, company_id, 'staff@other.example', { is_staff: true })
    const stranger = await server.signIn('staff@other.example', password)
    expect((await stranger.call(findTenants, { query: { q: 'amina' } })).body).toEqual([])
    expect((await stranger.call(findTenants, { query: { q: '12345678' } })).body).toEqual([])
    expect((await grace.call(findTenants, { query: { q: ' ' } })).status).toBe(400)
    expect((await stranger.call(listTenantPage, { query: { q: 'amina' } })).body).toEqual([])
    expect((await stranger.call(countTenants, { query: {} })).body).toEqual({
      ...{ fitting: 0, all: 0, owing: 0, owed: 0 },
    })
  })

  type Query = { q?: string; state?: 'owes' | 'credit' | 'coming' | 'leaving'; sort?: string }

  const pages = (query: Query) => allPages(grace, listTenantPage, { ...query, limit: '7' })

  test.each(tenantOrders)('pages by %s have everybody once, in order', async (sort) => {
    const all = (await grace.call(listTenants, {})).body
    const owed = new Map(
      (await grace.call(listBalances, {})).body.map(({ id, balance }) => [id, balance]),
    )
    const listed = await pages({ sort })
    expect(listed.toSorted((one, other) => one.id - other.id)).toEqual(
      all
        .map(({ next: _, ...tenant }) => ({ ...tenant, balance: owed.get(tenant.id) }))
        .sort((one, other) => one.id - other.id),
    )
    const natural = new Intl.Collator('en', { numeric: true })
    const inOrder: Record<string, (one: Listed, other: Listed) => boolean> = {
      name: (one, other) => one.full_name.toLowerCase() <= other.full_name.toLowerCase(),
      room: (one, other) => natural.compare(one.room, other.room) <= 0,
      owes: (one, other) => one.balance >= other.balance,
      since: (one, other) => one.from >= other.from,
      until: (one, other) => (one.until ?? '9999') <= (other.until ?? '9999'),
    }
    type Listed = (typeof listed)[number]
    for (const [index, one] of listed.entries()) {
      const other = listed[index + 1]
      if (other)
        expect(inOrder[sort]?.(one, other), `${one.full_name}, ${other.full_name}`).toBe(true)
    }
  })

  test('a search and a state, with how many fit', async () => {
    const all = await pages({})
    const isDebtor = ({ balance }: { balance: number }) => balance > 0
    expect(await pages({ state: 'owes' })).toEqual(all.filter(isDebtor))
    expect(await pages({ state: 'leaving' })).toEqual(all.filter(({ until }) => until !== null))
    expect(await pages({ q: 'A1' })).toEqual(all.filter(({ room }) => room.startsWith('A1')))
    expect((await pages({ q: 'otíeno ami' })).map(({ full_name }) => full_name)).toEqual([
      'Amina Otieno',
    ])
    const inA = all.filter((one) => isDebtor(one) && one.room.startsWith('A'))
    const counted = await grace.call(countTenants, { query: { q: 'a', state: 'owes' } })
    const fit = await pages({ q: 'a', state: 'owes' })
    const fitting = fit.length
    expect(fitting).toBeGreaterThanOrEqual(inA.length)
    const owed = fit.reduce((sum, { balance }) => sum + balance, 0)
    expect(counted.body).toEqual({ fitting, all: all.length, owing: fitting, owed })
    const everyone = await grace.call(countTenants, { query: {} })
    expect(everyone.body.owed).toBe(
      all.filter(isDebtor).reduce((sum, { balance }) => sum + balance, 0),
    )
    expect(await pages({ q: '%' })).toEqual([])
    const refused = await grace.call(listTenantPage, { query: { sort: 'age' } as never })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { sort: 'Please choose one of the orders.' } },
    ])
  })

  test('who has left is found too, after those who live here', async () => {
    const { id } = (await amina.call(getUser, {})).body
    await grace.call(removeTenant, {
      body: { id, removal_reason: 'other', departure_date: dayOf(testNow()) },
    })
    const found = await find('otieno')
    expect(found.length).toBeGreaterThan(1)
    expect(found.at(-1)).toMatchObject({ full_name: 'Amina Otieno', room: null })
  })
})
