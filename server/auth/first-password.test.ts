import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { resetPasswordToIdNumber } from '#contract/tenant-record.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { hashPassword } from './password.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer('pglite')
})
afterAll(() => endServer(server))

const statusOf = async (email: string, password: string) => {
  // Each try has a limit of its own.
  await server.running.context.db.deleteFrom('throttles').execute()
  return (await server.call(login, { body: { email, password } })).status
}

/** Amina, as an account of an earlier version: its hash is of the number as it was typed then. */
async function amina(change: { id_number: string; password: string; must_change: boolean }) {
  const { db } = server.running.context
  const user = await db
    .selectFrom('users')
    .where('phone', '=', '254712345678')
    .select(['company_id', 'id'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({
      password_hash: await hashPassword(change.password),
      must_change_password: change.must_change,
    })
    .where('company_id', '=', user.company_id)
    .where('id', '=', user.id)
    .execute()
  for (const [table, id_number] of [
    ['tenant_details', change.id_number],
    ['id_numbers', change.id_number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()],
  ] as const)
    await db
      .updateTable(table)
      .set({ id_number })
      .where('company_id', '=', user.company_id)
      .where('user_id', '=', user.id)
      .execute()
  return user
}

describe('the username', () => {
  test.each([
    '\u202a+254 712 345 678\u202c',
    '0712\u2011345\u2011678',
    '(0712) 345.678',
    '+254 (0) 712 345678',
    '00254712345678',
    '０７１２３４５６７８',
    'tel:+254712345678',
    '\u200b0712345678',
    '\u202a0712345678\u202c@tenant.bweni.invalid',
  ])('is a phone number however it was pasted: %j', async (typed) => {
    expect(await statusOf(typed, '12345678')).toBe(200)
  })

  test.each(['0712 O45 678', '0712345678 0722000002', '0712345678²'])(
    'is refused where it may be another one: %j',
    async (typed) => {
      expect(await statusOf(typed, '12345678')).toBe(401)
    },
  )

  test('is an email address with what is invisible around it', async () => {
    expect(await statusOf('\u200e Staff@acacia.example\u00a0', 'staff-demo-2026')).toBe(200)
  })
})

describe('while the password is the ID number', () => {
  test.each([
    '12345678 ',
    ' 1234 5678',
    '1234-5678',
    '12.345.678',
    '１２３４５６７８',
    '\u200e12345678',
  ])('it is right as %j', async (typed) => {
    expect(await statusOf('0712345678', typed)).toBe(200)
  })

  test.each(['12345679', '1234567', '123456780', 'I2345678', ''])(
    'it is wrong as %j',
    async (typed) => {
      expect(await statusOf('0712345678', typed)).not.toBe(200)
    },
  )

  test('an account of before logs in with the number as it was typed then, and in any other spelling', async () => {
    const id_number = 'a-765/4321'
    await amina({ id_number, password: id_number, must_change: true })
    for (const typed of ['a-765/4321', 'A7654321', 'A 765-4321', 'a7654321 ', ' A-765–4321'])
      expect([typed, await statusOf('0712345678', typed)]).toEqual([typed, 200])
    expect(await statusOf('0712345678', 'A7654322')).toBe(401)
  })

  test('a first password that isn’t the ID number is exact', async () => {
    await amina({ id_number: 'A7654321', password: 'slip-from-Staff 1', must_change: true })
    expect(await statusOf('0712345678', 'slip-from-Staff 1')).toBe(200)
    for (const typed of ['slip-from-staff 1', 'slipfromStaff1', 'slip-from-Staff 1 ', 'A7654321'])
      expect([typed, await statusOf('0712345678', typed)]).toEqual([typed, 401])
  })

  test('staff put it back to the ID number, in any spelling', async () => {
    const { id } = await amina({ id_number: 'b/111-2223', password: 'gone', must_change: false })
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    await grace.call(resetPasswordToIdNumber, { params: { id: String(id) } })
    for (const typed of ['b/111-2223', 'B1112223', 'b 111 2223'])
      expect([typed, await statusOf('0712345678', typed)]).toEqual([typed, 200])
  })
})

test('a chosen password stays exact, even one that is like the ID number', async () => {
  await amina({ id_number: 'A7654321', password: 'A-765 4321', must_change: false })
  expect(await statusOf('0712345678', 'A-765 4321')).toBe(200)
  for (const typed of ['A7654321', 'a-765 4321', 'A-765 4321 ', 'A-7654321'])
    expect([typed, await statusOf('0712345678', typed)]).toEqual([typed, 401])
})
