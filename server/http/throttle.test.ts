import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUser } from '#contract/account.ts'
import { getUser } from '#contract/auth.ts'
import { onboardTenant } from '#contract/onboarding.ts'
import { changeFrequentQuestions, changeServices } from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { findTenants } from '#contract/tenants.ts'
import { findFirstCompany } from '../company/queries.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'
import { addressKey, userKey } from './throttle.ts'

/** Attempts in a window, and attempts that are released again. */
describe.each(databases)('throttles on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind)
  })
  afterAll(() => endServer(server))

  const rowOf = (key: string) => {
    const { db } = server.running.context
    return db
      .selectFrom('throttles')
      .where('key', '=', `message:${key}`)
      .select(['points', 'expire'])
      .executeTakeFirstOrThrow()
  }
  const pointsOf = async (key: string) => (await rowOf(key)).points

  test('a released attempt counts no more, and the count never falls below zero', async () => {
    const { message } = server.running.context.throttles
    const releases = [await message.consume('one'), await message.consume('one')]
    expect(await pointsOf('one')).toBe(2)
    for (const release of [...releases, ...releases]) await release()
    expect(await pointsOf('one')).toBe(0)
  })

  test('a release after the window has ended does not change the next window', async () => {
    const { db, throttles } = server.running.context
    const release = await throttles.message.consume('two')
    const next = Number((await rowOf('two')).expire) + 60_000
    for (const points of [0, 7]) {
      await db
        .updateTable('throttles')
        .set({ points, expire: String(next) })
        .where('key', '=', 'message:two')
        .execute()
      await release()
      expect(await pointsOf('two')).toBe(points)
    }
  })

  test('a refused attempt is not counted and begins no window', async () => {
    const { message } = server.running.context.throttles
    const attempts = Array.from({ length: 70 }, () => message.consume('three'))
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
    expect(await pointsOf('three')).toBe(60)
  })

  test('a person who changes the password or downloads receipts all the time is slowed down', async () => {
    const { password, receiptPdf } = server.running.context.throttles
    const amina = await server.signIn('0712345678', '12345678')
    const brian = await server.signIn('0722000002', '23456789')
    const { body: user } = await amina.call(getUser, {})
    const key = userKey(1, user.id)
    for (let change = 0; change < 20; change++) await password.consume(key)
    for (let receipt = 0; receipt < 100; receipt++) await receiptPdf.consume(key)

    const { first_name, last_name, email } = user
    const names = { first_name, last_name, email }
    const refused = await amina.call(updateUser, { body: { ...names, password: 'mango-matatu-9' } })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe(
      'Too many new passwords in a short time. Please try again in an hour.',
    )
    expect((await amina.call(updateUser, { body: names })).status).toBe(200)

    const download = async (who: Caller) => {
      const [payment] = (await who.call(getPaymentSummary, {})).body.matched_payments
      return who.fetch(`/api/receipts/${payment?.receipt_number}/pdf/`)
    }
    const response = await download(amina)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await response.json()).message).toBe(
      'Too many downloads in a short time. Please try again in a quarter of an hour.',
    )
    expect((await download(brian)).status).toBe(200)
  })

  test('of many refused calls of a member of staff the log has the first of an hour', async () => {
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const { db } = server.running.context
    const company_id = (await findFirstCompany(db))?.id ?? 0
    await addPerson(db, company_id, 'otieno@acacia.example', { staff_role: 'viewer' })
    const viewer = await server.signIn('otieno@acacia.example', password)
    const change = () => viewer.call(changeServices, { body: { was: [], now: [] } })
    const answers = await Promise.all(Array.from({ length: 30 }, change))
    expect(answers.map(({ body }) => body.code)).toEqual(Array(30).fill('not_permitted'))
    await viewer.call(changeFrequentQuestions, { body: { was: [], now: [] } })
    await change()
    const { body } = await grace.call(listLog, { query: { about: 'refused', limit: '100' } })
    const calls = body.map(({ after }) => (after as { call?: string }).call)
    expect(calls[0]).toBe('PUT /api/staff/settings/faq/')
    expect(calls.filter((call) => call === 'PUT /api/staff/settings/services/')).toHaveLength(5)
    // That there were more is said once, and of which call.
    expect(body).toHaveLength(7)
    const { tries } = changeServices
    expect(body.map(({ after }) => after)).toContainEqual({ more: true, tries, role: 'viewer' })
  })

  test('on move-in day a residence sends its forms from one address: refused ones don’t count, staff count by person', async () => {
    const { onboarding, onboardingByStaff, refusedForm } = server.running.context.throttles
    const send = async (caller: Caller, changes = {}) => {
      const body = await newStudent(caller, changes)
      return (await caller.call(onboardTenant, { params: { slug }, body })).status
    }
    const typo = { id_number: '1' }
    const address = addressKey('127.0.0.1')
    for (let sent = 0; sent < 499; sent++) await onboarding.consume(address)
    expect([await send(server, typo), await send(server, typo)]).toEqual([400, 400])
    expect([await send(server), await send(server)]).toEqual([201, 429])
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    expect(await send(grace)).toBe(201)

    const { body: user } = await grace.call(getUser, {})
    for (let sent = 0; sent < 499; sent++) await onboardingByStaff.consume(userKey(1, user.id))
    expect(await send(grace)).toBe(429)

    // Whoever tries numbers until one is taken comes to an end.
    await onboarding.clear(address)
    for (let refused = 0; refused < 498; refused++) {
      await refusedForm.consume(`onboarding:${address}`)
    }
    for (let sent = 0; sent < 499; sent++) await onboarding.consume(address)
    expect([await send(server, typo), await send(server, typo)]).toEqual([400, 429])
  })

  test('statements of account are limited, whatever their format', async () => {
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const [amina] = (await grace.call(findTenants, { query: { q: 'Amina Otieno' } })).body
    const path = `/api/staff/tenants/${amina?.id}/statement/csv/`
    const answers = await Promise.all(Array.from({ length: 101 }, () => grace.fetch(path)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    const pdf = await grace.fetch(path.replace('csv', 'pdf'))
    expect([pdf.status, pdf.headers.has('retry-after')]).toEqual([429, true])
  })
})
