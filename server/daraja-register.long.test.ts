import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { startStandalone } from '../simulator/server/plugin.ts'
import { freePort } from './testing/postgres.ts'
import { copyDemo, databases, demoDatabase, endServer, startServer } from './testing/server.ts'

/** `npm run daraja:register` with these settings, and nothing else. */
function register(settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...settings }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['server/daraja-register.ts'], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bweni-register-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** With a database, which takes seconds to create. */
function demoFolder(): string {
  const made = folder()
  copyDemo(made)
  return made
}

const settingsFor = (base: string) => ({
  DARAJA_BASE_URL: base,
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'secret',
  DARAJA_SHORTCODE: '600984',
  DARAJA_PASSKEY: 'passkey',
  DARAJA_STATEMENT_NUMBER: '254712000000',
})

test.each(databases)('registers the paybill, and payments arrive (%s)', async (kind) => {
  const daraja = await startStandalone({ port: 0, dataDir: folder(), delayMs: 100 })
  onTestFinished(() => daraja.close())
  const base = `http://127.0.0.1:${(daraja.server.address() as AddressInfo).port}/pretend-daraja`
  const shared = {
    ...settingsFor(base),
    DATA_DIR: folder(),
    ...(kind === 'postgres' && { DATABASE_URL: await demoDatabase() }),
  }
  const server = await startServer(kind, shared)
  onTestFinished(() => endServer(server))
  const settings = { ...shared, PUBLIC_URL: server.url }

  // The embedded database has one owner; a server may stay running on PostgreSQL.
  if (kind === 'pglite') {
    const refused = await register(settings)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('is in use by another Bweni')
    await server.stop()
  }
  const done = await register(settings)
  expect(done, done.err).toMatchObject({ code: 0 })
  expect(done.out).toContain('M-Pesa reports payments to paybill 600984')
  expect(done.out).toContain('Its statement (Pull API) is registered.')
  expect(done.out).not.toContain(server.running.context.hookSecret)
  if (kind === 'pglite') await server.restart()

  const amina = await server.signIn('0712345678', '12345678')
  const { account_number } = (await amina.call(getAccountNumber, {})).body
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const before = await due()
  const sent = await fetch(`${base}/phones/254712345678/paybill/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_number, amount: 120 }),
  })
  expect(sent.status).toBe(200)
  await expect.poll(due, { timeout: 10_000 }).toBe(before - 120)
})

test('with the pretend M-Pesa there is nothing to do', async () => {
  const { code, out } = await register({ DATA_DIR: folder() })
  expect(code).toBe(0)
  expect(out).toContain('nothing to do')
})

test('an M-Pesa that cannot be reached is named, with what to check', async () => {
  const base = `http://127.0.0.1:${await freePort()}`
  const { code, err } = await register({ ...settingsFor(base), DATA_DIR: demoFolder() })
  expect(code).toBe(1)
  expect(err).toContain(
    `M-Pesa at ${base} could not be reached (ECONNREFUSED). Check DARAJA_BASE_URL`,
  )
  expect(err).not.toContain('fetch failed')
})

test('wrong keys are named', async () => {
  const server = createServer((_, response) => {
    response.statusCode = 400
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { err } = await register({ ...settingsFor(base), DATA_DIR: demoFolder() })
  expect(err).toContain('gave no access token (HTTP 400). Check DARAJA_CONSUMER_KEY')
})

test('M-Pesa’s refusal is printed, with what to do', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const token = request.url?.startsWith('/oauth')
    response.statusCode = token ? 200 : 500
    response.end(
      JSON.stringify(
        token
          ? { access_token: 'token', expires_in: '3599' }
          : {
              errorCode: '500.003.1001',
              errorMessage: `Urls are already registered: /api/hooks/${'a1'.repeat(24)}/confirmation`,
            },
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, err } = await register({ ...settingsFor(base), DATA_DIR: demoFolder() })
  expect(code).toBe(1)
  expect(err).toContain('Urls are already registered')
  expect(err).toContain('URL management')
  expect(err).not.toMatch(/[0-9a-f]{40}/)
  // The statement is registered all the same.
  expect(requests).toContain('/pulltransactions/v1/register')
})
