import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/account.ts'
import { getUser } from '#contract/auth.ts'
import type { CallInput } from '#contract/endpoint.ts'
import {
  getOnboardingCompany,
  listColleges,
  listFaculties,
  listFreeRooms,
  onboardTenant,
} from '#contract/onboarding.ts'
import { initiatePush } from '#contract/payments.ts'
import { listLog } from '#contract/staff-log.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { getTenant, listTenants, removeTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { firstRent } from '#rules/ledger.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

const colours = { channels: 3, background: { r: 200, g: 120, b: 40 } } as const
const image = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 400, height: 300, ...colours } })
        .jpeg()
        .toBuffer(),
    ),
  ])

describe.each(databases)('moving in on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let now = new Date('2026-11-20T09:00:00Z')

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const more = Array.from({ length: 9 }, (_, at) => `C10${at + 1}`)
    await server.running.context.db
      .insertInto('rooms')
      .values(more.map((room_number) => ({ company_id: 1, room_number, rate: 5000 })))
      .execute()
  })
  afterAll(() => endServer(server))

  type Form = CallInput<typeof onboardTenant>['body']
  type Files = CallInput<typeof onboardTenant>['files']
  const send = (body: Form, files?: Files, caller: Caller = server) =>
    caller.call(onboardTenant, { params: { slug }, body, files })
  const student = (changes: Partial<Form> = {}) => newStudent(server, changes)
  const rooms = async (from?: string) =>
    (await server.call(listFreeRooms, { params: { slug }, query: { from } })).body
  /** The number of rows in every table that onboarding inserts into. */
  async function counts() {
    const { db } = server.running.context
    const tables = [
      'users',
      'logins',
      'account_numbers',
      'tenancies',
      'stays',
      'tenant_details',
      'documents',
      'id_numbers',
      'charges',
    ] as const
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow(),
      ),
    )
    const stored = readdirSync(join(server.running.context.config.dataDir, 'uploads'), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile()).length
    return [...rows.map((row) => Number(row.rows)), stored]
  }

  test('what the form needs: the residence, rooms, colleges and their faculties', async () => {
    const company = await server.call(getOnboardingCompany, { params: { slug } })
    expect(company.body).toEqual({
      name: 'Acacia Court',
      slug,
      logo: null,
      first_month: 'full',
      terms_version: 1,
      deposit: { amount: null, months: null, days: 14 },
    })
    expect((await server.call(getOnboardingCompany, { params: { slug: 'nowhere' } })).status).toBe(
      404,
    )
    expect((await rooms())[0]).toEqual({
      id: expect.any(Number),
      room_number: 'B301',
      rate: 7000,
      capacity: 1,
    })
    const colleges = (await server.call(listColleges, {})).body
    expect(colleges).toHaveLength(3)
    const faculties = await server.call(listFaculties, { params: { id: colleges[0]?.id ?? 0 } })
    expect(faculties.body.faculties.length).toBeGreaterThan(1)
    expect((await server.call(listFaculties, { params: { id: 9999 } })).status).toBe(404)
  })

  test('a visitor becomes a tenant, with images, and logs in with phone and ID number', async () => {
    const form = await student({ phone_number: '+254 790 777-001', id_number: '41 234 567' })
    const made = await send(form, { photo: await image(), id_photo: await image() })
    expect([made.status, made.body]).toEqual([
      201,
      {
        account_number: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
        paybill: '174379',
        room_number: 'B301',
        rate: 7000,
        deposit: null,
        username: '0790777001',
        default_password: true,
      },
    ])
    const tenant = await server.signIn('0790777001', '41234567')
    expect((await tenant.call(getUser, {})).body).toMatchObject({
      first_name: 'Wanjala',
      last_name: 'Simiyu Kibet',
      must_change_password: true,
    })
    expect((await tenant.call(getAccountNumber, {})).body.account_number).toBe(
      made.body.account_number,
    )
    expect((await tenant.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: 'B301',
      current_month_balance: 7000,
      leaves_on: '2027-04-30',
    })
    const listed = (await grace.call(listTenants, {})).body.find((one) => one.room === 'B301')
    const detail = (await grace.call(getTenant, { params: { id: listed?.id ?? 0 } })).body
    expect(detail.details).toMatchObject({
      id_number: '41234567',
      phone_number: '254790777001',
      emergency_phone_number: '254733000111',
      sponsor_phone: null,
      year_of_study: 1,
      college: 'Engineering and Technology',
    })
    expect(detail.documents.map((one) => one.kind).sort()).toEqual(['id_photo', 'photo'])
  })

  test('a residence may charge the month of moving in by its days, and the form knows', async () => {
    const { db } = server.running.context
    const charge = (first_month: 'full' | 'pro_rata') =>
      db.updateTable('companies').set({ first_month }).where('slug', '=', slug).execute()
    await charge('pro_rata')
    const company = await server.call(getOnboardingCompany, { params: { slug } })
    expect(company.body.first_month).toBe('pro_rata')
    const form = await student({ company: slug })
    const { body } = await send(form)
    const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
    const { current_month_balance } = (await tenant.call(getPaymentSummary, {})).body
    expect(current_month_balance).toBe(firstRent('2026-11-20', body.rate, 'pro_rata').amount)
    expect(current_month_balance).toBeLessThan(body.rate)
    await charge('full')
  })

  test('terms that cannot even be read as text are not agreed to', async () => {
    const answer = await server.fetch('/api/onboard/api/company/acacia-court/onboard/student/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"terms": {"toString": 1}}',
    })
    expect(answer.status).toBe(400)
    expect((await answer.json()).fields.terms).toBe('You must agree to the terms and conditions.')
  })

  test('every invalid field gets the sentence of the form', async () => {
    const empty = await send({} as Form)
    expect(empty.status).toBe(400)
    expect(Object.keys(empty.body.fields ?? {}).sort()).toEqual(
      'college emergency_contact_relationship emergency_phone_number end_date faculty full_name id_number phone_number registration_number room start_date terms year_of_study'.split(
        ' ',
      ),
    )
    expect(empty.body.fields?.terms).toBe('You must agree to the terms and conditions.')
    const bad: [Partial<Form>, string, string][] = [
      [{ terms: false }, 'terms', 'You must agree to the terms and conditions.'],
      [
        { phone_number: '12345' },
        'phone_number',
        'Please enter a valid phone number (e.g., 0712345678)',
      ],
      [
        { sponsor_phone: '99' },
        'sponsor_phone',
        'Please enter a valid phone number (e.g., 0712345678)',
      ],
      [{ start_date: '2026-11-19' }, 'start_date', 'Choose today or a later day.'],
      [
        { start_date: '2029-01-01', end_date: '2029-05-01' },
        'start_date',
        'Choose a day within two years, by 20 Nov 2028.',
      ],
      [{ end_date: '2026-11-20' }, 'end_date', 'Choose a day after the start date.'],
      [{ end_date: '2040-01-01' }, 'end_date', 'Choose a day within seven years, by 20 Nov 2033.'],
      [{ end_date: '2027-02-29' }, 'end_date', 'Please choose the day you leave.'],
      [{ year_of_study: '7' }, 'year_of_study', 'Please choose your year of study.'],
      [{ room: 999_999 }, 'room', 'There is no such room. Please choose another one.'],
      [
        { faculty: 999_999 },
        'faculty',
        'This faculty doesn’t belong to that college. Please choose again.',
      ],
      [
        { emergency_contact_relationship: 'Boss' as never },
        'emergency_contact_relationship',
        'Please choose who this person is to you.',
      ],
      [{ id_number: '<b>' }, 'id_number', 'This does not look like an ID or passport number.'],
    ]
    const before = await counts()
    for (const [changes, field, sentence] of bad) {
      const answer = await send(await student(changes), { photo: await image() })
      expect([answer.status, answer.body.fields], field).toEqual([400, { [field]: sentence }])
    }
    expect(await counts()).toEqual(before)
  })

  test('malformed requests get a plain answer', async () => {
    const listFrom = (from: string) =>
      server.call(listFreeRooms, { params: { slug }, query: { from } })
    expect((await listFrom('2027-02-29')).body.fields).toEqual({
      from: 'Please give a date as 2026-11-20.',
    })
    const nowhere = { slug: 'nowhere' }
    expect((await server.call(listFreeRooms, { params: nowhere })).status).toBe(404)
    expect(
      (await server.call(onboardTenant, { params: nowhere, body: await student() })).status,
    ).toBe(404)
    const odd: [Partial<Form>, string][] = [
      [{ full_name: 'Wanjala\nSimiyu' }, 'full_name'],
      [{ full_name: 'Wan\u202ejala' }, 'full_name'],
      [{ registration_number: '---' }, 'registration_number'],
      [{ id_number: '-----' }, 'id_number'],
      [{ submission_id: 'mine' }, 'submission_id'],
    ]
    for (const [changes, field] of odd) {
      const answer = await send(await student(changes))
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
    }
    const stale = await server.fetch(`/api/onboard/api/company/${slug}/onboard/student/`, {
      method: 'POST',
      headers: { authorization: 'Bearer over', 'content-type': 'application/json' },
      body: JSON.stringify(await student()),
    })
    expect(stale.status).toBe(401)
  })

  test('a phone, ID or registration number in use: each is named, and nothing is created', async () => {
    const first = await student()
    expect((await send(first)).status).toBe(201)
    const before = await counts()
    const { phone_number, id_number, registration_number } = first
    const respelled = {
      phone_number: `254${String(phone_number).slice(1)}`,
      id_number: String(id_number).replace(/(..)/, '$1 '),
      registration_number: String(registration_number).toLowerCase().replaceAll('-', ' '),
    }
    for (const field of ['phone_number', 'id_number', 'registration_number'] as const) {
      const answer = await send(await student({ [field]: respelled[field] }), {
        photo: await image(),
      })
      expect(answer.status).toBe(409)
      expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
      expect(JSON.stringify(answer.body)).not.toContain('Wanjala')
    }
    const all = await send(await student(respelled))
    expect(Object.keys(all.body.fields ?? {}).sort()).toEqual(Object.keys(respelled).sort())
    expect(await counts()).toEqual(before)
  })

  test('a lost reply and a second submit: one tenant, the same reply', async () => {
    const form = await student({ submission_id: randomUUID() })
    const first = await send(form, { photo: await image() })
    const before = await counts()
    const again = await send(form, { photo: await image() })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await counts()).toEqual(before)
    const stranger = await send({ ...(await student()), submission_id: form.submission_id })
    expect(stranger.status).toBe(201)
    expect(stranger.body.account_number).not.toBe(first.body.account_number)
  })

  test('the same form five times at once: one tenant, and the same reply each time', async () => {
    const form = await student({ submission_id: randomUUID() })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(form)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.account_number)).size).toBe(1)
  })

  test('twenty forms for the last place: one gets it, nineteen get 409', async () => {
    const [room] = await rooms()
    const forms = await Promise.all(
      Array.from({ length: 20 }, () => student({ room: room?.id ?? 0 })),
    )
    const before = await counts()
    const photo = await image()
    const answers = await Promise.all(forms.map((form) => send(form, { photo })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const message = `Room ${room?.room_number} has just been taken.`
    const refused = answers.filter((answer) => answer.status === 409)
    expect(refused).toHaveLength(19)
    for (const { body } of refused) {
      expect(body).toEqual({ message, code: 'room_taken', fields: { room: message } })
    }
    const after = await counts()
    expect(after).toEqual(before.map((count) => count + 1))
    // A refused form can be sent again with another room.
    const [next] = await rooms()
    const refusedForm = forms[answers.findIndex((answer) => answer.status === 409)]
    expect((await send({ ...(refusedForm as Form), room: next?.id ?? 0 })).status).toBe(201)
  })

  test.runIf(kind === 'postgres')(
    'while the rent is changed: the new one is told and charged, and the deposit is of it',
    async () => {
      const { db } = server.running.context
      const [{ id: room = 0 } = {}] = await rooms()
      const form = await student({ room, start_date: dayOf(now) })
      const rule = { deposit_months: 1 }
      await db.updateTable('companies').set(rule).where('id', '=', 1).execute()
      let sent: ReturnType<typeof send> | undefined
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('rooms').where('id', '=', room).select('id').forUpdate().execute()
        const entered_by = (await grace.call(getUser, {})).body.id
        const change = { company_id: 1, room_id: room, from_day: dayOf(now), entered_by }
        await tx
          .insertInto('room_rates')
          .values({ ...change, rate: 9100 })
          .execute()
        await tx.updateTable('rooms').set({ rate: 9100 }).where('id', '=', room).execute()
        sent = send(form)
        const waits = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        const isWaiting = async () => (await waits.execute(db)).rows.length > 0
        await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
      })
      const answer = await sent
      expect(answer).toMatchObject({ status: 201, body: { rate: 9100, deposit: 9100 } })
      const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
      const { rate, current_month_balance } = (await tenant.call(getPaymentSummary, {})).body
      expect([rate, current_month_balance]).toEqual([9100, 9100])
      await db.updateTable('companies').set({ deposit_months: null }).where('id', '=', 1).execute()
    },
  )

  test('a room with three places holds three tenants while others leave and move in', async () => {
    const [room] = await rooms()
    const id = room?.id ?? 0
    await server.running.context.db
      .updateTable('rooms')
      .set({ capacity: 3 })
      .where('id', '=', id)
      .execute()
    const from = (start_date: string, end_date: string) =>
      student({ room: id, start_date, end_date }).then((form) => send(form))
    expect((await from('2026-11-20', '2026-12-20')).status).toBe(201)
    expect((await from('2027-02-01', '2027-06-01')).status).toBe(201)
    expect((await from('2026-11-20', '2027-06-01')).status).toBe(201)
    // Two are there until 20 December, and two again from February on: one place is free throughout.
    expect((await from('2026-11-25', '2026-12-24')).status).toBe(201)
    expect((await from('2026-11-25', '2026-12-24')).status).toBe(409)
    expect((await rooms('2026-12-20')).some((one) => one.id === id)).toBe(true)
    expect((await rooms('2026-12-19')).some((one) => one.id === id)).toBe(false)
  })

  test('a place is held from booking on, and charged when the day has come', async () => {
    const [room] = await rooms()
    const form = await student({
      room: room?.id ?? 0,
      start_date: '2027-01-10',
      end_date: '2027-05-01',
    })
    expect((await send(form)).status).toBe(201)
    expect((await rooms()).some((one) => one.id === room?.id)).toBe(false)
    const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
    expect((await tenant.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: null,
      current_month_balance: 0,
      next_room: { room_number: room?.room_number, from: '2027-01-10' },
    })
  })

  test('a user keeps their account; a tenant with a room gets no second one', async () => {
    const email = 'wairimu@example.org'
    const body = {
      first_name: 'Wairimu',
      last_name: 'Kamande',
      email,
      password: 'tall acacia 47',
      password2: 'tall acacia 47',
    }
    expect((await server.call(register, { body })).status).toBe(201)
    const user = await server.signIn(email, 'tall acacia 47')
    const form = await student()
    const both = await Promise.all([send(form, {}, user), send(form, {}, user)])
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409])
    const made = both[0]?.status === 201 ? both[0] : both[1]
    if (!made) throw new Error('no answer')
    expect([made.status, made.body]).toMatchObject([
      201,
      { username: email, default_password: false },
    ])
    expect((await user.call(getUser, {})).body).toMatchObject({
      first_name: 'Wairimu',
      must_change_password: false,
    })
    expect((await user.call(getPaymentSummary, {})).body.room_number).toBe(made.body.room_number)
    // The phone of the form becomes a login.
    await server.signIn(String(form.phone_number), 'tall acacia 47')
    const second = await send(await student(), {}, user)
    expect([second.status, second.body.code]).toEqual([409, 'has_room'])
    const own = await send(form, {}, user)
    expect([own.status, own.body.code]).toEqual([409, 'has_room'])
  })

  test('staff move somebody else in, as the log says; a viewer doesn’t', async () => {
    const form = await student()
    const made = await send(form, {}, grace)
    expect([made.status, made.body.default_password]).toEqual([201, true])
    const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
    expect((await tenant.call(getPaymentSummary, {})).body.room_number).toBe(made.body.room_number)
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({
      act: 'tenancy.onboard',
      by: 'Grace Wanjiru',
      after: { account_number: made.body.account_number, full_name: form.full_name },
    })
    const twice = await send({ ...form, submission_id: undefined }, {}, grace)
    expect([twice.status, twice.body.fields?.id_number]).toEqual([
      409,
      'This ID number is already registered. Look for them under Tenants.',
    ])
    const { db } = server.running.context
    await db
      .updateTable('users')
      .set({ staff_role: 'viewer' })
      .where('email', '=', 'staff@acacia.example')
      .execute()
    const viewer = await send(await student(), {}, grace)
    await db
      .updateTable('users')
      .set({ staff_role: 'owner' })
      .where('email', '=', 'staff@acacia.example')
      .execute()
    expect([viewer.status, viewer.body.code]).toEqual([403, 'not_permitted'])
  })

  test('staff move in who came up to 31 days ago, charged as on that day', async () => {
    const from = '2026-10-20'
    const rooms = (await server.call(listFreeRooms, { params: { slug }, query: { from } })).body
    const room = rooms.at(-1)
    const form = await student({ room: room?.id ?? 0, start_date: from })
    const errors = async (changes: Partial<Form>, caller: Caller = grace) =>
      (await send({ ...form, ...changes }, {}, caller)).body.fields
    expect(await errors({}, server)).toEqual({ start_date: 'Choose today or a later day.' })
    expect(await errors({ start_date: '2026-10-19' })).toEqual({
      start_date: 'Choose 20 Oct 2026 or a later day.',
    })
    expect(await errors({ end_date: '2026-11-20' })).toEqual({
      end_date: 'Choose a day after today.',
    })
    const { db } = server.running.context
    const charge = (first_month: 'full' | 'pro_rata') =>
      db.updateTable('companies').set({ first_month }).where('slug', '=', slug).execute()
    await charge('pro_rata')
    const { status, body } = await send(form, {}, grace)
    await charge('full')
    expect([status, body.rate]).toEqual([201, room?.rate])
    const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
    expect((await tenant.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: room?.room_number,
      current_month_balance: firstRent(from, body.rate, 'pro_rata').amount + body.rate,
    })
  })

  test('a former tenant comes back with the same account number and history', async () => {
    const form = await student()
    const first = await send(form)
    const tenant = await server.signIn(String(form.phone_number), String(form.id_number))
    const { id } = (await tenant.call(getUser, {})).body
    const removal = { id, removal_reason: 'other', departure_date: '2026-11-20' } as const
    expect((await grace.call(removeTenant, { body: removal })).status).toBe(200)
    const [room] = await rooms()
    const back = await send({ ...form, room: room?.id ?? 0 }, {}, tenant)
    expect([back.status, back.body.account_number]).toEqual([201, first.body.account_number])
    expect((await grace.call(getTenant, { params: { id } })).body.stays).toHaveLength(2)
    const { account_number } = first.body
    const push = await tenant.call(initiatePush, {
      body: { phone_number: '0733222111', amount: 50, account_reference: account_number },
    })
    expect(push.status).toBe(200)
  })

  test('a file that is no image: an error at its field, and nothing is created', async () => {
    const before = await counts()
    const answer = await send(await student(), {
      photo: new Blob(['no image']),
      id_photo: await image(),
    })
    expect(answer.status).toBe(415)
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['photo'])
    expect(await counts()).toEqual(before)
  })

  test('a full residence offers no room', async () => {
    now = new Date('2026-11-21T09:00:00Z')
    for (const room of await rooms()) {
      const form = await student({ room: room.id, start_date: '2026-11-21' })
      expect((await send(form)).status).toBe(201)
    }
    expect(await rooms()).toEqual([])
  })
})
