import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { milliseconds, type Row, rate } from './row.ts'
import {
  asAmina,
  fetching,
  newDatabase,
  type Process,
  startFloor,
  startProcess,
} from './server-process.ts'

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

/** In megabytes; `VmHWM` is the most that it has been. */
function resident({ child }: Process, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Once it has been open for as long as nobody has asked it anything. */
async function idle(server: Process): Promise<number> {
  await pause(3000)
  return resident(server)
}

/** After a load of pages and calls. */
async function afterLoad(server: Process): Promise<number> {
  const headers = await asAmina(server.url)
  const page = fetching(server.url)
  const call = fetching(`${server.url}/api/onboard/student_room_paymments/`, headers)
  await rate(async () => {
    await page()
    await call()
  }, 6)
  return resident(server)
}

export async function memory(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  // Made by a first start, which has more in memory than others.
  await (await startProcess({ DATABASE_URL })).end()
  const bare = await startFloor('echo')
  const least = await idle(bare)
  await bare.end()
  const onPostgres = await startProcess({ DATABASE_URL })
  const unused = await idle(onPostgres)
  const postgres = await afterLoad(onPostgres)
  await onPostgres.end()
  const embedded = await startProcess({})
  const pglite = await afterLoad(embedded)
  const peak = resident(embedded, 'VmHWM')
  await embedded.end()
  return [
    {
      what: 'memory after a start, on PostgreSQL',
      figure: megabytes(unused),
      floor: `${megabytes(least)} Node with Socket.IO`,
      ratio: `+ ${megabytes(unused - least)}`,
      target: '≤ 120 MB',
    },
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
      target: '≤ 350 MB',
    },
    {
      what: 'the most memory on PGlite, from a first start with the demo residence to the load',
      figure: megabytes(peak),
      floor: '',
      ratio: '',
      target: '≤ 600 MB',
    },
  ]
}
