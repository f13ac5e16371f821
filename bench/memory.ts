import { readFileSync } from 'node:fs'
import { type Row, rate } from './row.ts'
import { asAmina, fetching, newDatabase, type Process, startProcess } from './server-process.ts'

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
      wanted: '< 200 MB',
    },
    {
      what: 'memory after the load, on PGlite',
      figure: megabytes(pglite),
      floor: `${megabytes(postgres)} on PostgreSQL`,
      ratio: `+ ${megabytes(pglite - postgres)}`,
      wanted: 'told',
    },
  ]
}
