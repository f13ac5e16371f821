import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { milliseconds, type Row } from './row.ts'
import { startProcess } from './server-process.ts'

/** From the command to the page, on the embedded database that is there already. */
export async function secondStart(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-bench-'))
  const first = await startProcess({}, dataDir)
  first.child.kill('SIGTERM')
  await new Promise((resolve) => first.child.once('exit', resolve))

  const bareBegin = performance.now()
  execFileSync(process.execPath, [
    '-e',
    "await import('fastify'); await import('@electric-sql/pglite')",
  ])
  const bare = performance.now() - bareBegin
  const begin = performance.now()
  execFileSync(process.execPath, ['scripts/build-web.ts'])
  const second = await startProcess({}, dataDir)
  await (await fetch(second.url)).text()
  const taken = performance.now() - begin
  await second.end()
  rmSync(dataDir, { recursive: true, force: true })
  return [
    {
      what: 'second start to first page (PGlite)',
      figure: milliseconds(taken),
      floor: `${milliseconds(bare)} Node loading Fastify and PGlite`,
      ratio: (taken / bare).toFixed(2),
      wanted: '≤ 5000 ms',
    },
  ]
}
