import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectPost } from '#contract/moderation.ts'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import { listPosts } from '#contract/posts.ts'
import { listLog } from '#contract/staff-log.ts'
import {
  addTenantNote,
  changeContact,
  changeDetails,
  deleteTenantNote,
} from '#contract/tenant-record.ts'
import { findTenants, getTenant, type TenantDetail } from '#contract/tenants.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('a tenant’s record on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function open(name: string): Promise<TenantDetail & { params: { id: string } }> {
    const { body } = await grace.call(findTenants, { query: { q: name } })
    const params = { id: String(body[0]?.id) }
    const answer = await grace.call(getTenant, { params })
    expect(answer).toMatchObject({ status: 200 })
    return { ...answer.body, params }
  }
  const contactOf = ({ contact }: TenantDetail) => ({ ...contact })
  const detailsOf = ({ details }: TenantDetail) =>
    details && {
      id_number: details.id_number,
      registration_number: details.registration_number,
      year_of_study: details.year_of_study,
      college: details.college_id,
      faculty: details.faculty_id,
      gender: details.gender,
      emergency_phone_number: details.emergency_phone_number,
      emergency_contact_relationship: details.emergency_contact_relationship,
      sponsor_phone: details.sponsor_phone,
    }

  test('another name, phone and address: they log in with the new ones only', async () => {
    const brian = await open('Brian Kamau')
    const was = contactOf(brian)
    const now = { full_name: 'Brian Mwangi', phone_number: '0799 111 222', email: 'B@example.org' }
    const { status, body } = await grace.call(changeContact, {
      params: brian.params,
      body: { was, now },
    })
    expect(status).toBe(200)
    expect(body.contact).toEqual({ ...now, phone_number: '254799111222' })
    expect(body.details?.phone_number).toBe('254799111222')
    for (const username of ['0799111222', 'b@EXAMPLE.org']) {
      expect(await server.signIn(username, '23456789')).toBeDefined()
    }
    await expect(server.signIn('0722000002', '23456789')).rejects.toThrow()
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'tenancy.contact', before: was, by: 'Grace Wanjiru' })
    const named = { id: brian.id, full_name: 'Brian Mwangi', is_tenant: true }
    expect(entry?.person).toEqual(named)

    const back = await grace.call(changeContact, {
      params: brian.params,
      body: { was: body.contact, now: { ...was, phone_number: '0722000002', email: '' } },
    })
    expect(back.body.contact).toEqual({ ...was, email: '' })
    expect(await server.signIn('0722000002', '23456789')).toBeDefined()
  })

  test('of two who change it at once one wins, and the other changes nothing', async () => {
    const brian = await open('Brian Kamau')
    const was = contactOf(brian)
    const answers = await Promise.all(
      ['0799 333 001', '0799 333 002'].map((phone_number) =>
        grace.call(changeContact, {
          params: brian.params,
          body: { was, now: { ...was, phone_number } },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'changed_meanwhile' })
    const won = answers.find(({ status }) => status === 200)
    const now = { ...was, phone_number: '0722000002' }
    const params = brian.params
    await grace.call(changeContact, { params, body: { was: won?.body.contact, now } })
  })

  test('what another has, or what reaches nobody, is refused at its field', async () => {
    const brian = await open('Brian Kamau')
    const was = contactOf(brian)
    const cases = [
      [{ phone_number: '0712345678' }, 409, 'now.phone_number'],
      [{ email: 'staff@acacia.example' }, 409, 'now.email'],
      [{ email: 'nobody@phone.invalid' }, 400, 'now.email'],
      [{ email: 'no address' }, 400, 'now.email'],
      [{ phone_number: '12' }, 400, 'now.phone_number'],
      [{ full_name: ' ' }, 400, 'now.full_name'],
    ] as const
    for (const [change, status, field] of cases) {
      const answer = await grace.call(changeContact, {
        params: brian.params,
        body: { was, now: { ...was, phone_number: '0722000002', ...change } },
      })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, [field]])
    }
    expect(contactOf(await open('Brian Kamau'))).toEqual(was)
  })

  test('studies and emergency contact; a number that was corrected is free again', async () => {
    const amina = await open('Amina Otieno')
    const was = detailsOf(amina)
    const colleges = (await grace.call(listColleges, {})).body
    const other = colleges.find(({ id }) => id !== was?.college)?.id ?? 0
    const { body } = await grace.call(listFaculties, { params: { id: String(other) } })
    const now = {
      id_number: '98765432',
      registration_number: 'KC/9/2026',
      year_of_study: 3,
      college: other,
      faculty: body.faculties[0]?.id ?? 0,
      gender: 'female' as const,
      emergency_phone_number: '0733 444 555',
      emergency_contact_relationship: 'Guardian' as const,
      sponsor_phone: '',
    }
    const wrong = await grace.call(changeDetails, {
      params: amina.params,
      body: { was, now: { ...now, college: was?.college ?? 0 } },
    })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['now.faculty']])
    const saved = await grace.call(changeDetails, { params: amina.params, body: { was, now } })
    expect(saved.status).toBe(200)
    expect(saved.body.details).toMatchObject({
      id_number: '98765432',
      year_of_study: 3,
      college_id: other,
      emergency_phone_number: '254733444555',
      sponsor_phone: null,
    })
    // The password is what it was.
    expect(await server.signIn('0712345678', '12345678')).toBeDefined()

    const brian = await open('Brian Kamau')
    const ofBrian = detailsOf(brian)
    const taken = await grace.call(changeDetails, {
      params: brian.params,
      body: { was: ofBrian, now: { ...now, registration_number: 'KC/10/2026' } },
    })
    expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['now.id_number']])
    const freed = await grace.call(changeDetails, {
      params: brian.params,
      body: {
        was: ofBrian,
        now: { ...now, id_number: '12345678', registration_number: 'K/11/26' },
      },
    })
    expect(freed.status).toBe(200)
    const stale = await grace.call(changeDetails, {
      params: brian.params,
      body: {
        was: ofBrian,
        now: { ...now, id_number: '11111111', registration_number: 'K/12/26' },
      },
    })
    expect(stale.body).toMatchObject({ code: 'changed_meanwhile' })
  })

  test('notes are of staff, and a deleted one stays in the log', async () => {
    const amina = await open('Amina Otieno')
    const text = 'Pays on the 5th,\nwhen her father is paid.'
    const { body } = await grace.call(addTenantNote, { params: amina.params, body: { text } })
    expect(body.notes).toMatchObject([{ text, by: 'Grace Wanjiru' }])
    const empty = await grace.call(addTenantNote, { params: amina.params, body: { text: ' ' } })
    expect(empty.status).toBe(400)
    const note = String(body.notes[0]?.id)
    const brian = await open('Brian Kamau')
    const gone = (params: { id: string }) =>
      grace.call(deleteTenantNote, { params: { ...params, note } })
    expect((await gone(brian.params)).status).toBe(404)
    expect((await gone(amina.params)).body.notes).toEqual([])
    expect((await gone(amina.params)).status).toBe(404)
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'tenancy.note', before: { note: text }, after: null })
    expect(entry?.person).toMatchObject({ id: amina.id, full_name: 'Amina Otieno' })
    // The name is in neither note: it is the person who is found.
    const { body: found } = await grace.call(listLog, { query: { q: 'amina otieno' } })
    expect(found.filter(({ act }) => act === 'tenancy.note')).toHaveLength(2)
  })

  test('posts that were taken down stand on their author’s page', async () => {
    const posts = (await grace.call(listPosts, {})).body
    const [post] = posts
    const id = String(post?.id)
    await grace.call(rejectPost, { params: { id }, body: { reason: 'Not allowed here' } })
    const params = { id: String(post?.author_ID) }
    const { body } = await grace.call(getTenant, { params })
    expect(body.rejected_posts).toMatchObject([
      { id: post?.id, reason: 'Not allowed here', decided: { by: 'Grace Wanjiru' } },
    ])
    const [entry] = (await grace.call(listLog, { query: { about: 'post' } })).body
    expect(entry?.person?.id).toBe(post?.author_ID)
  })

  test('the statement of an account: as a table that adds up, and as a PDF', async () => {
    const amina = await open('Amina Otieno')
    const load = async (format: string, query = '') => {
      const path = `/api/staff/tenants/${amina.id}/statement/${format}/${query}`
      const response = await grace.fetch(path)
      return { response, text: await response.text() }
    }
    const { response, text } = await load('csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [heading, ...lines] = text.trim().split('\n')
    expect(heading).toMatch(
      /^\ufeff?Date,Time,Entry,Month,Charged,Paid,Owed,Credit,M-Pesa code,Receipt,/,
    )
    expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d,\d\d:\d\d(?::\d\d)?,/)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,,Closing balance,,,,\d+,\d+,/)
    const sums = lines.map((line) => line.split(',').slice(4, 8).map(Number))
    let balance = 0
    for (const [charged = 0, paid = 0, owed = 0, credit = 0] of sums) {
      balance += charged - paid
      expect(owed - credit).toBe(balance)
    }
    expect(balance).toBe(amina.balance)
    expect(lines.length).toBeGreaterThan(2)

    const later = await load('csv', '?from=2026-11-01')
    expect(later.text.split('\n')[1]).toMatch(/^2026-11-01,,Opening balance,,,,\d+,/)
    const pdf = await load('pdf', '?from=2026-10-01&until=2026-10-31')
    expect(pdf.response.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.response.headers.get('content-disposition')).toContain('-2026-10-01-2026-10-31.pdf')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
    expect((await load('pdf', '?from=2027-01-01')).response.status).toBe(400)
    const { body: log } = await grace.call(listLog, { query: { about: 'export' } })
    expect(log.map(({ act, person, after }) => [act, person?.id, after])).toMatchObject([
      ['export.statement', amina.id, { format: 'pdf', from: '2026-10-01', until: '2026-10-31' }],
      ['export.statement', amina.id, { format: 'csv', from: '2026-11-01' }],
      ['export.statement', amina.id, { format: 'csv', from: null }],
    ])
  })
})
