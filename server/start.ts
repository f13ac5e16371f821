import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp, installApi } from './app.ts'
import { memberOfToken } from './auth/access.ts'
import { type Config, SettingsError } from './config.ts'
import type { Context } from './context.ts'
import { lockDataDir, readOrCreateSecret } from './data-dir.ts'
import { type Database, type Db, openEmbedded, openPostgres } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { loadDemo } from './demo/load.ts'
import { installHealth } from './health.ts'
import { startJobs } from './jobs.ts'
import { openLive } from './live.ts'
import { installMetrics } from './metrics.ts'
import { installPages } from './pages.ts'
import { openDaraja } from './payments/daraja.ts'
import { startFollowUp } from './payments/follow-up.ts'
import { hookUrls } from './payments/hook-urls.ts'
import { pretendDaraja } from './pretend-daraja/plugin.ts'
import { openThrottles } from './throttle.ts'

export interface Running {
  context: Context
  /** Lets requests in flight finish, then stops everything. */
  close(): Promise<void>
}

const database_patience_ms = 30_000
const patience_for_requests_ms = 8000

/** A database that is still starting is waited for. */
async function untilReady({ db }: Database, url: string) {
  const giveUpAt = Date.now() + database_patience_ms
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (Date.now() > giveUpAt) {
        const { host } = new URL(url)
        throw new SettingsError(
          `DATABASE_URL: the database at ${host} could not be reached for 30 seconds (${(error as Error).message}).`,
        )
      }
      await pause(1000)
    }
  }
}

/** A value made once per installation and shared by its nodes. */
async function installationSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name, value: randomBytes(24).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('installation')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return row.value
}

/**
 * Builds the whole server and listens.
 * @throws {SettingsError} for what the operator has to put right
 */
export async function start(config: Config, now = () => new Date()): Promise<Running> {
  const { dataDir, release } = lockDataDir(config.dataDir)
  const closing: (() => unknown)[] = [release]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const database = config.databaseUrl
      ? openPostgres(config.databaseUrl)
      : await openEmbedded(dataDir)
    closing.push(() => database.close())
    if (config.databaseUrl) await untilReady(database, config.databaseUrl)
    if (config.databaseUrl) {
      const patient = openPostgres(config.databaseUrl, { patient: true })
      await migrate(patient).finally(() => patient.close())
    } else await migrate(database)
    if (config.demo) await loadDemo(database.db, now())

    const app = await buildApp(config)
    const jwtSecret = new TextEncoder().encode(
      config.jwtSecret ?? readOrCreateSecret(dataDir, 'jwt-secret'),
    )
    const live = openLive(app.server, database, (token) => memberOfToken(context, token))
    const context: Context = {
      config,
      database,
      db: database.db,
      daraja: openDaraja(config.daraja, now),
      live,
      throttles: openThrottles(database, config.throttle),
      jwtSecret,
      hookSecret: await installationSecret(database.db, 'hook_secret'),
      log: app.log,
      now,
    }
    installMetrics(app)
    installHealth(app, context)
    await installApi(app, context)
    if (config.simulator) {
      await app.register(pretendDaraja, {
        prefix: '/pretend-daraja',
        dataDir,
        delayMs: config.simulator.delayMs,
        now,
      })
    }
    await installPages(app, config)
    let stopFollowUp = async () => {}
    let stopJobs = async () => {}
    closing.push(async () => {
      // A connection that never asks for anything must not hold up the end.
      const hurry = setTimeout(() => app.server.closeAllConnections(), patience_for_requests_ms)
      await Promise.all([app.close(), live.close(), stopFollowUp(), stopJobs()])
      clearTimeout(hurry)
    })

    await app.listen({ port: config.port, host: config.host })
    if (config.simulator) await context.daraja.registerUrls(hookUrls(context))
    stopFollowUp = startFollowUp(context)
    stopJobs = await startJobs(context)
    return { context, close }
  } catch (error) {
    await close()
    throw error
  }
}
