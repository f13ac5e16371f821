import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { phoneRoutes } from './phone-routes.ts'
import { openPresence } from './presence.ts'
import { pull_page_size } from './pull.ts'
import { darajaRoutes } from './routes.ts'
import { openSimulator } from './simulator.ts'
import { openTroubles } from './trouble.ts'
import { troubleRoutes } from './trouble-routes.ts'

export interface PretendDarajaOptions {
  dataDir: string
  /** How long a customer takes (`DARAJA_SIMULATOR_DELAY_MS`). */
  delayMs: number
  /** Whom the prompts and messages name. */
  businessName?: string
  now?: () => Date
  log?: FastifyBaseLogger
  pullPageSize?: number
  /** How long a business has to say whether a payment may go through. */
  validationMs?: number
}

/** A pretend M-Pesa (design 7); the paths of Daraja begin after the prefix it is registered under. */
export async function pretendDaraja(app: FastifyInstance, options: PretendDarajaOptions) {
  const { dataDir, delayMs, validationMs, pullPageSize = pull_page_size } = options
  const { now = () => new Date(), log = app.log, businessName = 'ACACIA COURT' } = options
  const troubles = openTroubles()
  const simulator = openSimulator({ dataDir, delayMs, now, log, troubles, validationMs })
  const presence = openPresence(simulator.clock)

  app.addHook('onListen', async () => simulator.start())
  app.addHook('preClose', async () => simulator.pause())
  app.addHook('onClose', async () => simulator.close())

  await app.register(darajaRoutes, {
    simulator,
    presence,
    troubles,
    businessName,
    pullPageSize,
    delayMs,
    log,
  })
  await app.register(phoneRoutes, { simulator, presence, businessName })
  await app.register(troubleRoutes, { troubles })
}
