import { milliseconds, type Row, sized } from './row.ts'
import { startProcess } from './server-process.ts'

const VISITORS = sized(200, 5)

/** The time of an async step in milliseconds. */
async function timed(step: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await step()
  return performance.now() - begin
}

/** Each with a connection of its own, as visitors have. */
async function visit(url: string): Promise<number> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

/** Many visitors at once: at the landing page, and at as many different addresses with a call of the API beside them. */
export async function rush(): Promise<Row[]> {
  const server = await startProcess({})
  const all = (path: (visitor: number) => string) =>
    Promise.all(Array.from({ length: VISITORS }, (_, at) => visit(server.url + path(at))))
  for (let warm = 0; warm < sized(20, 1); warm++) await visit(`${server.url}/?warm=${warm}`)

  const bare = await timed(() => all(() => '/healthz'))
  const landing = await timed(() => all(() => '/'))
  const alone = await timed(() => visit(`${server.url}/api/company/`))
  const different = all((visitor) => `/?visitor=${visitor}`)
  const beside = await timed(() => visit(`${server.url}/api/company/`))
  const refused = (await different).filter((status) => status === 503).length
  await server.end()
  return [
    {
      what: `${VISITORS} visitors at the landing page at once`,
      figure: milliseconds(landing),
      floor: `${milliseconds(bare)} at /healthz`,
      ratio: (landing / bare).toFixed(1),
      target: '< 1 s',
    },
    {
      what: `a call while ${VISITORS} different pages are asked for`,
      figure: `${milliseconds(beside)}, ${refused} pages refused`,
      floor: `${milliseconds(alone)} alone`,
      ratio: (beside / alone).toFixed(1),
      target: '< 1 s',
    },
  ]
}
