import type { AddressInfo } from 'node:net'
import { buildApp, installApi, installSocketHandlers } from './app.ts'
import { openLanguageModel } from './assistant/model.ts'
import { authenticateToken } from './auth/access.ts'
import { listLiveSessions } from './auth/session-queries.ts'
import { loginKey } from './auth/user-queries.ts'
import { loadColleges } from './company/colleges.ts'
import { findFirstCompany } from './company/queries.ts'
import { type Config, SettingsError, takePort } from './config.ts'
import type { Context } from './context.ts'
import { openDataDir, readOrCreateSecret } from './data-dir.ts'
import type { Db } from './db/connect.ts'
import {
  ASCII_CAPITALS_ONLY,
  installationSecret,
  knowsAllCapitals,
  openMigrated,
} from './db/open.ts'
import { grace } from './demo/people.ts'
import { installHealth, installMetrics } from './http/monitoring.ts'
import { builtPages, installPages } from './http/pages.ts'
import { openThrottles } from './http/throttle.ts'
import { startJobs } from './jobs.ts'
import { openMail } from './mail.ts'
import { keepMpesaSettings } from './payments/check-mpesa.ts'
import { openDaraja } from './payments/daraja.ts'
import { type FollowUp, startFollowUp } from './payments/follow-up.ts'
import { registerPaybill } from './payments/register-paybill.ts'
import { openSocketServer } from './socket/sockets.ts'
import { servePublicImages } from './uploads/public-images.ts'
import { openStorage } from './uploads/storage.ts'

export interface Running {
  context: Context
  followUp: FollowUp
  /** Finishes the requests in flight, then stops everything. */
  close(): Promise<void>
}

const SHUTDOWN_TIMEOUT_MS = 8000

/**
 * Builds the whole server and listens.
 * @throws {SettingsError} for what the operator has to correct
 */
export async function start(
  config: Config,
  now = () => new Date(),
  openPages = builtPages,
): Promise<Running> {
  const { dataDir, release } = openDataDir(config)
  const closing: (() => unknown)[] = [release]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const jwtSecret = new TextEncoder().encode(
      config.jwtSecret ?? readOrCreateSecret(dataDir, 'jwt-secret'),
    )
    const database = await openMigrated(config.databaseUrl, dataDir, jwtSecret)
    closing.push(() => database.close())
    const app = await buildApp(config)
    const storage = await openStorage(config, app.log)
    if (config.databaseUrl && !(await knowsAllCapitals(database.db)))
      app.log.warn(ASCII_CAPITALS_ONLY)
    if (config.production) await refuseDemoDatabase(database.db)
    if (config.demo) {
      // Real residences start without it.
      const { loadDemo } = await import('./demo/load.ts')
      await loadDemo(database.db, storage, now())
    }
    await loadColleges(database.db)

    if (!config.gemini)
      app.log.warn('GEMINI_API_KEY is not set: the assistant answers only from its built-in rules')
    const sessions = {
      authenticate: (token: string) => authenticateToken(context, token),
      listLive: (ids: string[]) => listLiveSessions(database.db, ids, now()),
      now,
    }
    const sockets = openSocketServer(app.server, database, sessions, app.log)
    const context: Context = {
      config,
      database,
      db: database.db,
      daraja: openDaraja(config.daraja, database.db, now),
      languageModel: config.gemini && openLanguageModel(config.gemini),
      sockets,
      mail: openMail(config, database.db, app.log),
      throttles: openThrottles(database, config),
      storage,
      jwtSecret,
      hookSecret: await installationSecret(database.db, 'hook_secret'),
      letterSecret: await installationSecret(database.db, 'letter_key'),
      log: app.log,
      now,
    }
    installMetrics(app, config)
    installHealth(app, context)
    servePublicImages(app, context)
    await installApi(app, context)
    installSocketHandlers(context)
    if (config.simulator) {
      // Loaded only here: a production server, which has no simulator, never reads its code.
      const { simulatorPlugin, URL_PREFIX } = await import('../simulator/server/plugin.ts')
      await app.register(simulatorPlugin, {
        prefix: URL_PREFIX,
        dataDir,
        delayMs: config.simulator.delayMs,
        findBusinessName: async () =>
          (await findFirstCompany(database.db))?.name.toUpperCase() ?? null,
        now,
      })
    }
    const pages = await openPages(app, config)
    if (pages) await installPages(app, context, pages)
    else app.log.warn('the web app is not built: only the API is served')
    let followUp: FollowUp | null = null
    let stopJobs = async () => {}
    closing.push(async () => {
      // An idle connection must not delay the shutdown.
      const force = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
      await Promise.all([app.close(), sockets.close(), followUp?.stop(), stopJobs()])
      await context.mail.close()
      clearTimeout(force)
    })

    await app.listen({ port: config.port, host: config.host })
    if (config.port === 0) takePort(config, (app.server.address() as AddressInfo).port)
    await keepMpesaSettings(context, now())
    if (config.simulator) {
      const { addresses, statement } = await registerPaybill(context)
      if (addresses || statement) throw new Error(`pretend M-Pesa: ${addresses ?? statement}`)
    }
    followUp = startFollowUp(context)
    stopJobs = await startJobs(context)
    return { context, followUp, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Real people must not move into a residence whose passwords are published.
 * @throws {SettingsError} for a database that was started with the demo residence
 */
async function refuseDemoDatabase(db: Db): Promise<void> {
  const demo = await db
    .selectFrom('logins')
    .where('login', '=', loginKey(grace.email))
    .select('login')
    .executeTakeFirst()
  if (!demo) return
  throw new SettingsError(
    'This database has the demo residence in it, whose passwords are published. Set DATABASE_URL or DATA_DIR to an empty one for a real residence.',
  )
}
