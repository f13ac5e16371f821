import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOnboardingCompany, onboardTenant } from '#contract/onboarding.ts'
import { listLog } from '#contract/staff-log.ts'
import { findTenants, getTenant } from '#contract/tenants.ts'
import { getTerms, listTerms, publishTerms } from '#contract/terms.ts'
import { dayOf } from '#rules/calendar.ts'
import { readTerms, suppliedTerms } from '#rules/terms.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

describe.each(databaseOfTier())('terms on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  const params = { slug }
  const inForce = async () => (await grace.call(getTerms, { params, query: {} })).body
  const publish = (was: number, text: string) => grace.call(publishTerms, { body: { was, text } })

  async function moveIn(terms_version?: number) {
    const form = await newStudent(server)
    const answer = await server.call(onboardTenant, {
      params,
      body: { ...form, start_date: dayOf(new Date()), end_date: '2029-01-01', terms_version },
      files: {},
    })
    return { form, ...answer }
  }
  async function agreedVersion(account: string) {
    const { body } = await grace.call(findTenants, { query: { q: account } })
    const found = await grace.call(getTenant, { params: { id: String(body[0]?.id) } })
    return found.body.details?.terms_version
  }

  async function ask(text: string) {
    const answer = await server.fetch('/api/assistant/ask/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    return answer.text()
  }
  const askAll = () =>
    Promise.all(['what are the house rules?', 'when are quiet hours?', 'kuna deposit?'].map(ask))

  test('are the supplied ones at first, and those that staff publish afterwards', async () => {
    expect(await inForce()).toMatchObject({ version: 1, current: 1, text: suppliedTerms.text })
    const first = await moveIn()
    expect(await agreedVersion(first.body.account_number)).toBe(1)
    const [rules, quiet, deposit] = await askAll()
    expect(rules).toContain('10 PM')
    expect(quiet).toContain('10 PM')
    expect(deposit).not.toContain('masharti yake')

    const published = await publish(1, '## Rent\nOn the 5th.\n')
    expect(published.status).toBe(200)
    expect(published.body.map(({ version, by }) => [version, by])).toEqual([
      [2, 'Grace Wanjiru'],
      [1, null],
    ])
    expect(await inForce()).toMatchObject({ version: 2, text: '## Rent\nOn the 5th.' })
    const old = await grace.call(getTerms, { params, query: { version: '1' } })
    expect(old.body).toMatchObject({ version: 1, current: 2 })
    const none = await grace.call(getTerms, { params, query: { version: '3' } })
    expect(none.status).toBe(404)
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'settings.terms', after: { version: 2 } })
    expect(await agreedVersion(first.body.account_number)).toBe(1)
  })

  test('the assistant doesn’t answer by supplied ones that are no longer in force', async () => {
    for (const answer of await askAll()) {
      expect(answer).toMatch(/terms of its own|masharti yake/)
      expect(answer).toContain('0709 000 123')
      expect(answer).not.toContain('10 PM')
      expect(answer).toContain('"page":"terms"')
    }
  })

  test('a form that shows earlier terms is asked to agree again', async () => {
    const stale = await moveIn(1)
    expect([stale.status, stale.body]).toMatchObject([
      409,
      {
        code: 'terms_changed',
        fields: { terms: 'The terms have changed. Please read them again before you agree.' },
      },
    ])
    const company = await grace.call(getOnboardingCompany, { params })
    const made = await moveIn(company.body.terms_version)
    expect(made.status).toBe(201)
    expect(await agreedVersion(made.body.account_number)).toBe(2)
    const versions = (await grace.call(listTerms, {})).body
    expect(versions[0]).toMatchObject({ version: 2, tenants: 1 })
  })

  test('of two who publish at once one wins; nobody changes what was published', async () => {
    const { version } = await inForce()
    const answers = await Promise.all(['One.', 'Two.'].map((text) => publish(version, text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await publish(version, 'Late.')).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await publish(version + 1, ' ')).body.fields).toEqual({
      text: 'Please type the terms.',
    })
    const { db } = server.running.context
    await expect(db.updateTable('terms_versions').set({ text: 'x' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('terms_versions').execute()).rejects.toThrow('append-only')
  })

  test('the page shows them with their headings, earlier ones with a warning', async () => {
    const { version } = await inForce()
    await publish(version, '## The <b>gate</b>\nIt closes at 10 PM.\n- Knock\n- Wait')
    const page = await (await server.fetch(`/terms/${slug}`)).text()
    expect(page).toContain('The &lt;b&gt;gate&lt;/b&gt;')
    expect(page).toContain('<li>Knock</li>')
    expect(page).not.toContain('no longer in force')
    const first = await (await server.fetch(`/terms/${slug}?version=1`)).text()
    expect(first).toContain('no longer in force')
    for (const { title } of readTerms(suppliedTerms.text)) expect(first).toContain(title)
    expect((await server.fetch(`/terms/${slug}?version=999`)).status).toBe(404)
  })
})
