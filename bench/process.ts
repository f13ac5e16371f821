import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { milliseconds, type Row, rate } from './row.ts'
import { asAmina, fetching, newDatabase, type Process, startProcess } from './server-process.ts'

/** From the command to the first page, with an existing embedded database. */
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
  const elapsed = performance.now() - begin
  await second.end()
  rmSync(dataDir, { recursive: true, force: true })
  return [
    {
      what: 'second start to first page (PGlite)',
      figure: milliseconds(elapsed),
      floor: `${milliseconds(bare)} Node loading Fastify and PGlite`,
      ratio: (elapsed / bare).toFixed(2),
      target: '≤ 5000 ms',
    },
  ]
}

const megabytes = (figure: number) => `${Math.round(figure)} MB`

/** Resident memory after a load of pages and calls. */
async function afterLoad(server: Process): Promise<number> {
  const headers = await asAmina(server.url)
  const page = fetching(server.url)
  const call = fetching(`${server.url}/api/onboard/student_room_paymments/`, headers)
  await rate(async () => {
    await page()
    await call()
  }, 6)
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

export async function memory(): Promise<Row[]> {
  const onPostgres = await startProcess({ DATABASE_URL: await newDatabase() })
  const postgres = await afterLoad(onPostgres)
  await onPostgres.end()
  const embedded = await startProcess({})
  const pglite = await afterLoad(embedded)
  await embedded.end()
  return [
    {
      what: 'memory after the load, on PostgreSQL',
      figure: megabytes(postgres),
      floor: '',
      ratio: '',
      target: '≤ 300 MB',
    },
    {
      what: 'memory after the load, on PGlite',
      figure: megabytes(pglite),
      floor: `${megabytes(postgres)} on PostgreSQL`,
      ratio: `+ ${megabytes(pglite - postgres)}`,
      target: 'told',
    },
  ]
}
