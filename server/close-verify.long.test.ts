import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getClose, signClose } from '#contract/closes.ts'
import { databases, demoDatabase, endServer, startServer } from './testing/server.ts'

/** `npm run close:verify` with these settings, and nothing else. */
function verify(settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...settings }
  return new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, ['server/close-verify.ts'], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, text: out + err })
    })
  })
}

test.each(databases)('closes are checked, and what was changed is named (%s)', async (kind) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bweni-verify-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const shared = {
    DATA_DIR,
    ...(kind === 'postgres' && { DATABASE_URL: await demoDatabase() }),
  }
  const server = await startServer(kind, shared)
  onTestFinished(() => endServer(server))
  const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  const params = { day: '2025-03-02' }
  const { fingerprint } = (await grace.call(getClose, { params })).body
  expect((await grace.call(signClose, { params, body: { expected: fingerprint } })).status).toBe(
    201,
  )
  if (kind === 'pglite') {
    expect(await verify(shared)).toEqual({
      code: 1,
      text: expect.stringContaining('Stop the server, check, and start it again.'),
    })
  }
  async function tamper(statement: string) {
    const { db } = server.running.context
    await sql.raw(`alter table day_closes disable trigger user; `).execute(db)
    await sql.raw(statement).execute(db)
  }
  // The embedded database has one owner at a time.
  const run = async () => {
    if (kind === 'pglite') await server.stop()
    const result = await verify(shared)
    if (kind === 'pglite') await server.restart()
    return result
  }
  expect(await run()).toEqual({ code: 0, text: 'The one close is as signed.\n' })
  await tamper(`update day_closes set signed_at = signed_at - interval '1 day'`)
  expect(await run()).toEqual({
    code: 1,
    text: 'Acacia Court, close 1 of 2 Mar 2025: what was signed has been changed: its hash is another one.\n',
  })
})

test('without a database it says so, and makes none', async () => {
  const DATA_DIR = join(tmpdir(), 'bweni-no-such-folder')
  expect(await verify({ DATA_DIR })).toEqual({
    code: 1,
    text: expect.stringContaining('There is no database in DATA_DIR'),
  })
})
