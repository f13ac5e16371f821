import { expect, onTestFinished, test } from 'vitest'
import { findTenants } from '#contract/tenants.ts'
import { emptyDatabaseOfLocaleC, endServer, startServer } from '../testing/server.ts'
import { knowsAllCapitals } from './open.ts'

test('names with ĩ and ũ are found in any case on a database that knows the capitals of ASCII only', async () => {
  const server = await startServer('postgres', { DATABASE_URL: await emptyDatabaseOfLocaleC() })
  onTestFinished(() => endServer(server))
  const { db } = server.running.context
  expect(await knowsAllCapitals(db)).toBe(false)
  await db
    .updateTable('users')
    .set({ first_name: 'MŨTHŨRĨ', last_name: 'Ngũgĩ' })
    .where('phone', '=', '254712345678')
    .execute()
  const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  for (const q of [
    'mũthũrĩ',
    'MŨTHŨRĨ',
    'muthuri',
    'NGŨGĨ',
    'ngugi mũthũri',
    'Mu\u0303thu\u0303r',
  ]) {
    const { body } = await grace.call(findTenants, { query: { q } })
    expect(body.map(({ full_name }) => full_name)).toEqual(['MŨTHŨRĨ Ngũgĩ'])
  }
})
