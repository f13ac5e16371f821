import pg from 'pg'
import { inTurn, perSecond, type Row, rate } from './row.ts'
import { asAmina, fetching, newDatabase, startProcess } from './server-process.ts'
import { giveAminaTwoYears } from './two-years.ts'

/** The room-and-payments call with 24 months of entries, beside bare Fastify running the same SQL. */
export async function roomAndPayments(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await giveAminaTwoYears(client)
  await client.end()
  // Signed in first: the floor looks for the same session.
  const headers = await asAmina(server.url)
  const bare = await startProcess({ DATABASE_URL }, undefined, 'bench/bare-fastify.ts')
  const call = fetching(`${server.url}/api/onboard/student_room_paymments/`, headers)
  const { ours, floor } = await inTurn(
    () => rate(call),
    () => rate(fetching(`${bare.url}/`)),
  )
  await bare.end()
  await server.end()
  return [
    {
      what: 'room and payments, 24 months (PostgreSQL)',
      figure: perSecond(ours),
      floor: `${perSecond(floor)} bare Fastify, same SQL`,
      ratio: (ours / floor).toFixed(2),
      wanted: '≥ 0.50',
    },
  ]
}
