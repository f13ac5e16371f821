import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { setUp } from '#contract/set-up.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { freePort } from './testing/postgres.ts'
import { runServer, type TestProcess } from './testing/process.ts'
import {
  callerOf,
  copyDemo,
  databases,
  demoDatabase,
  emptyDatabase,
  signInAt,
} from './testing/server.ts'

let dataDir: string
const started: TestProcess[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bweni-process-'))
  copyDemo(dataDir)
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** `node server/main.ts` in a process of its own, as `npm start` runs it. */
function run(settings: Record<string, string> = {}): TestProcess {
  // Any free one, but as in production otherwise.
  const env = { PORT: '0', DATA_DIR: dataDir, ...settings }
  const running = runServer(env, { quiet: true })
  started.push(running)
  return running
}

/** Waits half a minute for a database that never starts, while the other tests run. */
let hopeless: TestProcess
let hopelessDir: string
beforeAll(async () => {
  hopelessDir = mkdtempSync(join(tmpdir(), 'bweni-process-'))
  const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/none`
  hopeless = runServer({ PORT: '0', DATABASE_URL, DATA_DIR: hopelessDir }, { quiet: true })
})
afterAll(async () => {
  await hopeless.end()
  rmSync(hopelessDir, { recursive: true, force: true })
})

const oneLine = (text: string) => text.trim().split('\n').length === 1

describe('a process', () => {
  test('starts in an empty directory; prints its address and the demo sign-ins', async () => {
    rmSync(join(dataDir, 'database'), { recursive: true })
    const server = run()
    await server.open()
    expect(server.output().out).toContain('Bweni is open at http://localhost:')
    expect(server.output().out).toContain('0712345678')
    expect((await fetch(`${server.url()}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url()}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${server.url()}/metrics`)).text()).toContain(
      'bweni_http_request_seconds',
    )
    // An address that nothing is at is no fault of the server.
    expect((await fetch(`${server.url()}/%0d%0aset-cookie:x`)).status).toBe(404)
    expect(server.output().out).not.toContain('page failed')
  })

  test('a second one on the same DATA_DIR fails with one line', async () => {
    const first = run()
    await first.open()
    const second = run()
    expect(await second.exited).toBe(1)
    expect(second.output().err).toContain(`DATA_DIR ${dataDir} is in use by another Bweni`)
    expect(oneLine(second.output().err)).toBe(true)
  })

  test('a port in use is reported in one line', async () => {
    const first = run()
    await first.open()
    const other = mkdtempSync(join(tmpdir(), 'bweni-process-'))
    copyDemo(other)
    const { port } = new URL(first.url())
    const second = run({ DATA_DIR: other, PORT: port })
    expect(await second.exited).toBe(1)
    expect(second.output().err.trim()).toBe(
      `Port ${port} is in use. Stop what is using it, or set PORT to another one.`,
    )
    rmSync(other, { recursive: true })
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a public address without its protocol',
      { PUBLIC_URL: 'bweni.example', PORT: 'abc' },
      'PUBLIC_URL must be an address such as https://rooms.example.co.ke',
    ],
    [
      'a production server on the demo residence',
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://rooms.example.co.ke',
        DARAJA_BASE_URL: 'https://api.safaricom.co.ke',
        DARAJA_CONSUMER_KEY: 'key',
        DARAJA_CONSUMER_SECRET: 'secret',
        DARAJA_SHORTCODE: '174379',
        DARAJA_PASSKEY: 'passkey',
      },
      'This database has the demo residence in it, whose passwords are published.',
    ],
    [
      'a host of somebody else',
      { HOST: '10.99.99.99', DEMO: 'public' },
      'HOST 10.99.99.99 isn’t an address of this machine',
    ],
    [
      'a folder that is a file',
      { DATA_DIR: 'package.json' },
      'package.json cannot be made (EEXIST). Make the folder',
    ],
    [
      'a folder that cannot be made',
      { DATA_DIR: '/proc/bweni/data' },
      'DATA_DIR /proc/bweni/data cannot be made (ENOENT)',
    ],
  ])('%s is named in plain words', async (_, settings, words) => {
    const server = run(settings)
    expect(await server.exited).toBe(1)
    expect(server.output().err).toContain(words)
    expect(server.output().err).not.toContain('    at ')
  })

  test('a damaged embedded database is reported in one line that names DATA_DIR', async () => {
    writeFileSync(join(dataDir, 'database/global/pg_control'), Buffer.alloc(8192))
    const server = run()
    expect(await server.exited).toBe(1)
    expect(server.output().err).toContain('The embedded database in DATA_DIR cannot be opened')
    expect(server.output().err).toContain(`${dataDir}/database is damaged`)
    expect(server.output().err).toContain('Restore DATA_DIR from your backup')
    expect(oneLine(server.output().err)).toBe(true)
  })

  test('SIGTERM ends it cleanly, and the next one starts on the same data', async () => {
    const first = run()
    await first.open()
    first.child.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    const second = run()
    await second.open()
    expect(second.output().err).toBe('')
  })
})

test.each(databases)(
  'killed while a payment is open, it ends right by itself (%s)',
  async (kind) => {
    const settings = {
      DARAJA_SIMULATOR_DELAY_MS: '1500',
      ...(kind === 'postgres' && { DATABASE_URL: await demoDatabase() }),
    }
    const first = run(settings)
    await first.open()
    let amina = await signInAt(first.url(), '0712345678', '12345678')
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const before = (await amina.call(getPaymentSummary, {})).body.current_month_balance
    const pushes: string[] = []
    // Paid with a callback, paid without one, and five callbacks with a confirmation.
    for (const phone_number of ['0712345678', '0712345404', '0712345409']) {
      const body = { phone_number, amount: 100, account_reference: account_number }
      pushes.push((await amina.call(initiatePush, { body })).body.data.checkout_request_id)
    }
    await first.end()

    const second = run(settings)
    await second.open()
    amina = await signInAt(second.url(), '0712345678', '12345678')
    const statuses = async () =>
      Promise.all(
        pushes.map(async (checkout_request_id) => {
          const answer = await amina.call(getPushStatus, { body: { checkout_request_id } })
          return answer.body.data.status
        }),
      )
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(pushes.map(() => 'completed'))
    const after = (await amina.call(getPaymentSummary, {})).body.current_month_balance
    expect(after).toBe(before - 300)
  },
)

test('a second node needs the same JWT_SECRET, and is told so in one line', async () => {
  const shared = { DATABASE_URL: await demoDatabase() }
  const first = run({ ...shared, JWT_SECRET: 'the secret of the first node, long enough' })
  await first.open()
  const another = mkdtempSync(join(tmpdir(), 'bweni-process-'))
  const settings = { ...shared, DATA_DIR: another }
  const other = run({ ...settings, JWT_SECRET: 'the secret of another node, long enough' })
  expect(await other.exited).toBe(1)
  expect(other.output().err).toContain('Set the same JWT_SECRET on every node')
  expect(oneLine(other.output().err)).toBe(true)
  rmSync(another, { recursive: true, force: true })
})

test('without a residence every page leads to the set-up, whose code is printed', async () => {
  const DATABASE_URL = await emptyDatabase()
  const server = run({ DATABASE_URL, DEMO: 'off', LOG_LEVEL: 'info' })
  await server.open()
  await expect.poll(() => server.output().out).toContain('There is no residence in this database')
  const ready = async () => {
    const response = await fetch(`${server.url()}/readyz`)
    return { status: response.status, body: await response.json() }
  }
  expect(await ready()).toMatchObject({ status: 503, body: { code: 'no_company' } })
  for (const path of ['/', '/about', '/auth/login']) {
    const page = await fetch(server.url() + path)
    expect([page.status, page.redirected, new URL(page.url).pathname]).toEqual([
      200,
      true,
      '/set-up',
    ])
  }
  const [, code = ''] = /code: (\S+)/.exec(server.output().out) ?? []
  const visitor = callerOf(server.url())
  const staff_email = 'njeri@jacaranda.example'
  const password = 'mango-matatu-9'
  const body = {
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
    staff_email,
    password,
  }
  expect((await visitor.call(setUp, { body })).status).toBe(201)
  expect((await ready()).status).toBe(200)
  expect(await (await fetch(server.url())).text()).toContain('Jacaranda House')
  const staff = await signInAt(server.url(), staff_email, password)
  expect((await staff.call(getUser, {})).body.is_staff).toBe(true)
})

test('the embedded database and the session survive kill -9', async () => {
  const first = run()
  await first.open()
  const { token } = await signInAt(first.url(), '0712345678', '12345678')
  await first.end()
  const second = run()
  await second.open()
  expect((await callerOf(second.url(), token).call(getAccountNumber, {})).status).toBe(200)
})

test('a database that never starts fails the start after 30 seconds, with one line', async () => {
  expect(await hopeless.exited).toBe(1)
  expect(hopeless.output().err).toContain('could not be reached for 30 seconds')
  expect(oneLine(hopeless.output().err)).toBe(true)
})
