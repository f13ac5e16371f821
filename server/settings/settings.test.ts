import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { resetPasswordByLink } from '#contract/account.ts'
import { getAssistant } from '#contract/assistant.ts'
import { getUser } from '#contract/auth.ts'
import { getCompany } from '#contract/company.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import { importTable, previewImport } from '#contract/imports.ts'
import { checkMpesa, startTestPush } from '#contract/mpesa.ts'
import { listFreeRooms } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { addRooms } from '#contract/rooms.ts'
import { getSetUp, setUp } from '#contract/set-up.ts'
import {
  type BundlePrice,
  CHANGED_MEANWHILE,
  changeBundlePrices,
  changeFrequentQuestions,
  changeResidence,
  changeServices,
  changeStaffRole,
  getBundlePrices,
  getChecklist,
  getFrequentQuestions,
  getResidence,
  getServices,
  inviteAgain,
  inviteStaff,
  listStaff,
  removeStaff,
} from '#contract/settings.ts'
import { listLog, listLogPeople } from '#contract/staff-log.ts'
import { findTenants, listRooms } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { MAIL_SENT, openMail } from '../mail.ts'
import { keepMpesaSettings } from '../payments/check-mpesa.ts'
import { testNow } from '../testing/clock.ts'
import { confirmation, paidCallback, startFakeDaraja } from '../testing/fake-daraja.ts'
import { openMailBox } from '../testing/mail-box.ts'
import { password as testPassword } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'
import { setUpCode } from './set-up.ts'

const password = 'mango-matatu-9'
const form = (code: string, more: Record<string, string> = {}) => ({
  code,
  name: 'Jacaranda House',
  slug: 'jacaranda-house',
  tagline: 'Rooms under the trees.',
  address: 'Thika Road',
  phone: '0709 000 456',
  email: 'hello@jacaranda.example',
  hours: 'Every day',
  first_name: 'Njeri',
  last_name: 'Mwangi',
  staff_email: 'njeri@jacaranda.example',
  password,
  ...more,
})

