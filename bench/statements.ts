import { setTimeout as pause } from 'node:timers/promises'
import { csvOf, portalName, portalRows } from '../server/testing/statements.ts'
import { milliseconds, type Row, sized } from './row.ts'
import { asGrace, fetching, newDatabase, startProcess } from './server-process.ts'

const rows = sized(50_000, 100)
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
const midnight = Date.parse(`${today}T00:00:00+03:00`)
/** A busy paybill whose every payment is followed by its charge; the payments that are lost are the exception. */
const lost = sized(200, 5)
const table = csvOf(
  portalRows(
    Array.from({ length: rows }, (_, at) => ({
      receipt: `UKK${String(at).padStart(7, '0')}`,
      at: new Date(midnight + at),
      details: at < lost ? 'Pay Bill from 2547****111 - ALICE Acc. rent' : 'Pay Bill Charge',
      cents: at < lost ? 650_000 : -500,
    })),
    1e9,
  ),
)

const EVERY_MS = 50

/**
 * The median time of a step that begins every 50 ms while `work` runs, whether those before have ended or not: of others who
 * come one after the other, only one would ever wait.
 */
async function medianMeanwhile(step: () => Promise<void>, work: () => Promise<unknown>) {
  const times: Promise<number>[] = []
  async function timed() {
    const begin = performance.now()
    await step()
    return performance.now() - begin
  }
  const timer = setInterval(() => times.push(timed()), EVERY_MS)
  await work()
  clearInterval(timer)
  const sorted = (await Promise.all(times)).sort((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}

/** What looking at a large statement costs, and keeping it, and everybody else meanwhile. */
async function previewOn(database: string, settings: Record<string, string>): Promise<Row[]> {
  const server = await startProcess(settings)
  const headers = await asGrace(server.url)
  const others = fetching(`${server.url}/api/staff/imports/`, headers)
  async function send(path: string, fingerprint?: string) {
    const body = new FormData()
    body.append('file_name', portalName('174379', today))
    if (fingerprint) body.append('fingerprint', fingerprint)
    body.append('table', new Blob([table]))
    const url = `${server.url}/api/staff/statements/${path}`
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  let fingerprint = ''
  async function preview() {
    const shown = await send('preview/')
    if (shown.new_rows !== rows || shown.found?.desk.rows !== lost) {
      throw new Error(JSON.stringify(shown).slice(0, 300))
    }
    fingerprint = shown.fingerprint
  }
  await others()
  const idle = await medianMeanwhile(others, () => pause(sized(2000, 200)))
  const begin = performance.now()
  const meanwhile = await medianMeanwhile(others, preview)
  const elapsed = performance.now() - begin
  const keeping = performance.now()
  const meanwhileKept = await medianMeanwhile(others, () => send('', fingerprint))
  const kept = performance.now() - keeping
  await server.end()
  return [
    {
      what: `statement of ${rows} rows read and compared (${database})`,
      figure: milliseconds(elapsed),
      floor: '',
      ratio: '',
      target: '≤ 30000 ms',
    },
    {
      what: `others meanwhile, median (${database})`,
      figure: milliseconds(meanwhile.median),
      floor: `${milliseconds(idle.median)} idle; longest ${milliseconds(meanwhile.longest)}`,
      ratio: (meanwhile.median / idle.median).toFixed(2),
      target: '≤ 1.5',
    },
    {
      what: `the same statement kept (${database})`,
      figure: milliseconds(kept),
      floor: `others ${milliseconds(meanwhileKept.median)}; longest ${milliseconds(meanwhileKept.longest)}`,
      ratio: '',
      target: '≤ 30000 ms',
    },
  ]
}

export const statementPreview = async (): Promise<Row[]> => [
  ...(await previewOn('PostgreSQL', { DATABASE_URL: await newDatabase() })),
  ...(await previewOn('PGlite', {})),
]
