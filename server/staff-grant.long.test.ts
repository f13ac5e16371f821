import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resetPasswordByLink } from '#contract/account.ts'
import { getUser } from '#contract/auth.ts'
import { listLog } from '#contract/staff-log.ts'
import { databases, demoDatabase, endServer, startServer } from './testing/server.ts'

/** `npm run staff:grant -- …` with these settings, and nothing else. */
function grant(settings: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...settings }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['server/staff-grant.ts', ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test.each(databases)('lets somebody in, with an account or without (%s)', async (kind) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bweni-grant-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const shared = {
    DATA_DIR,
    ...(kind === 'postgres' && { DATABASE_URL: await demoDatabase() }),
  }
  const server = await startServer(kind, shared)
  onTestFinished(() => endServer(server))
  // The embedded database has one owner at a time.
  const run = async (email: string) => {
    if (kind === 'pglite') await server.stop()
    const result = await grant(shared, email)
    if (kind === 'pglite') await server.restart()
    return result
  }
  // Each stop and start of the embedded database takes seconds.
  const known = kind === 'postgres' ? ['staff@acacia.example'] : []
  for (const email of [...known, 'new.owner@acacia.example']) {
    const { code, out } = await run(email)
    expect([code, out]).toEqual([0, expect.stringContaining('is ')])
    const [, token = ''] = /auth\/reset(?:\?first)?#([\w-]{43})\s/.exec(out) ?? []
    const password = 'mango-matatu-9'
    const answer = await server.call(resetPasswordByLink, { body: { token, password } })
    expect(answer.status, out).toBe(200)
    const staff = await server.signIn(email, password)
    expect((await staff.call(getUser, {})).body.is_staff).toBe(true)
    const [granted] = (await staff.call(listLog, { query: { about: 'staff' } })).body
    expect(granted).toMatchObject({ act: 'staff.grant', after: { email, role: 'owner' } })
  }
})

test.each([[[]], [['no address']], [['a@b.example', 'c@d.example']]])(
  'says how it is used (%j)',
  async (args) => {
    const { code, err } = await grant({}, ...args)
    expect([code, err]).toEqual([1, expect.stringContaining('npm run staff:grant -- ')])
  },
)