describe.each(databaseOfTier())('an empty installation on %s', (kind) => {
  let server: TestServer
  let code = ''
  beforeEach(async () => {
    server = await startServer(kind, { DEMO: 'off', THROTTLE: 'off' })
    code = await setUpCode(server.running.context.db)
    return () => endServer(server)
  })

  test('every page leads to the set-up, which is open', async () => {
    for (const path of ['/', '/about', '/auth/login', '/staff/rooms', '/auth/onboard/any']) {
      const page = await server.fetch(path, { redirect: 'manual' })
      expect([page.status, page.headers.get('location')], path).toEqual([302, '/set-up'])
    }
    const page = await server.fetch('/set-up')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Set up your residence')
    expect((await server.call(getSetUp, {})).body).toEqual({ open: true })
  })

  test('of ten submissions at once one makes the residence; afterwards it is gone for ever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        server.call(setUp, {
          body: form(code, {
            slug: `house-${number}`,
            staff_email: `n${number}@jacaranda.example`,
          }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(410)])
    const { db } = server.running.context
    expect(await db.selectFrom('companies').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
    for (const late of [form(code), form('', { slug: ' ', password: '1' })]) {
      const { status, body } = await server.call(setUp, { body: late })
      expect([status, body.code]).toEqual([410, 'already_set_up'])
    }
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
    expect((await server.fetch('/api/set-up/', broken)).status).toBe(410)
    expect((await server.call(getSetUp, {})).status).toBe(410)
    const page = await server.fetch('/set-up')
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('Log in')])
    // The pretend phone asks for the PIN in the name of this residence.
    const shown = await server.fetch('/pretend-daraja/phones/0712345678/')
    expect(await shown.json()).toMatchObject({ business_name: 'JACARANDA HOUSE' })
    // Nobody has said yet what the house has.
    const landing = await (await server.fetch('/')).text()
    expect([landing.includes('Move in'), landing.includes('Communal TV room')]).toEqual([
      true,
      false,
    ])
    const number = answers.findIndex(({ status }) => status === 201)
    const staff = await server.signIn(`n${number}@jacaranda.example`, password)
    expect((await staff.call(getUser, {})).body).toMatchObject({
      staff_role: 'owner',
      company: { slug: `house-${number}` },
    })
  })

  test('a wrong code, a weak password and missing fields are refused, and make nothing', async () => {
    const refusals: [Record<string, string>, string][] = [
      [{ code: 'AAAA-BBBB-CCCC' }, 'code'],
      [{ code: '' }, 'code'],
      [{ password: 'password' }, 'password'],
      [{ slug: 'Jacaranda House' }, 'slug'],
      [{ phone: 'call me' }, 'phone'],
      [{ staff_email: 'njeri' }, 'staff_email'],
      [{ name: ' ' }, 'name'],
    ]
    for (const [more, field] of refusals) {
      const { status, body } = await server.call(setUp, { body: form(code, more) })
      expect([status, Object.keys(body.fields ?? {})], JSON.stringify(more)).toEqual([400, [field]])
    }
    expect((await server.call(getCompany, {})).status).toBe(503)
    // As it may be typed.
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await server.call(setUp, { body: form(typed) })).status).toBe(201)
  })

  test('the checklist follows what is there', async () => {
    await server.call(setUp, { body: form(code) })
    const staff = await server.signIn('njeri@jacaranda.example', password)
    const done = async () =>
      (await staff.call(getChecklist, {})).body.filter((one) => one.done).map(({ item }) => item)
    expect(await done()).toEqual([])
    const bundle = { id: null, gigabytes: 2, days: 2, price: 50 }
    await staff.call(addRooms, { body: { pattern: 'A1-A3', rate: 6500, capacity: 1 } })
    await staff.call(changeBundlePrices, { body: { was: [], now: [bundle] } })
    expect(await done()).toEqual(['rooms', 'bundles'])
    const { body: was } = await staff.call(getResidence, {})
    expect(was.first_month).toBeNull()
    const unchosen = await staff.call(changeResidence, {
      body: { was, now: { ...was, first_month: '' } },
    })
    expect(unchosen.body).toMatchObject({
      code: 'invalid',
      fields: { 'now.first_month': 'Please choose how the month of moving in is charged.' },
    })
    const chosen = { ...was, first_month: 'full' }
    expect((await staff.call(changeResidence, { body: { was, now: chosen } })).body).toEqual(chosen)
    expect(await done()).toEqual(['rooms', 'first_month', 'bundles'])
    const [begun] = (await staff.call(listLog, { query: { about: 'settings' } })).body.slice(-1)
    expect(begun).toMatchObject({ act: 'settings.set_up', by: 'Njeri Mwangi' })
    // An invitation counts once it is opened, by somebody who may manage money.
    for (const role of ['viewer', 'manager'] as const) {
      const email = `${role}@jacaranda.example`
      const person = { first_name: role, last_name: '', email, role }
      const { body } = await staff.call(inviteStaff, { body: { ...person, last_name: 'A' } })
      expect(await done()).not.toContain('staff')
      const token = body.link.split('#')[1] ?? ''
      await server.call(resetPasswordByLink, { body: { token, password } })
      expect((await done()).includes('staff')).toBe(role === 'manager')
    }
  })

  test('M-Pesa is connected once its present settings were checked, and has paid over them', async () => {
    const daraja = await startFakeDaraja()
    onTestFinished(() => daraja.close())
    daraja.answerQuery = () => ({
      status: 500,
      body: { errorCode: '500.001.1001', errorMessage: 'The transaction does not exist' },
    })
    const settings = { ...daraja.settings, PUBLIC_URL: 'https://jacaranda.example' }
    const real = await startServer(kind, { DEMO: 'off', ...settings })
    onTestFinished(() => endServer(real))
    const { db, config, hookSecret } = real.running.context
    await real.call(setUp, { body: form(await setUpCode(db)) })
    const owner = await real.signIn('njeri@jacaranda.example', password)
    const done = async () =>
      (await owner.call(getChecklist, {})).body
        .filter((one) => one.done && ['mpesa', 'first_payment'].includes(one.item))
        .map(({ item }) => item)
    const post = (path: string, body: unknown) =>
      real.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    // Rent in cash proves nothing about M-Pesa.
    await owner.call(addRooms, { body: { pattern: 'A1', rate: 6500, capacity: 1 } })
    const text = 'Name,Phone,ID,Room,Since\nAmina Otieno,0790111222,39000001,A1,2026-09-01\n'
    const files = { table: new Blob([text]) }
    const params = { kind: 'tenants' as const }
    const { fingerprint } = (await owner.call(previewImport, { params, body: {}, files })).body
    await owner.call(importTable, { params, body: { fingerprint }, files })
    const [tenant] = (await owner.call(findTenants, { query: { q: 'Amina' } })).body
    const id = tenant?.id ?? 0
    const entry = { kind: 'cash' as const, amount: 1000, on: dayOf(testNow()) }
    const shown = await owner.call(previewEntry, { params: { id }, body: entry })
    const body = { entry, submission_id: crypto.randomUUID(), expected: shown.body }
    expect((await owner.call(enterByHand, { params: { id }, body })).status).toBe(201)
    expect(await done()).toEqual([])

    // Checked, but M-Pesa doesn't know where to report payments, as far as anybody can tell.
    await owner.call(checkMpesa, {})
    expect(await done()).toEqual([])
    await post(`/api/hooks/${hookSecret}/confirmation`, confirmation('SKL4ZZZZZ1', 'nobody', '1'))
    expect(await done()).toEqual(['mpesa'])

    await owner.call(startTestPush, { body: { phone_number: '0722 333 444' } })
    const { pathname } = new URL(daraja.pushes[0]?.CallBackURL ?? '')
    await post(pathname, paidCallback(daraja.checkoutId(0), 'SKL4ZZZZZ2', 1))
    expect(await done()).toEqual(['mpesa', 'first_payment'])

    // Another paybill: what the old one has proven says nothing about it.
    const other = { ...config, daraja: { ...config.daraja, shortcode: '600000' } }
    // Payments have the database's time, which is the machine's.
    await keepMpesaSettings({ db, config: other }, new Date())
    expect(await done()).toEqual([])
  })

  test('email is connected once a first one was sent', async () => {
    const mails = await openMailBox()
    onTestFinished(() => mails.close())
    const { db } = server.running.context
    const mail = openMail(
      { ...server.running.context.config, smtpUrl: mails.url },
      db,
      server.running.context.log,
    )
    const sent = () =>
      db.selectFrom('installation').where('name', '=', MAIL_SENT).select('value').execute()
    expect(await sent()).toEqual([])
    const from = { name: 'Jacaranda House', address: 'hello@jacaranda.example' }
    mail.sendLater(async () => ({ from, to: 'a@jacaranda.example', subject: 'A', text: 'A' }))
    await mails.next()
    await mail.close()
    expect(await sent()).toHaveLength(1)
  })

  test('staff see that emails are refused, and why, until one is sent again; MAIL_FROM sends all', async () => {
    const { config, db, log } = server.running.context
    const mails = await openMailBox()
    onTestFinished(() => mails.close())
    mails.takeOnly('bweni@jacaranda.example')
    const send = async (settings: Partial<typeof config>) => {
      const mail = openMail({ ...config, smtpUrl: mails.url, ...settings }, db, log)
      const from = { name: 'Jacaranda House', address: 'hello@jacaranda.example' }
      mail.sendLater(async () => ({ from, to: 'a@jacaranda.example', subject: 'A', text: 'A' }))
      await mail.close()
    }
    await server.call(setUp, { body: form(code) })
    const owner = await server.signIn('njeri@jacaranda.example', password)
    const failure = async () => (await owner.call(getOverview, {})).body.needs.mail_failed
    expect(await failure()).toBe(null)
    await send({})
    expect(await failure()).toMatchObject({ reason: expect.stringContaining('553 5.7.1') })
    await send({ mailFrom: 'bweni@jacaranda.example' })
    expect(await failure()).toBe(null)
    expect((await mails.next()).raw).toMatch(
      /From: Jacaranda House <bweni@jacaranda\.example>(?:.|\s)*Reply-To: Jacaranda House <hello@jacaranda\.example>/,
    )
  })
})

