import pg from 'pg'
import { asGrace, fillHouse } from './many-tenants.ts'
import { median, type Row } from './row.ts'
import { fetching, newDatabase, startProcess } from './server-process.ts'

const times = 40

/** What one row of the tenants' list costs with ten times as many of them. */
export async function tenantList(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const call = fetching(`${server.url}/api/onboard/tenant_list/`, await asGrace(server.url))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()

  async function perRow(tenants: number): Promise<number> {
    await fillHouse(client, tenants)
    await median(call, times)
    return ((await median(call, times)) / tenants) * 1000
  }
  const small = await perRow(1_000)
  const large = await perRow(10_000)
  await client.end()
  await server.end()
  return [
    {
      what: 'tenant list, a row at 10 000 tenants (PostgreSQL)',
      figure: `${large.toFixed(1)} µs`,
      floor: `${small.toFixed(1)} µs at 1 000`,
      ratio: (large / small).toFixed(2),
      wanted: '≤ 1.50',
    },
  ]
}
