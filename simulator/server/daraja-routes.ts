import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { bearerCheck, checkKeyAndSecret, tokenReply } from './auth.ts'
import { type FaultList, hangUp, installFaults } from './faults.ts'
import { queryResult } from './payments.ts'
import type { Business } from './phone-view.ts'
import {
  createResultSender,
  pullRegistrationReply,
  pullReply,
  reversePayment,
  transactionStatus,
} from './reconciliation.ts'
import {
  acceptedPush,
  c2bReply,
  DarajaError,
  errorEnvelope,
  invalidPayload,
  queryReply,
} from './replies.ts'
import {
  parsePaybillRequest,
  parsePullQuery,
  parsePullRegistration,
  parsePush,
  parseQuery,
  parseRegistration,
  parseReversal,
  parseTransactionStatusQuery,
} from './requests.ts'
import { scripts } from './scripts.ts'
import type { Simulator } from './simulator.ts'

interface DarajaOptions {
  simulator: Simulator
  faults: FaultList
  business: Business
  pullPageSize: number
  delayMs: number
  log: FastifyBaseLogger
}

function asDarajaError(error: FastifyError | DarajaError): DarajaError {
  if (error instanceof DarajaError) return error
  if (error.statusCode === 415)
    return new DarajaError(400, '400.002.02', 'Bad Request - Invalid Content-Type')
  if (error.statusCode && error.statusCode < 500) return invalidPayload()
  return new DarajaError(500, '500.003.1001', 'Internal Server Error')
}

/** Daraja's API; its paths follow the prefix as they follow `https://api.safaricom.co.ke`. */
export async function darajaRoutes(app: FastifyInstance, options: DarajaOptions) {
  const { simulator, faults } = options
  const bearer = bearerCheck(simulator)
  const paths = new Set<string>()
  app.addHook('onRoute', ({ url }) => {
    paths.add(url)
  })

  app.setErrorHandler<FastifyError | DarajaError>((error, request, reply) => {
    const refusal = asDarajaError(error)
    if (refusal.code === '500.003.1001') request.log.error(error)
    return reply.code(refusal.status).send(errorEnvelope(refusal))
  })
  installFaults(app, { faults, refuseToken: simulator.refuseToken })

  app.get<{ Querystring: { grant_type?: string } }>(
    '/oauth/v1/generate',
    { config: { faultPlace: 'token' } },
    async (request) => {
      checkKeyAndSecret(request.headers.authorization, request.query.grant_type)
      return tokenReply(simulator.newToken())
    },
  )

  app.post(
    '/mpesa/stkpush/v1/processrequest',
    { onRequest: bearer('stk'), config: { faultPlace: 'push' } },
    async ({ body, fault }, reply) => {
      const request = parsePush(body)
      const pageIsOpen = simulator.isPageOpen(request.msisdn)
      const push = simulator.submit(request, {
        ...(fault?.kind === 'result' && { result: fault.code }),
        ...(fault?.kind === 'confirmed' && { confirmed: true }),
      })
      if (fault?.kind === 'early') await simulator.endAtOnce(push)
      if (!pageIsOpen && scripts[push.script].submit === 'reply_lost') return hangUp(reply)
      return acceptedPush(push)
    },
  )

  app.post(
    '/mpesa/stkpushquery/v1/query',
    { onRequest: bearer('stk'), config: { faultPlace: 'query' } },
    async ({ body, fault }) => {
      const { id, shortcode } = parseQuery(body)
      const push = simulator.findPush(id, shortcode)
      const early = fault?.kind === 'early_final'
      return queryReply(push, early ? '1037' : queryResult(push, simulator.clock()))
    },
  )

  /** Succeeds even when the business refuses the payment: only the payer gets to know that. */
  async function simulate({ body }: FastifyRequest) {
    await simulator.payBill(parsePaybillRequest(body))
    return c2bReply('Accept the service request successfully.')
  }

  for (const version of ['v1', 'v2']) {
    const c2b = { onRequest: bearer('c2b') }
    app.post(`/mpesa/c2b/${version}/registerurl`, c2b, async ({ body }) => {
      simulator.register({ ...parseRegistration(body), hash_phone: version === 'v1' })
      return c2bReply('Success')
    })
    app.post(`/mpesa/c2b/${version}/simulate`, c2b, simulate)
  }

  await app.register(reconciliationRoutes, options)

  for (const family of ['/oauth/*', '/mpesa/*', '/pulltransactions/*'])
    app.all(family, async (request) => {
      const path = request.url.split('?')[0] ?? ''
      if (paths.has(path)) throw new DarajaError(405, '405.001', 'Method Not Allowed')
      throw new DarajaError(404, '404.001.01', 'Resource not found')
    })
}

/** Pull, transaction status and reversal: what a business asks for after a payment. */
async function reconciliationRoutes(app: FastifyInstance, options: DarajaOptions) {
  const { simulator, business, pullPageSize, delayMs, log } = options
  const bearer = bearerCheck(simulator)
  const now = () => simulator.clock()
  const results = createResultSender({ clock: simulator.clock, delayMs, log })
  app.addHook('preClose', async () => results.stop())

  app.post('/pulltransactions/v1/register', { onRequest: bearer('pull') }, async ({ body }) => {
    const registration = parsePullRegistration(body)
    return pullRegistrationReply(registration, simulator.registerForPull(registration))
  })

  app.post(
    '/pulltransactions/v1/query',
    { onRequest: bearer('pull'), config: { faultPlace: 'pull' } },
    async ({ body }) => {
      const query = parsePullQuery(body)
      if (!simulator.mayPull(query.shortcode))
        throw new DarajaError(500, '500.001.1001', 'Merchant does not exist')
      const payments = simulator.paymentsTo(query.shortcode)
      return pullReply(payments, query, {
        now: now(),
        pageSize: pullPageSize,
        businessName: business.name,
      })
    },
  )

  app.post(
    '/mpesa/transactionstatus/v1/query',
    { onRequest: bearer('c2b'), config: { faultPlace: 'status' } },
    async ({ body, fault }) => {
      const query = parseTransactionStatusQuery(body)
      return results.accept(query, fault, () =>
        transactionStatus(simulator.paymentsTo(query.shortcode), query, {
          now: now(),
          businessName: business.name,
        }),
      )
    },
  )

  app.post('/mpesa/reversal/v1/request', { onRequest: bearer('stk') }, async ({ body }) => {
    const request = parseReversal(body)
    return results.accept(request, null, () =>
      reversePayment(simulator.paymentsTo(request.shortcode), request, {
        now: now(),
        reverse: simulator.reverse,
      }),
    )
  })
}
