import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { bearerCheck } from './bearer.ts'
import type { Presence } from './presence.ts'
import { queryResult } from './pushes.ts'
import { reconciliationRoutes } from './reconciliation-routes.ts'
import { acceptedPush, c2bReply, queryReply } from './replies.ts'
import { readPush, readQuery, readRegistration, readSimulation } from './requests.ts'
import { scripts } from './script.ts'
import type { Simulator } from './simulator.ts'
import { checkKeyAndSecret, tokenReply } from './tokens.ts'
import type { Troubles } from './trouble.ts'
import { hangUp, installTrouble } from './trouble-hooks.ts'
import { DarajaError, errorEnvelope, invalidPayload } from './wire-error.ts'

export interface DarajaOptions {
  simulator: Simulator
  presence: Presence
  troubles: Troubles
  businessName: string
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

/** Safaricom's own calls, below the prefix under which production says `https://api.safaricom…`. */
export async function darajaRoutes(app: FastifyInstance, options: DarajaOptions) {
  const { simulator, presence, troubles } = options
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
  installTrouble(app, { troubles, refuseToken: simulator.refuseToken })

  app.get<{ Querystring: { grant_type?: string } }>(
    '/oauth/v1/generate',
    { config: { trouble: 'token' } },
    async (request) => {
      checkKeyAndSecret(request.headers.authorization, request.query.grant_type)
      return tokenReply(simulator.newToken())
    },
  )

  app.post(
    '/mpesa/stkpush/v1/processrequest',
    { onRequest: bearer('stk'), config: { trouble: 'push' } },
    async ({ body, trouble }, reply) => {
      const wanted = readPush(body)
      const person_is_there = presence.isThere(wanted.msisdn)
      const push = simulator.submit(wanted, person_is_there, {
        ...(trouble?.kind === 'result' && { result: trouble.code }),
        ...(trouble?.kind === 'confirmed' && { confirmed: true }),
      })
      if (trouble?.kind === 'early') await simulator.endAtOnce(push)
      if (!person_is_there && scripts[push.script].submit === 'reply_lost') return hangUp(reply)
      return acceptedPush(push)
    },
  )

  app.post(
    '/mpesa/stkpushquery/v1/query',
    { onRequest: bearer('stk'), config: { trouble: 'query' } },
    async ({ body, trouble }) => {
      const { id, shortcode } = readQuery(body)
      const push = simulator.findPush(id, shortcode)
      const early = trouble?.kind === 'early_final'
      return queryReply(push, early ? '1037' : queryResult(push, simulator.clock()))
    },
  )

  /** A refused payment is accepted here all the same: the payer is who hears of it. */
  async function simulate({ body }: FastifyRequest) {
    await simulator.payBill(readSimulation(body))
    return c2bReply('Accept the service request successfully.')
  }

  for (const version of ['v1', 'v2']) {
    const c2b = { onRequest: bearer('c2b') }
    app.post(`/mpesa/c2b/${version}/registerurl`, c2b, async ({ body }) => {
      simulator.register({ ...readRegistration(body), hash_phone: version === 'v1' })
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
