import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDailyJobs } from './jobs.ts'
import { endServer, startServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => endServer(server))

test('a failing step is logged and does not stop the next ones', async () => {
  const { context } = server.running
  const left = 'public/left-behind--------------480.jpg'
  await context.storage.put(left, Buffer.from('picture'), 'image/jpeg')
  const later = { ...context, now: () => new Date(Date.now() + 2 * 86_400_000) }
  await sql`alter table radius.let_in rename to let_out`.execute(context.db)
  await expect(runDailyJobs(later)).rejects.toThrow('daily work failed: deleteOldHotspotLogins')
  expect(await context.storage.get(left)).toBeNull()
  await sql`alter table radius.let_out rename to let_in`.execute(context.db)
  await runDailyJobs(later)
})
