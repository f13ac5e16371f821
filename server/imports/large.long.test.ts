import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { previewImport } from '#contract/imports.ts'
import { previewStatement } from '#contract/statements.ts'
import { runServer, type TestProcess } from '../testing/process.ts'
import { type Caller, copyDemo, signInAt } from '../testing/server.ts'

describe('a server with a small heap', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-heap-'))
  let server: TestProcess
  let grace: Caller
  beforeAll(async () => {
    copyDemo(dataDir)
    const env = { DATA_DIR: dataDir, THROTTLE: 'off' }
    server = runServer({ ...env, NODE_OPTIONS: '--max-old-space-size=256' }, { quiet: true })
    await server.open()
    grace = await signInAt(server.url(), 'staff@acacia.example', 'staff-demo-2026')
  }, 120_000)
  afterAll(async () => {
    await server.end()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const MILLION = 1_000_000
  const utf16 = (text: string) => `\ufeff${text}`
  const files: [string, () => Buffer][] = [
    ['one line of commas', () => Buffer.from(`Room,Rent\n${','.repeat(19 * MILLION)}`)],
    ['commas in the heading', () => Buffer.from(','.repeat(19 * MILLION))],
    ['one cell', () => Buffer.from(`Room,Rent\n${'x'.repeat(19 * MILLION)}`)],
    ['one quoted cell', () => Buffer.from(`Room,Rent\n"${'x\n'.repeat(9 * MILLION)}`)],
    ['lines of commas', () => Buffer.from(`Room,Rent\n${`${','.repeat(900)}x\n`.repeat(20_000)}`)],
    [
      'lines that hide in quotation marks',
      () => Buffer.from(`Room,Rent\n${`"a\n"${',"b"'.repeat(900)}\n`.repeat(5000)}`),
    ],
    ['empty lines', () => Buffer.from(`Room,Rent\n${'\n'.repeat(19 * MILLION)}`)],
    ['UTF-16', () => Buffer.from(utf16(`Room,Rent\n${','.repeat(9 * MILLION)}`), 'utf16le')],
    ['bytes of nothing', () => Buffer.from(`ũ\n${'\xe9'.repeat(19 * MILLION)}`, 'latin1')],
    ['tabs', () => Buffer.from(`Room\tRent\n${'\t'.repeat(19 * MILLION)}`)],
  ]

  test.each(files)(
    'outlives files of %s, several at once',
    async (_, make) => {
      const table = new Blob([new Uint8Array(make())], { type: 'text/csv' })
      const looks = Array.from({ length: 3 }, () =>
        grace.call(previewImport, { params: { kind: 'rooms' }, body: {}, files: { table } }),
      )
      const statements = Array.from({ length: 2 }, () =>
        grace.call(previewStatement, { body: { file_name: 'x.csv' }, files: { table } }),
      )
      const answers = await Promise.all([...looks, ...statements])
      for (const { status, headers, body } of answers) {
        expect([400, 503], body.message).toContain(status)
        if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        else expect(body.fields?.table, body.message).toBeTruthy()
      }
      expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(3)
      expect((await grace.call(getUser, {})).status).toBe(200)
      expect(server.child.exitCode).toBe(null)
    },
    120_000,
  )
})
