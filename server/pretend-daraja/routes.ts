import type { FastifyError, FastifyInstance } from 'fastify'
import type { Presence } from './presence.ts'
import { queryResult } from './pushes.ts'
import { acceptedPush, c2bReply, queryReply } from './replies.ts'
import { readPush, readQuery, readRegistration, readSimulation } from './requests.ts'
import { scripts } from './script.ts'
import type { Simulator } from './simulator.ts'
import { checkBearer, checkKeyAndSecret, tokenReply } from './tokens.ts'
import { DarajaError, errorEnvelope, invalidPayload } from './wire-error.ts'

/** Which of Daraja's several codes says that a token is wrong (daraja 2). */
const refusals = {
  stk: { status: 404, code: '404.001.03' },
  c2b: { status: 400, code: '400.003.01' },
}

function asDarajaError(error: FastifyError | DarajaError): DarajaError {
  if (error instanceof DarajaError) return error
  if (error.statusCode === 415)
    return new DarajaError(400, '400.002.02', 'Bad Request - Invalid Content-Type')
  if (error.statusCode && error.statusCode < 500) return invalidPayload()
  return new DarajaError(500, '500.003.1001', 'Internal Server Error')
}

/** Safaricom's own calls, below the prefix under which production says `https://api.safaricom…`. */
export async function darajaRoutes(
  app: FastifyInstance,
  { simulator, presence }: { simulator: Simulator; presence: Presence },
) {
  const paths = new Set<string>()
  app.addHook('onRoute', ({ url }) => {
    paths.add(url)
  })

  app.setErrorHandler<FastifyError | DarajaError>((error, request, reply) => {
    const refusal = asDarajaError(error)
    if (refusal.code === '500.003.1001') request.log.error(error)
    return reply.code(refusal.status).send(errorEnvelope(refusal))
  })

  app.get<{ Querystring: { grant_type?: string } }>('/oauth/v1/generate', async (request) => {
    checkKeyAndSecret(request.headers.authorization, request.query.grant_type)
    return tokenReply(simulator.newToken())
  })

  const bearerFor = (kind: keyof typeof refusals) => ({
    onRequest: async ({ headers }: { headers: { authorization?: string } }) =>
      checkBearer(
        headers.authorization,
        simulator.currentToken(),
        simulator.clock(),
        refusals[kind],
      ),
  })

  app.post('/mpesa/stkpush/v1/processrequest', bearerFor('stk'), async (request, reply) => {
    const wanted = readPush(request.body)
    const person_is_there = presence.isThere(wanted.msisdn)
    const push = simulator.submit(wanted, person_is_there)
    if (!person_is_there && scripts[push.script].submit === 'reply_lost') {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    return acceptedPush(push)
  })

  app.post('/mpesa/stkpushquery/v1/query', bearerFor('stk'), async (request) => {
    const { id, shortcode } = readQuery(request.body)
    const push = simulator.findPush(id, shortcode)
    return queryReply(push, queryResult(push, simulator.clock()))
  })

  app.post('/mpesa/c2b/v2/registerurl', bearerFor('c2b'), async (request) => {
    simulator.register(readRegistration(request.body))
    return c2bReply('Success')
  })

  /** A refused payment is accepted here all the same: the payer is who hears of it. */
  app.post('/mpesa/c2b/v2/simulate', bearerFor('c2b'), async (request) => {
    await simulator.payBill(readSimulation(request.body))
    return c2bReply('Accept the service request successfully.')
  })

  for (const family of ['/oauth/*', '/mpesa/*'])
    app.all(family, async (request) => {
      const path = request.url.split('?')[0] ?? ''
      if (paths.has(path)) throw new DarajaError(405, '405.001', 'Method Not Allowed')
      throw new DarajaError(404, '404.001.01', 'Resource not found')
    })
}
