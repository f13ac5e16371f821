import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  changeProfileImage,
  forgotPassword,
  type Profile,
  type Registration,
  register,
  resetPasswordByLink,
  updateUser,
} from '#contract/account.ts'
import { getUser, login } from '#contract/auth.ts'
import { inviteStaff } from '#contract/settings.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { openMail } from '../mail.ts'
import { testNow } from '../testing/clock.ts'
import { type MailBox, openMailBox } from '../testing/mail-box.ts'
import { addCompany } from '../testing/people.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'

const good = 'mango-matatu-9'
let people = 0
const registration = (more: Partial<Registration> = {}): Registration => {
  people += 1
  const email = `wanjiru${people}@students.example`
  const names = { first_name: 'Wanjiru', last_name: 'Njoroge' }
  return { ...names, email, password: good, password2: good, ...more }
}

describe('accounts', () => {
  let server: TestServer
  let mailBox: MailBox
  beforeAll(async () => {
    mailBox = await openMailBox()
    server = await startServer('postgres', { SMTP_URL: mailBox.url, THROTTLE: 'off' })
  })
  afterAll(async () => {
    await endServer(server)
    await mailBox.close()
  })

  async function registered(more: Partial<Registration> = {}) {
    const person = registration(more)
    const answer = await server.call(register, { body: person })
    expect(answer.status).toBe(201)
    const signed = await server.signIn(person.email, person.password)
    const save = (change: Partial<Profile>) => {
      const { first_name, last_name, email } = person
      return signed.call(updateUser, { body: { first_name, last_name, email, ...change } })
    }
    return { ...signed, person, save }
  }
  const status = async (email: string, password: string) =>
    (await server.call(login, { body: { email, password } })).status
  const lives = async (caller: Caller) => (await caller.call(getUser, {})).status

  /** The token of the link in the next email to this address. */
  async function tokenFor(email: string) {
    await server.call(forgotPassword, { body: { email } })
    const { to, raw } = await mailBox.next()
    expect(to).toBe(email)
    const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    return /\/auth\/reset#([\w-]{43})\s/.exec(text)?.[1] ?? ''
  }

  test('a new user signs in with the email address in any case, and has no room', async () => {
    const { person, ...wanjiru } = await registered({ email: 'Wanjiru.N@Students.Example' })
    const { body } = await wanjiru.call(getUser, {})
    expect(body).toMatchObject({
      first_name: 'Wanjiru',
      email: person.email,
      username: person.email,
      phone: null,
      is_staff: false,
      staff_role: null,
      must_change_password: false,
      company: { slug: 'acacia-court' },
    })
    expect((await wanjiru.call(getAccountNumber, {})).body.message).toBe('Student not found')
    expect(await status('wanjiru.n@students.example', good)).toBe(200)
  })

  test.each<[string, Partial<Registration>, string, string]>([
    ['nothing typed', { first_name: ' ' }, 'first_name', 'All fields are required'],
    ['two passwords', { password2: 'mango-matatu-8' }, 'password2', 'Passwords do not match'],
    ['no address', { email: 'wanjiru' }, 'email', 'Please enter a valid email address.'],
    ['a short one', { password: 'mango', password2: 'mango' }, 'password', 'at least 8 characters'],
    [
      'a common one',
      { password: 'Sunshine', password2: 'Sunshine' },
      'password',
      'Many people use this password',
    ],
    [
      'the own name',
      { password: 'wanjiru njoroge', password2: 'wanjiru njoroge' },
      'password',
      'Your name is easy to guess',
    ],
    [
      'a placeholder',
      { email: '0799000111@tenant.bweni.invalid' },
      'email',
      'an email address that reaches you',
    ],
    ['nobody’s domain', { email: 'me@home.INVALID' }, 'email', 'that reaches you'],
  ])('%s is refused at the field', async (_, change, field, sentence) => {
    const answer = await server.call(register, { body: registration(change) })
    expect(answer.status).toBe(400)
    expect(answer.body.fields?.[field]).toContain(sentence)
    expect(answer.body.message).toContain(sentence)
  })

  test('an email address in use is an error at its field that suggests signing in', async () => {
    const email = 'STAFF@acacia.example'
    const answer = await server.call(register, { body: registration({ email }) })
    expect(answer.status).toBe(409)
    expect(answer.body.fields?.email).toContain('Please log in.')
  })

  test('the residence of the followed link, or the first one when it is unknown', async () => {
    await addCompany(server.running.context.db, 'baobab', { name: 'Baobab House' })
    const there = await registered({ company: 'baobab' })
    expect((await there.call(getUser, {})).body.company.name).toBe('Baobab House')
    const here = await registered({ company: 'no-such-house' })
    expect((await here.call(getUser, {})).body.company.name).toBe('Acacia Court')
  })

  test('one address registered ten times at once: one succeeds', async () => {
    const same = registration()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.call(register, { body: same })),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
    const rows = await server.running.context.db
      .selectFrom('users')
      .where('email', '=', same.email)
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('a new name and address: the old one no longer signs in, the new one does', async () => {
    const { person, save } = await registered()
    const email = `new-${person.email}`
    const { body } = await save({ first_name: 'Ciru', email })
    expect(body).toMatchObject({ first_name: 'Ciru', email, username: email })
    expect(await status(person.email, good)).toBe(401)
    expect(await status(email, good)).toBe(200)
    // Another user can have it now.
    await registered({ email: person.email })
    const back = await save({ email: person.email })
    expect(back.status).toBe(409)
    expect(back.body.fields?.email).toContain('Another account')
    expect(await status(email, good)).toBe(200)
  })

  test('two users swap their addresses at once: both keep an address', async () => {
    const [one, other] = [await registered(), await registered()]
    const answers = await Promise.all([
      one.save({ email: other.person.email }),
      other.save({ email: one.person.email }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([409, 409])
    expect(await status(one.person.email, good)).toBe(200)
    expect(await status(other.person.email, good)).toBe(200)
  })

  test('ten users change to the same new address at once: one succeeds', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => registered()))
    const email = 'wanted@students.example'
    const answers = await Promise.all(many.map(({ save }) => save({ email })))
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([200, ...Array(9).fill(409)])
    const at = answers.findIndex((answer) => answer.status === 200)
    const lost = many.filter((_, index) => index !== at)
    for (const { person } of lost) expect(await status(person.email, good)).toBe(200)
  })

  test('a placeholder address may stay, and the phone still signs in beside a real address', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const { body: before } = await brian.call(getUser, {})
    const names = { first_name: 'Brian', last_name: 'Kamau' }
    const updated = await brian.call(updateUser, { body: { ...names, email: before.email } })
    expect(updated.body).toEqual(before)
    // Neither name can change the direction of the text beside it, or hide it.
    const hidden = ['\u202e', '\u2066', '\u200f', '\u00ad', '\u{e0041}', '\u0000', '\n']
    for (const sign of [...hidden, '\u034f', '\ufe0f', '\u{e0100}', '\u3164']) {
      for (const field of ['first_name', 'last_name'] as const) {
        const turned = { ...names, email: before.email, [field]: `Ka${sign}mau` }
        const refused = await brian.call(updateUser, { body: turned })
        expect(refused.body.fields).toEqual({
          [field]: 'Please leave out line breaks and invisible characters.',
        })
      }
    }
    const stackedMarks = { ...names, email: before.email, first_name: `Bri${'\u0301'.repeat(5)}an` }
    expect((await brian.call(updateUser, { body: stackedMarks })).body.fields).toEqual({
      first_name: 'Please use fewer accents on one letter.',
    })
    for (const first_name of ['می\u200cخواهم', 'Ọ̀ṣun', 'Zo\u0308e\u0301', 'Brian ❤️ 1️⃣ 👨‍👩‍👧']) {
      const shown = { ...names, email: before.email, first_name }
      expect((await brian.call(updateUser, { body: shown })).body).toMatchObject({ first_name })
    }
    const other = { ...names, email: '0799000222@tenant.bweni.invalid' }
    expect((await brian.call(updateUser, { body: other })).status).toBe(400)
    const email = 'brian@students.example'
    const { body } = await brian.call(updateUser, { body: { ...names, email } })
    expect(body).toMatchObject({ email, username: before.username })
    expect(await status(email, '23456789')).toBe(200)
    expect(await status('0722 000 002', '23456789')).toBe(200)
    expect(await status(before.email, '23456789')).toBe(200)
  })

  test('a new password ends every other session and its sockets, and the notice', async () => {
    const here = await server.signIn('0722000005', '30000005')
    const there = await server.signIn('0722000005', '30000005')
    const socket = io(server.url, { transports: ['websocket'], auth: { token: there.token } })
    await new Promise((resolve) => socket.on('connect', () => resolve(null)))
    const dropped = new Promise((resolve) => socket.on('disconnect', resolve))
    const { body: me } = await here.call(getUser, {})
    expect(me.must_change_password).toBe(true)
    const body = { first_name: me.first_name, last_name: me.last_name, email: me.email }

    const empty = await here.call(updateUser, { body: { ...body, password: '' } })
    expect(empty.body.must_change_password).toBe(true)
    expect(await lives(there)).toBe(200)

    const changed = await here.call(updateUser, { body: { ...body, password: good } })
    expect(changed.body.must_change_password).toBe(false)
    expect(await lives(here)).toBe(200)
    expect(await lives(there)).toBe(401)
    expect(await dropped).toBe('io server disconnect')
    socket.close()
    expect(await status('0722000005', '30000005')).toBe(401)
    expect(await status('0722000005', good)).toBe(200)
  })

  test('neither too short, nor the phone, nor the default password again', async () => {
    const tenant = await server.signIn('0722000006', '30000006')
    const { db } = server.running.context
    const { body: me } = await tenant.call(getUser, {})
    await db
      .insertInto('id_numbers')
      .values({ id_number: '30000006', company_id: 1, user_id: me.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const body = { first_name: me.first_name, last_name: me.last_name, email: me.email }
    const changePassword = async (password: string) =>
      (await tenant.call(updateUser, { body: { ...body, password } })).body.fields?.password
    expect(await changePassword('short')).toBe('Please choose at least 8 characters.')
    expect(await changePassword('+254 722 000 006')).toContain('Your phone number')
    expect(await changePassword('3000-0006')).toContain('Your ID number')
    expect(await status('0722000006', '30000006')).toBe(200)
  })

  test('two new passwords at once from two sessions: one succeeds', async () => {
    const { person, ...one } = await registered()
    const other = await server.signIn(person.email, good)
    const { first_name, last_name, email } = person
    const change = (caller: Caller, password: string) =>
      caller.call(updateUser, { body: { first_name, last_name, email, password } })
    const answers = await Promise.all([
      change(one, 'first-choice-1'),
      change(other, 'other-choice-2'),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])
    const firstWon = answers[0].status === 200
    expect(await status(email, 'first-choice-1')).toBe(firstWon ? 200 : 401)
    expect(await status(email, 'other-choice-2')).toBe(firstWon ? 401 : 200)
  })

  test('a forgotten password: the link works once and ends all sessions', async () => {
    const { person, ...old } = await registered()
    const token = await tokenFor(person.email)
    expect(token).not.toBe('')
    const weak = await server.call(resetPasswordByLink, { body: { token, password: 'iloveyou' } })
    expect(weak.body.fields?.password).toContain('Many people')
    const body = { token, password: 'a-better-one-7' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call(resetPasswordByLink, { body })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
    expect(await lives(old)).toBe(401)
    expect(await status(person.email, good)).toBe(401)
    expect(await status(person.email, 'a-better-one-7')).toBe(200)
    const again = await server.call(resetPasswordByLink, { body })
    expect(again.status).toBe(400)
    expect(again.body.code).toBe('link_over')
  })

  test('a later link ends the earlier one, and so do a new address and a new password', async () => {
    const { person, save } = await registered()
    const use = async (token: string) =>
      (await server.call(resetPasswordByLink, { body: { token, password: 'yet-another-3' } }))
        .status
    const first = await tokenFor(person.email)
    const second = await tokenFor(person.email)
    expect(await use(first)).toBe(400)
    await save({ email: `moved-${person.email}` })
    expect(await use(second)).toBe(400)
    const third = await tokenFor(`moved-${person.email}`)
    await save({ email: `moved-${person.email}`, password: 'changed-meanwhile-4' })
    expect(await use(third)).toBe(400)
  })

  test('an invitation to the staff outlives whoever asks for a new password', async () => {
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const email = 'achieng@acacia.example'
    const person = { first_name: 'Achieng', last_name: 'Odhiambo', email, role: 'viewer' as const }
    const { link = '' } = (await grace.call(inviteStaff, { body: person })).body
    expect((await mailBox.next()).to).toBe(email)
    const asked = await server.call(forgotPassword, { body: { email } })
    const unknown = await server.call(forgotPassword, { body: { email: 'no@acacia.example' } })
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body])
    const { to, raw } = await mailBox.next()
    expect([to, raw.includes('/auth/reset#')]).toEqual([email, false])
    const token = link.split('#')[1] ?? ''
    await server.call(resetPasswordByLink, { body: { token, password: 'far-away-from-7' } })
    expect(await status(email, 'far-away-from-7')).toBe(200)
    // Once it is used they get links like everybody else.
    expect(await tokenFor(email)).not.toBe('')
  })

  test('the reply is always the same, and only a real address gets an email', async () => {
    const { person } = await registered()
    const before = mailBox.emails.length
    const ask = (email: string) => server.call(forgotPassword, { body: { email } })
    const answers = [
      await ask('nobody@students.example'),
      await ask('0712345678'),
      await ask(person.email),
    ]
    const entry = answers.map(({ status, body }) => ({ status, body }))
    expect(entry).toEqual(Array(3).fill(entry[0]))
    const { to, raw } = await mailBox.next()
    expect(to).toBe(person.email)
    expect(raw).toContain('From: Acacia Court <hello@acacia.example>')
    expect(raw).toContain('Subject: Reset your password at Acacia Court')
    expect(mailBox.emails).toHaveLength(before + 1)
    const rows = await server.running.context.db
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'password_resets.user_id')
      .where('users.phone', '=', '254712345678')
      .select('user_id')
      .execute()
    expect(rows).toEqual([])
  })

  test('a picture is encoded again and replaces the previous one', async () => {
    const { person: _, ...wanjiru } = await registered()
    const send = (bytes: Uint8Array<ArrayBuffer>) =>
      wanjiru.call(changeProfileImage, {
        body: {},
        files: { picture: new Blob([bytes], { type: 'image/png' }) },
      })
    const { default: sharp } = await import('sharp')
    const png = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#17523a' },
    })
      .png()
      .toBuffer()
    const first = await send(new Uint8Array(png))
    expect(first.status).toBe(200)
    const path = first.body.profile_image ?? ''
    const shown = await server.fetch(path)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    const { width } = await sharp(await shown.arrayBuffer()).metadata()
    expect(width).toBe(480)
    const second = await send(new Uint8Array(png))
    expect(second.body.profile_image).not.toBe(path)
    expect((await server.fetch(path)).status).toBe(404)
    expect((await wanjiru.call(getUser, {})).body.profile_image).toBe(second.body.profile_image)

    const text = await send(new TextEncoder().encode('%PDF-1.7 no picture at all'))
    expect(text.status).toBe(415)
    expect(text.body.fields?.picture).toContain('JPEG, PNG or WebP')
    const none = await wanjiru.call(changeProfileImage, { body: {} })
    expect(none.body.fields?.picture).toBe('Please choose a picture.')
    expect((await wanjiru.call(getUser, {})).body.profile_image).toBe(second.body.profile_image)
  })
})

