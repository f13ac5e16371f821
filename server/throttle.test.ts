import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, endServer, startServer, type TestServer } from './testing/server.ts'

/** Attempts in a window, and attempts that are released again. */
describe.each(databases)('throttles on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind)
  })
  afterAll(() => endServer(server))

  const rowOf = (key: string) => {
    const { db } = server.running.context
    return db
      .selectFrom('throttles')
      .where('key', '=', `message:${key}`)
      .select(['points', 'expire'])
      .executeTakeFirstOrThrow()
  }
  const pointsOf = async (key: string) => (await rowOf(key)).points

  test('a released attempt counts no more, and the count never falls below zero', async () => {
    const { message } = server.running.context.throttles
    const releases = [await message.consume('one'), await message.consume('one')]
    expect(await pointsOf('one')).toBe(2)
    for (const release of [...releases, ...releases]) await release()
    expect(await pointsOf('one')).toBe(0)
  })

  test('a release after the window has ended does not change the next window', async () => {
    const { db, throttles } = server.running.context
    const release = await throttles.message.consume('two')
    const next = Number((await rowOf('two')).expire) + 60_000
    for (const points of [0, 7]) {
      await db
        .updateTable('throttles')
        .set({ points, expire: String(next) })
        .where('key', '=', 'message:two')
        .execute()
      await release()
      expect(await pointsOf('two')).toBe(points)
    }
  })

  test('a refused attempt is not counted and begins no window', async () => {
    const { message } = server.running.context.throttles
    const attempts = Array.from({ length: 70 }, () => message.consume('three'))
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
    expect(await pointsOf('three')).toBe(60)
  })
})
