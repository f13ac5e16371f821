import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { phoneRoutes } from './phone-routes.ts'
import { openPresence } from './presence.ts'
import { darajaRoutes } from './routes.ts'
import { openSimulator } from './simulator.ts'

export interface PretendDarajaOptions {
  dataDir: string
  /** How long a customer takes (`DARAJA_SIMULATOR_DELAY_MS`). */
  delayMs: number
  /** Whom the prompts and messages name. */
  businessName?: string
  now?: () => Date
  log?: FastifyBaseLogger
}

/** A pretend M-Pesa (design 7); the paths of Daraja begin after the prefix it is registered under. */
export async function pretendDaraja(app: FastifyInstance, options: PretendDarajaOptions) {
  const simulator = openSimulator({
    dataDir: options.dataDir,
    delayMs: options.delayMs,
    now: options.now ?? (() => new Date()),
    log: options.log ?? app.log,
  })
  const presence = openPresence(simulator.clock)
  const businessName = options.businessName ?? 'ACACIA COURT'

  app.addHook('onListen', async () => simulator.start())
  app.addHook('preClose', async () => simulator.pause())
  app.addHook('onClose', async () => simulator.close())

  await app.register(darajaRoutes, { simulator, presence })
  await app.register(phoneRoutes, { simulator, presence, businessName })
}