describe('with limits, and without a mail server', () => {
  let server: TestServer
  let at = testNow().getTime()
  beforeAll(async () => {
    server = await startServer('pglite', { TRUST_PROXY: 'on', DEMO: 'public' }, () => new Date(at))
  })
  afterAll(() => endServer(server))

  const postFrom = async (address: string, path: string, body: unknown) => {
    const response = await server.fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
    return response.status
  }

  /** The texts of the emails that went to the log. */
  async function loggedEmails(work: () => Promise<unknown>) {
    const logged = vi.spyOn(server.running.context.log, 'info')
    await work()
    await server.running.context.mail.close()
    const texts = logged.mock.calls.flatMap(([entry]) => {
      const { email } = entry as { email?: { text: string } }
      return email ? [email.text] : []
    })
    logged.mockRestore()
    return texts
  }

  test('the email goes to the log, and its link ends the lockout after too many failures', async () => {
    const person = registration()
    await server.call(register, { body: person })
    const { email } = person
    const signIn = (password: string) => postFrom('10.9.0.1', login.path, { email, password })
    for (let i = 0; i < 5; i++) expect(await signIn('wrong')).toBe(401)
    expect(await signIn(good)).toBe(429)
    const [text = ''] = await loggedEmails(() => server.call(forgotPassword, { body: { email } }))
    const { publicUrl } = server.running.context.config
    const [, token = ''] = text.split(`${publicUrl}/auth/reset#`)
    const body = { token: token.slice(0, 43), password: 'a-better-one-7' }
    expect(await postFrom('10.9.0.1', resetPasswordByLink.path, body)).toBe(200)
    expect(await signIn('a-better-one-7')).toBe(200)
  })

  test('five emails an hour to one user, however many requests', async () => {
    const { email } = registration()
    await server.call(register, { body: registration({ email }) })
    const emails = await loggedEmails(async () => {
      for (let i = 0; i < 8; i++) {
        expect(await postFrom(`10.8.0.${i}`, forgotPassword.path, { email })).toBe(200)
      }
    })
    expect(emails).toHaveLength(5)
  })

  test('three hundred an hour from one address, which a residence may share', async () => {
    const { reset } = server.running.context.throttles
    const ask = () => postFrom('10.7.0.1', forgotPassword.path, { email: 'nobody@x.example' })
    for (let i = 0; i < 299; i++) await reset.consume('10.7.0.1')
    expect([await ask(), await ask()]).toEqual([200, 429])
    expect(await postFrom('10.7.0.1', register.path, registration())).toBe(201)
  })

  test('a link expires after half an hour', async () => {
    const { email, ...person } = registration()
    await server.call(register, { body: { ...person, email } })
    const resetAfter = async (minutes: number) => {
      const [text = ''] = await loggedEmails(() => server.call(forgotPassword, { body: { email } }))
      const token = /#([\w-]{43})/.exec(text)?.[1] ?? ''
      at += minutes * 60_000
      return server.call(resetPasswordByLink, { body: { token, password: 'a-better-one-7' } })
    }
    expect((await resetAfter(31)).body.code).toBe('link_over')
    expect((await resetAfter(29)).status).toBe(200)
  })

  test('an unreachable mail server is logged and does not change the reply', async () => {
    const { config, db, log } = server.running.context
    const logged = vi.spyOn(log, 'error')
    const mail = openMail({ ...config, smtpUrl: 'smtp://127.0.0.1:1' }, db, log)
    const from = { name: 'Acacia Court', address: 'hello@acacia.example' }
    mail.sendLater(async () => ({
      from,
      to: 'a@students.example',
      subject: 'Habari',
      text: 'Habari',
    }))
    await mail.close()
    expect(logged).toHaveBeenCalledWith(expect.anything(), 'mail failed')
    logged.mockRestore()
  })
})
