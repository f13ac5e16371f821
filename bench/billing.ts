import pg from 'pg'
import { milliseconds, type Row, sized } from './row.ts'
import { asAmina, asGrace, fetching, newDatabase, startProcess } from './server-process.ts'
import { fillRooms } from './tenants.ts'

const tenants = sized(10_000, 100)
/** Between two looks of somebody else. */
const PAUSE_MS = 20
const IDLE_MS = sized(4000, 200)

/** Billing a term for a large residence, and what somebody else's home page takes meanwhile. */
export async function billingOfTerm(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await client.query(`
    update companies set billed_by = 'term' where id = 1;
    insert into billing_terms (company_id, name, first_month, last_month, due_day)
    select 1, 'Next term', to_char(day, 'YYYY-MM'), to_char(day + interval '3 months', 'YYYY-MM'), day + 4
    from (select (date_trunc('month', now()) + interval '1 month')::date as day) next`)
  await client.query('vacuum analyze')
  const headers = { ...(await asGrace(server.url)), 'content-type': 'application/json' }
  const { rows: terms } = await client.query('select max(id) as id from billing_terms')
  const path = `${server.url}/api/staff/billing/${terms[0].id}/bill/`
  const home = fetching(
    `${server.url}/api/onboard/student_room_payments/`,
    await asAmina(server.url),
  )

  /** The median of the home page's data while something is going on. */
  async function meanwhile(work: Promise<unknown>): Promise<number> {
    const times: number[] = []
    let going = true
    const end = work.finally(() => {
      going = false
    })
    while (going) {
      const begin = performance.now()
      await home()
      times.push(performance.now() - begin)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    await end
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  }
  async function bill() {
    for (let after: number | null = 0; after !== null; ) {
      const sent: Response = await fetch(path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ after }),
      })
      if (sent.status !== 200) throw new Error(`${path}: ${sent.status}`)
      after = ((await sent.json()) as { after: number | null }).after
    }
  }
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await meanwhile(rest(IDLE_MS / 4))
  const idle = await meanwhile(rest(IDLE_MS))
  const begin = performance.now()
  const busy = await meanwhile(bill())
  const took = performance.now() - begin
  const { rows } = await client.query(
    'select count(*)::int as bills, count(distinct tenancy_id)::int as tenancies from bills',
  )
  await client.end()
  await server.end()
  const { bills, tenancies } = rows[0]
  if (bills !== tenancies || bills < tenants)
    throw new Error(`${bills} bills, ${tenancies} tenancies`)
  return [
    {
      what: `billing a term of four months for ${bills} tenants (PostgreSQL)`,
      figure: `${(took / 1000).toFixed(1)} s`,
      floor: '',
      ratio: '',
      target: '≤ 20 s',
    },
    {
      what: 'room and payments of a tenant meanwhile',
      figure: milliseconds(busy),
      floor: `${milliseconds(idle)} idle`,
      ratio: (busy / idle).toFixed(2),
      target: '≤ 1.50',
    },
  ]
}