test('the set-up is tried at most twenty times an hour', async () => {
  const server = await startServer('pglite', { DEMO: 'off' })
  const tries = Array.from({ length: 21 }, () => server.call(setUp, { body: form('AAAA') }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  await endServer(server)
})

describe.each(databaseOfTier())('settings on %s', (kind) => {
  let server: TestServer
  let company: TestCompany
  let staff: Caller
  let slug = ''
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    company = await openTestCompany(server)
    staff = company.staff
    slug = (await staff.call(getUser, {})).body.company.slug
  })
  afterAll(() => endServer(server))

  const log = () =>
    server.running.context.db
      .selectFrom('staff_log')
      .where('company_id', '=', company.company_id)
      .select(['act', 'before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst()

  test('the residence is changed, logged, and seen by visitors', async () => {
    const { body: was } = await staff.call(getResidence, {})
    const now = {
      name: 'Jacaranda House',
      phone: '0709 000 456',
      email: 'hello@jacaranda.example',
      tagline: 'Rooms.',
      address: 'Thika Road',
      hours: 'Every day',
      wifi_network: 'Jacaranda',
      footer: 'P.O. Box 1, Juja',
      facilities: ['hot_water' as const, 'green' as const],
      first_month: 'pro_rata' as const,
    }
    const { status, body } = await staff.call(changeResidence, { body: { was, now } })
    expect([status, body]).toEqual([200, now])
    const { name, footer, facilities } = (await server.call(getCompany, { query: { slug } })).body
    expect([name, footer]).toEqual(['Jacaranda House', 'P.O. Box 1, Juja'])
    expect([was.facilities, facilities]).toEqual([[], ['hot_water', 'green']])
    expect(await log()).toMatchObject({ act: 'settings.residence', before: was, after: now })

    // Another tab still has the old one.
    const late = await staff.call(changeResidence, { body: { was, now: { ...now, name: 'Old' } } })
    expect([late.status, late.body.message]).toEqual([409, CHANGED_MEANWHILE])
    expect((await staff.call(getResidence, {})).body).toEqual(now)
  })

  test('of two who save the same list at once one wins and the other is told', async () => {
    const one = [{ question: 'Is there parking?', answer: 'Behind the house.' }]
    const other = [{ question: 'Are there bikes?', answer: 'Two.' }]
    const answers = await Promise.all(
      [one, other].map((now) => staff.call(changeFrequentQuestions, { body: { was: [], now } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? one : other
    expect((await staff.call(getFrequentQuestions, {})).body).toEqual(winner)
    const { body } = await server.call(getAssistant, { query: { slug } })
    expect(body.faq).toEqual(winner)
  })

  test('services keep the order they are given', async () => {
    const services = ['Laundry', 'Wifi', 'Gym'].map((name) => ({
      name,
      description: `${name} for all.`,
      coming_soon: name === 'Gym',
    }))
    await staff.call(changeServices, { body: { was: [], now: services } })
    const turned = services.toReversed()
    await staff.call(changeServices, { body: { was: services, now: turned } })
    expect((await staff.call(getServices, {})).body).toEqual(turned)
  })

  test('a bundle keeps its id with a new price, gets another with other data, and can go', async () => {
    const saved = async (now: BundlePrice[]) => {
      const { body: was } = await staff.call(getBundlePrices, {})
      const answer = await staff.call(changeBundlePrices, { body: { was, now } })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const small = { id: null, gigabytes: 2, days: 2, price: 50 }
    const large = { id: null, gigabytes: 10, days: 30, price: 650 }
    const first = { ...small, id: 'package_50' }
    expect(await saved([small, large])).toEqual([first, { ...large, id: 'package_650' }])
    const dearer = { ...first, price: 60 }
    expect(await saved([dearer])).toEqual([dearer])
    expect(await saved([{ ...dearer, gigabytes: 4, price: 50 }, large])).toEqual([
      { id: 'package_50_2', gigabytes: 4, days: 2, price: 50 },
      { ...large, id: 'package_650_2' },
    ])
    const { body } = await server.call(getAssistant, { query: { slug } })
    expect(body.packages.map(({ name, price }) => [name, price])).toEqual([
      ['4GB, 2 days', 50],
      ['10GB, 1 month', 650],
    ])
    // Those who bought it keep it.
    const { db } = server.running.context
    const all = db.selectFrom('packages').where('company_id', '=', company.company_id)
    expect(await all.select('id').execute()).toHaveLength(4)
    expect(await saved([])).toEqual([])
    const twice = await staff.call(changeBundlePrices, { body: { was: [], now: [small, small] } })
    expect([twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([400, ['now.1.gigabytes']])
  })

  test('rooms are added all together or not at all, and can be moved into', async () => {
    const add = (pattern: string, rate: unknown = 6500, capacity = 2) =>
      staff.call(addRooms, { body: { pattern, rate: rate as number, capacity } })
    expect((await add('A101-A103, Annexe 1')).body).toEqual({
      added: ['A101', 'A102', 'A103', 'Annexe 1'],
    })
    const taken = await add('B1-B2, a102, A103')
    expect([taken.status, taken.body.fields]).toEqual([
      409,
      { pattern: 'A102, A103 are there already.' },
    ])
    const { body: rooms } = await staff.call(listRooms, { query: {} })
    expect(rooms.map(({ room_number }) => room_number).toSorted()).toEqual(
      ['A101', 'A102', 'A103', 'Annexe 1'].toSorted(),
    )
    const { body: free } = await server.call(listFreeRooms, { params: { slug }, query: {} })
    expect(free.map(({ room_number }) => room_number)).toContain('Annexe 1')
    for (const [pattern, rate, field] of [
      ['', 6500, 'pattern'],
      ['A9-A1', 6500, 'pattern'],
      ['C1', 0, 'rate'],
      ['C1', '6.5', 'rate'],
      ['C1', '', 'rate'],
    ] as const) {
      const { status, body } = await add(pattern, rate)
      expect([status, Object.keys(body.fields ?? {})], pattern).toEqual([400, [field]])
    }
    const typed = await add('C1', 'Ksh 8,500')
    expect([typed.status, typed.body.added]).toEqual([201, ['C1']])
    const both = await Promise.all([add('D1-D20'), add('D20-D40')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('staff add others by a link, and remove them', async () => {
    const person = {
      first_name: 'Otieno',
      last_name: 'Omondi',
      email: `otieno@${kind}.example`,
      role: 'owner' as const,
    }
    const invited = await staff.call(inviteStaff, { body: person })
    expect(invited.status).toBe(201)
    expect(invited.body.link).toContain('/auth/reset?first#')
    // Without a password nobody can log in.
    await expect(server.signIn(person.email, '')).rejects.toThrow()
    const { body: waiting } = await staff.call(listStaff, {})
    const params = { id: waiting.find(({ email }) => email === person.email)?.id ?? 0 }
    expect(waiting.filter(({ is_invited }) => is_invited)).toHaveLength(1)
    // The link was lost, or has expired.
    const second = await staff.call(inviteAgain, { params })
    expect(second.status).toBe(200)
    const old = { token: invited.body.link.split('#')[1] ?? '', password }
    expect((await server.call(resetPasswordByLink, { body: old })).body.code).toBe('link_over')
    const token = second.body.link.split('#')[1] ?? ''
    const chosen = await server.call(resetPasswordByLink, { body: { token, password } })
    expect(chosen.status).toBe(200)
    const opened = await staff.call(inviteAgain, { params })
    expect([opened.status, opened.body.code]).toEqual([409, 'opened'])
    const other = await server.signIn(person.email, password)
    const { body: all } = await other.call(listStaff, {})
    expect(all.map(({ email, is_you }) => [email, is_you])).toContainEqual([person.email, true])

    const again = await staff.call(inviteStaff, { body: person })
    expect([again.status, Object.keys(again.body.fields ?? {})]).toEqual([409, ['email']])
    const own = all.find(({ is_you }) => is_you)?.id ?? 0
    const self = await other.call(removeStaff, { params: { id: own } })
    expect([self.status, self.body.code]).toEqual([409, 'own_account'])

    const { body: left } = await staff.call(removeStaff, { params: { id: own } })
    expect(left.map(({ email }) => email)).not.toContain(person.email)
    expect((await other.call(getUser, {})).status).toBe(401)
    const former = await server.signIn(person.email, password)
    expect((await former.call(listStaff, {})).status).toBe(403)
    expect((await staff.call(removeStaff, { params: { id: own } })).status).toBe(404)
    // Nobody has proven since whose account it is: the link decides, not the password or a session from before.
    const back = await staff.call(inviteStaff, { body: person })
    expect([back.status, back.body.link]).toEqual([
      201,
      expect.stringContaining('/auth/reset?first#'),
    ])
    expect((await former.call(listStaff, {})).status).toBe(401)
    const nowhere = await staff.call(inviteStaff, { body: { ...person, email: 'x@y.invalid' } })
    expect([nowhere.status, Object.keys(nowhere.body.fields ?? {})]).toEqual([400, ['email']])

    const { body: entries } = await staff.call(listLog, {})
    expect(entries.slice(0, 3).map(({ act }) => act)).toEqual([
      'staff.invite',
      'staff.remove',
      'staff.invite',
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
    const log = async (filter: Record<string, string>) =>
      (await staff.call(listLog, { query: filter })).body.map(({ act }) => act)
    expect(new Set(await log({ about: 'staff' }))).toEqual(
      new Set(['staff.invite', 'staff.remove']),
    )
    expect(await log({ q: 'OTIENO@' })).toHaveLength(4)
    expect(await log({ q: '100%' })).toEqual([])
    // The newest comes first.
    const dayOfEntry = (index: number) => dayOf(new Date(entries.at(index)?.at ?? ''))
    const days = { from: dayOfEntry(-1), until: dayOfEntry(0) }
    expect((await log(days)).length).toBe(entries.length)
    expect(await log({ until: '2026-01-01' })).toEqual([])
    expect(await log({ by: String(company.staff.id), about: 'staff.remove' })).toEqual([
      'staff.remove',
    ])
    expect(await log({ by: String(own) })).toEqual([])
  })

  test('whoever has left the staff is still found in the log', async () => {
    const email = `manager@${kind}.example`
    const body = { first_name: 'Wambui', last_name: 'Njeri', email, role: 'manager' as const }
    const { link } = (await staff.call(inviteStaff, { body })).body
    await server.call(resetPasswordByLink, { body: { token: link.split('#')[1] ?? '', password } })
    const wambui = await server.signIn(email, password)
    const { id } = (await wambui.call(getUser, {})).body
    const found = async () =>
      (await staff.call(listLogPeople, {})).body.find((person) => person.id === id)
    expect(await found()).toBeUndefined()
    const { body: was } = await wambui.call(getServices, {})
    expect((await wambui.call(changeServices, { body: { was, now: was } })).status).toBe(200)
    expect(await found()).toEqual({ id, full_name: 'Wambui Njeri', is_staff: true })
    await staff.call(removeStaff, { params: { id } })
    expect(await found()).toEqual({ id, full_name: 'Wambui Njeri', is_staff: false })
    const { body: acts } = await staff.call(listLog, { query: { by: String(id) } })
    expect(acts.map(({ act, by }) => [act, by])).toEqual([['settings.services', 'Wambui Njeri']])
  })

  test('the log from a day until an earlier one is refused, as a table is', async () => {
    const query = { from: '2026-02-02', until: '2026-02-01' }
    const { status, body } = await staff.call(listLog, { query })
    expect([status, body.fields]).toEqual([400, { until: 'Choose the same day or a later one.' }])
  })

  test('owners change roles, and one always stays', async () => {
    const { body: before } = await staff.call(listStaff, {})
    const own = before.find(({ is_you }) => is_you)?.id ?? 0
    for (const one of before.filter(({ id }) => id !== own)) {
      const params = { id: one.id }
      await staff.call(changeStaffRole, { params, body: { role: 'manager' } })
    }
    const stepDown = (id: number) =>
      staff.call(changeStaffRole, { params: { id }, body: { role: 'viewer' } })
    const last = await stepDown(own)
    expect([last.status, last.body.code]).toEqual([409, 'last_owner'])

    const email = `second@${kind}.example`
    const body = { first_name: 'Second', last_name: 'Owner', email, role: 'owner' as const }
    const { link } = (await staff.call(inviteStaff, { body })).body
    const token = link?.split('#')[1] ?? ''
    await server.call(resetPasswordByLink, { body: { token, password } })
    const second = await server.signIn(email, password)
    const otherId = (await second.call(getUser, {})).body.id
    // Each takes the other's role away at the same moment.
    const demote = (caller: Caller, id: number) =>
      caller.call(changeStaffRole, { params: { id }, body: { role: 'viewer' } })
    const answers = await Promise.all([demote(staff, otherId), demote(second, own)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { body: after } = await staff.call(listStaff, {})
    expect(after.filter(({ role }) => role === 'owner')).toHaveLength(1)
    // The roles hold from the next call on, without another sign-in.
    const demoted = answers[0]?.status === 200 ? second : staff
    const refused = await demoted.call(changeServices, { body: { was: [], now: [] } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    const { db } = server.running.context
    await db.updateTable('users').set({ staff_role: 'owner' }).where('id', '=', own).execute()
    expect((await staff.call(getUser, {})).body.staff_role).toBe('owner')
  })

  test('of two who remove each other one stays', async () => {
    const one = await company.staff.call(inviteStaff, {
      body: { first_name: 'A', last_name: 'B', email: `one@${kind}.example`, role: 'owner' },
    })
    const token = one.body.link?.split('#')[1] ?? ''
    await server.call(resetPasswordByLink, { body: { token, password } })
    const other = await server.signIn(`one@${kind}.example`, password)
    const id = (await other.call(getUser, {})).body.id
    const answers = await Promise.all([
      staff.call(removeStaff, { params: { id } }),
      other.call(removeStaff, { params: { id: company.staff.id } }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const { db } = server.running.context
    const left = await db
      .selectFrom('users')
      .where('company_id', '=', company.company_id)
      .where('id', 'in', [id, company.staff.id])
      .where('is_staff', '=', true)
      .select('id')
      .execute()
    expect(left).toHaveLength(1)
    await db
      .updateTable('users')
      .set({ staff_role: 'owner' })
      .where('company_id', '=', company.company_id)
      .where('id', '=', company.staff.id)
      .execute()
    staff = await server.signIn((await staffEmail()) ?? '', testPassword)
  })

  const staffEmail = async () =>
    (
      await server.running.context.db
        .selectFrom('users')
        .where('company_id', '=', company.company_id)
        .where('id', '=', company.staff.id)
        .select('email')
        .executeTakeFirst()
    )?.email

  test('nobody but staff sees or changes them', async () => {
    for (const caller of [server, company.tenant]) {
      const expected = caller === server ? 401 : 403
      expect((await caller.call(getResidence, {})).status).toBe(expected)
      const rooms = { pattern: 'Z1', rate: 1, capacity: 1 }
      expect((await caller.call(addRooms, { body: rooms })).status).toBe(expected)
    }
  })
})
