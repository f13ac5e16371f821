import type { FastifyInstance } from 'fastify'
import { bearerCheck } from './bearer.ts'
import { pullReply, registeredForPull } from './pull.ts'
import {
  readPullQuestion,
  readPullRegistration,
  readReversal,
  readStatusQuestion,
} from './reconciliation-requests.ts'
import { openResults } from './results.ts'
import { reverse } from './reversal.ts'
import type { DarajaOptions } from './routes.ts'
import { statusOf } from './transaction-status.ts'
import { DarajaError } from './wire-error.ts'

/** What a business asks afterwards: which money came, what became of it, and give it back. */
export async function reconciliationRoutes(app: FastifyInstance, options: DarajaOptions) {
  const { simulator, businessName, pullPageSize, delayMs, log } = options
  const bearer = bearerCheck(simulator)
  const now = () => simulator.clock()
  const results = openResults({ clock: simulator.clock, delayMs, log })
  app.addHook('preClose', async () => results.stop())

  app.post('/pulltransactions/v1/register', { onRequest: bearer('pull') }, async ({ body }) => {
    const registration = readPullRegistration(body)
    return registeredForPull(registration, simulator.registerForPull(registration))
  })

  app.post(
    '/pulltransactions/v1/query',
    { onRequest: bearer('pull'), config: { trouble: 'pull' } },
    async ({ body }) => {
      const question = readPullQuestion(body)
      if (!simulator.mayPull(question.shortcode))
        throw new DarajaError(500, '500.001.1001', 'Merchant does not exist')
      const payments = simulator.paymentsTo(question.shortcode)
      return pullReply(payments, question, { now: now(), pageSize: pullPageSize, businessName })
    },
  )

  app.post(
    '/mpesa/transactionstatus/v1/query',
    { onRequest: bearer('c2b'), config: { trouble: 'status' } },
    async ({ body, trouble }) => {
      const question = readStatusQuestion(body)
      return results.accept(question, trouble, () =>
        statusOf(simulator.paymentsTo(question.shortcode), question, { now: now(), businessName }),
      )
    },
  )

  app.post('/mpesa/reversal/v1/request', { onRequest: bearer('stk') }, async ({ body }) => {
    const request = readReversal(body)
    return results.accept(request, null, () =>
      reverse(simulator.paymentsTo(request.shortcode), request, {
        now: now(),
        keep: simulator.keep,
      }),
    )
  })
}
