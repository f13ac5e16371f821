import pg from 'pg'
import { milliseconds, type Row, sized } from './row.ts'
import { asGrace, newDatabase, resident, startProcess } from './server-process.ts'

const entries = sized(1_000_000, 100)

/** What a ledger of a million entries costs the server that sends it as CSV. */
export async function ledgerExport(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const headers = await asGrace(server.url)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const ids = `select id from users where email = 'staff@acacia.example'`
  await client.query(`insert into charges (company_id, user_id, kind, month, amount, reason, entered_by)
    select company_id, user_id, 'correction', '2026-01', 1 + n % 9000, 'Entry number ' || n, (${ids})
    from generate_series(1, ${entries}) n,
      (select company_id, user_id from account_numbers order by user_id limit 1) account`)
  await client.query('analyze')
  await client.end()

  async function download(query: string): Promise<number> {
    const response = await fetch(`${server.url}/api/staff/exports/ledger/${query}`, { headers })
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    return bytes
  }
  // What a hundredth of the entries needs is what any export needs.
  await download('?from=2026-06-01')
  const before = resident(server, 'VmHWM')
  const begin = performance.now()
  const bytes = await download('')
  const elapsed = performance.now() - begin
  const after = resident(server, 'VmHWM')
  await server.end()
  return [
    {
      what: `ledger of ${entries} entries as CSV (PostgreSQL)`,
      figure: milliseconds(elapsed),
      floor: `${Math.round(bytes / 1e6)} MB sent, + ${Math.round(after - before)} MB of memory at its peak`,
      ratio: '',
      target: 'steady memory',
    },
  ]
}
