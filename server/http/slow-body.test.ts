import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUser } from '#contract/account.ts'
import { getUser } from '#contract/auth.ts'
import { type Endpoint, requestOf } from '#contract/endpoint.ts'
import { addRooms } from '#contract/rooms.ts'
import { endOwnSession, listSessions } from '#contract/sessions.ts'
import { changeStaffRole, removeStaff } from '#contract/settings.ts'
import { listRooms, listTenants, removeTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { addPerson, password } from '../testing/people.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'

/** Access is checked before a body is read; what becomes of its sender while it comes counts, too. */
describe('a body that comes slowly', () => {
  let server: TestServer
  let owner: Caller
  /** Milliseconds that have passed on the server’s clock beyond those of the test. */
  let passed = 0
  let added = 0

  beforeAll(async () => {
    server = await startServer('pglite', {}, () => new Date(Date.now() + passed))
    owner = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function newManager() {
    const email = `slow-${++added}@acacia.example`
    const { db } = server.running.context
    const id = await addPerson(db, 1, email, { staff_role: 'manager' })
    const signIn = () => server.signIn(email, password)
    return { id, email, signIn, manager: await signIn() }
  }

  /** Sends half of a body; the returned function sends the rest, and says what was answered. */
  async function begin(token: string, endpoint: Endpoint, body: Record<string, string>) {
    const { method, path, body: json, form } = requestOf(endpoint, { body })
    const fields = form && new FormData()
    for (const [name, value] of form ?? []) fields?.append(name, String(value))
    const whole = new Response(fields ?? json)
    const type = fields ? (whole.headers.get('content-type') ?? '') : 'application/json'
    const bytes = Buffer.from(await whole.arrayBuffer())
    const sending = request(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'content-length': bytes.length,
        expect: '100-continue',
      },
    })
    const answered = once(sending, 'response')
    sending.flushHeaders()
    await once(sending, 'continue')
    const half = Math.floor(bytes.length / 2)
    sending.write(bytes.subarray(0, half))
    // The embedded database does one thing after the other: this comes after the look at the session.
    await owner.call(getUser, {})
    return async () => {
      sending.end(bytes.subarray(half))
      const [response] = (await answered) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
  }

  const kinds = [
    ['JSON', addRooms, async () => ({ pattern: `SLOW${added}`, rate: '5000', capacity: '1' })],
    [
      'a form',
      removeTenant,
      async () => {
        const [tenant] = (await owner.call(listTenants, {})).body
        const departure_date = dayOf(server.running.context.now())
        return { id: String(tenant?.id), removal_reason: 'other', departure_date }
      },
    ],
  ] as const
  const state = async () => [
    (await owner.call(listRooms, {})).body.length,
    (await owner.call(listTenants, {})).body,
  ]

  type Manager = Awaited<ReturnType<typeof newManager>>
  const ends: [string, number, (of: Manager) => Promise<{ status: number }>][] = [
    [
      'was demoted',
      403,
      ({ id }) =>
        owner.call(changeStaffRole, { params: { id }, body: { role: 'viewer' } } as never),
    ],
    ['was removed', 401, ({ id }) => owner.call(removeStaff, { params: { id } } as never)],
    [
      'was logged out',
      401,
      async ({ manager, signIn }) => {
        const sessions = (await manager.call(listSessions, {})).body
        const other = await signIn()
        const id = sessions.find(({ is_this }) => is_this)?.id ?? ''
        return other.call(endOwnSession, { params: { id } })
      },
    ],
    [
      'has another password',
      401,
      async ({ email, signIn }) => {
        const names = { first_name: 'Stranger', last_name: 'Elsewhere' }
        const body = { ...names, email, password: 'nearer-than-before-4' }
        return (await signIn()).call(updateUser, { body })
      },
    ],
  ]

  describe.each(kinds)('as %s', (_, endpoint, bodyOf) => {
    test.each(ends)('from somebody who %s meanwhile does nothing', async (_, status, end) => {
      const person = await newManager()
      const before = await state()
      const finish = await begin(person.manager.token, endpoint, await bodyOf())
      expect((await end(person)).status).toBeLessThan(300)
      passed += 1500
      expect(await finish()).toBe(status)
      expect(await state()).toEqual(before)
    })

    test('from somebody else is taken, though their token has run out by then', async () => {
      const { manager } = await newManager()
      const before = await state()
      const finish = await begin(manager.token, endpoint, await bodyOf())
      passed += 16 * 60_000
      expect(await finish()).toBe(endpoint === addRooms ? 201 : 200)
      owner = await server.signIn('staff@acacia.example', 'staff-demo-2026')
      expect(await state()).not.toEqual(before)
    })
  })
})
