import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { milliseconds, type Row, rate, sized } from './row.ts'
import {
  asAmina,
  fetching,
  newDatabase,
  newDataDir,
  newFolder,
  type Process,
  resident,
  startFloor,
  startProcess,
} from './server-process.ts'

/** From the command to the first page, with an existing embedded database. */
export async function secondStart(): Promise<Row[]> {
  const dataDir = await newDataDir({})
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

/** Once it has been open for as long as nobody has asked it anything. */
async function idle(server: Process): Promise<number> {
  await pause(sized(3000, 300))
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
  const bare = await startFloor('echo')
  const least = await idle(bare)
  await bare.end()
  const onPostgres = await startProcess({ DATABASE_URL })
  const unused = await idle(onPostgres)
  const postgres = await afterLoad(onPostgres)
  await onPostgres.end()
  const embedded = await startProcess({}, newFolder())
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
