import { setTimeout as pause } from 'node:timers/promises'
import { MAX_EMBEDDED_IMPORT_ROWS, MAX_IMPORT_ROWS } from '#rules/import-columns.ts'
import { milliseconds, type Row, sized } from './row.ts'
import { asGrace, fetching, newDatabase, resident, startProcess } from './server-process.ts'

const notes = 'Second floor, facing the garden, with a balcony and a desk'
const tableOf = (lines: number) =>
  new Blob([
    'Room,Rent,Places,Notes\n',
    Array.from(
      { length: lines },
      (_, at) => `I${at + 1},${6000 + (at % 50) * 10},1,"${notes}"\n`,
    ).join(''),
  ])

/** The longest time that a step takes while `work` runs. */
async function longestMeanwhile(step: () => Promise<void>, work: () => Promise<unknown>) {
  let isRunning = true
  let longest = 0
  const watching = (async () => {
    while (isRunning) {
      const begin = performance.now()
      await step()
      longest = Math.max(longest, performance.now() - begin)
      await pause(5)
    }
  })()
  await work()
  isRunning = false
  await watching
  return longest
}

/** What looking at a large file costs its sender, and everybody else meanwhile. */
async function previewOn(
  database: string,
  lines: number,
  settings: Record<string, string>,
): Promise<Row[]> {
  const table = tableOf(lines)
  const server = await startProcess(settings)
  const headers = await asGrace(server.url)
  // A file of the disk: no database is asked, so that only the process itself can make it wait.
  const withoutDatabase = fetching(`${server.url}/favicon.ico`)
  const withDatabase = fetching(`${server.url}/api/staff/imports/`, headers)
  async function preview() {
    const body = new FormData()
    body.append('table', table)
    const url = `${server.url}/api/staff/imports/rooms/preview/`
    const response = await fetch(url, { method: 'POST', headers, body })
    const shown = (await response.json()) as { added?: number }
    if (shown.added !== lines) throw new Error(`${url}: ${JSON.stringify(shown).slice(0, 300)}`)
  }
  await withDatabase()
  await withoutDatabase()
  const before = resident(server, 'VmHWM')
  const begin = performance.now()
  const waiting = await longestMeanwhile(withoutDatabase, preview)
  const elapsed = performance.now() - begin
  const waitingForDatabase = await longestMeanwhile(withDatabase, preview)
  const after = resident(server, 'VmHWM')
  await server.end()
  return [
    {
      what: `import preview of ${lines} rooms (${database})`,
      figure: milliseconds(elapsed),
      floor: `+ ${Math.round(after - before)} MB at its peak`,
      ratio: '',
      target: '≤ 20000 ms',
    },
    {
      what: `longest wait of others meanwhile (${database})`,
      figure: milliseconds(waiting),
      floor: `${milliseconds(waitingForDatabase)} for the database`,
      ratio: '',
      target: 'told',
    },
  ]
}

export const importPreview = async (): Promise<Row[]> => [
  ...(await previewOn('PostgreSQL', sized(MAX_IMPORT_ROWS.rooms, 50), {
    DATABASE_URL: await newDatabase(),
  })),
  ...(await previewOn('PGlite', sized(MAX_EMBEDDED_IMPORT_ROWS.rooms, 50), {})),
]
