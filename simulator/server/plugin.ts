import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { installErrors } from '../../server/http/errors.ts'
import { darajaRoutes } from './daraja-routes.ts'
import { createFaultList, faultRoutes } from './faults.ts'
import { phoneRoutes } from './phone-routes.ts'
import type { Business } from './phone-view.ts'
import { portalRoutes } from './portal-routes.ts'
import { PULL_PAGE_SIZE } from './reconciliation.ts'
import { openSimulator } from './simulator.ts'

export interface SimulatorPluginOptions {
  dataDir: string
  /** How long a customer takes (`DARAJA_SIMULATOR_DELAY_MS`). */
  delayMs: number
  /** The business that prompts and messages name. */
  /** As M-Pesa shows it, in capitals. */
  businessName?: string
  /** The name of the business now; without it the name stays. */
  findBusinessName?: () => Promise<string | null>
  now?: () => Date
  log?: FastifyBaseLogger
  pullPageSize?: number
  /** How long a business has to say whether a payment may go through. */
  validationMs?: number
}

/**
 * A pretend M-Pesa for development and tests: Daraja's API below the prefix that it is registered
 * under, and the calls of the pages of its phone and its portal.
 */
export async function simulatorPlugin(app: FastifyInstance, options: SimulatorPluginOptions) {
  const { dataDir, delayMs, validationMs, pullPageSize = PULL_PAGE_SIZE } = options
  const { now = () => new Date(), log = app.log, findBusinessName } = options
  const business: Business = { name: options.businessName ?? 'ACACIA COURT' }
  const faults = createFaultList()
  const simulator = openSimulator({ dataDir, delayMs, now, log, faults, validationMs })

  app.addHook('onListen', async () => simulator.start())
  app.addHook('preClose', async () => simulator.pause())
  app.addHook('onClose', async () => simulator.close())

  await app.register(darajaRoutes, {
    simulator,
    faults,
    business,
    pullPageSize,
    delayMs,
    log,
  })
  await app.register(async (pages) => {
    pages.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    // While the database is away the pages show the name of before.
    pages.addHook('preHandler', async () => {
      business.name = (await findBusinessName?.().catch(() => null)) ?? business.name
    })
    await pages.register(phoneRoutes, { simulator, business })
    await pages.register(portalRoutes, { simulator, business })
  })
  await app.register(faultRoutes, { faults })
}

export const URL_PREFIX = '/pretend-daraja'

/** Runs the simulator as a server of its own. */
export async function startStandalone(
  options: SimulatorPluginOptions & { port: number; logLevel?: string },
): Promise<FastifyInstance> {
  const { port, logLevel = 'silent', ...rest } = options
  const app = Fastify({
    logger: { level: logLevel },
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  installErrors(app)
  await app.register(simulatorPlugin, { prefix: URL_PREFIX, ...rest })
  await app.listen({ port, host: '127.0.0.1' })
  return app
}
