import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { unavailable } from './errors.ts'

/** /healthz: the process runs. /readyz: it can serve, because its database answers. */
export function installHealth(app: FastifyInstance, { db }: Context) {
  const quiet = { schema: { hide: true }, logLevel: 'warn' } as const
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw unavailable('The database does not answer.', 'database_away')
    })
    return { status: 'ready' }
  })
}
