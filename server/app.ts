import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { assistantRoutes } from './assistant/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { chatSocket } from './chat/typing.ts'
import { companyRoutes } from './company/routes.ts'
import { brotli, compressJson, least_bytes } from './compress-json.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { deskRoutes } from './desk/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { installErrors, invalidInput } from './errors.ts'
import { loggerOptions } from './log.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { describeRoute } from './openapi.ts'
import { paymentRoutes } from './payments/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { postSocket } from './posts/subscription.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { type Serve, serving } from './serve.ts'
import type { Connection } from './socket/connection.ts'
import { tenancyRoutes } from './tenancy/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { wifiRoutes } from './wifi/routes.ts'

/** The API, noun by noun. */
const nouns: Record<string, (serve: Serve, context: Context) => void> = {
  auth: authRoutes,
  company: companyRoutes,
  assistant: assistantRoutes,
  tenancy: tenancyRoutes,
  payments: paymentRoutes,
  wifi: wifiRoutes,
  desk: deskRoutes,
  receipts: receiptRoutes,
  transactions: transactionRoutes,
  documents: documentRoutes,
  onboarding: onboardingRoutes,
  posts: postRoutes,
  moderation: moderationRoutes,
  chat: chatRoutes,
}

/** What the nouns do with messages from sockets: called once, and then for every connection. */
const socketNouns: ((context: Context) => (connection: Connection) => void)[] = [
  chatSocket,
  postSocket,
]

const refuseAddress = (reply: FastifyReply) =>
  reply.code(400).send({ message: 'The address cannot be read.', code: 'malformed' })

/** A phone on a slow network sends 15 kB a second; whatever brings no pictures is here far sooner. */
const form_patience_ms = 10 * 60_000
const patience_ms = 30_000
const too_slow = { message: 'This took too long to arrive. Please try again.', code: 'too_slow' }

/** Only what our own proxy adds is believed; what stood in the header before may be anybody's. */
const oneHop = (_address: string, hop: number) => hop < 1

/** The HTTP server with what every request goes through, and no routes yet. */
export async function buildApp(config: Config): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    logger: loggerOptions(config),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy === true ? oneHop : config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1024 * 1024,
    requestTimeout: form_patience_ms,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply as unknown as FastifyReply),
  }
  const app = Fastify(options)
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (input) => {
    const parsed = schema.safeParse(input)
    return parsed.success ? { value: parsed.data } : { error: invalidInput(parsed.error) }
  })
  app.setSerializerCompiler(serializerCompiler)
  // JSON is all that is spoken here; Fastify would take plain text too.
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('user', null)
  app.decorateRequest('form', null)
  installErrors(app)

  await app.register(cookie)
  compressJson(app)
  await app.register(compress, {
    threshold: least_bytes,
    brotliOptions: { params: brotli },
    // A few compressed bytes can unpack to a body that takes long to parse; nobody sends such.
    globalDecompression: false,
  })
  // A picture that is too large is read to its end, so that the answer can name it.
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"] } },
    hsts: config.production,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // For browsers of long ago, or repeated by the policies above: bytes on every answer.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.server.headersTimeout = patience_ms
  app.addHook('onRequest', async ({ method, raw, routeOptions }, reply) => {
    if (method === 'GET' || routeOptions.config.files) return
    const late = setTimeout(() => {
      if (raw.complete || reply.sent) return
      reply.header('connection', 'close').code(408).send(too_slow)
    }, patience_ms).unref()
    raw.once('close', () => clearTimeout(late))
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // One line a request; the files of the web app say nothing.
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/assets/')) return
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })
  return app
}

/** Everything under /api, its OpenAPI document and the page to try it. */
export async function installApi(app: FastifyInstance, context: Context) {
  await app.register(
    async (api) => {
      await api.register(swagger, {
        openapi: {
          info: { title: 'Bweni', version: '1', description: 'The API of the residence app.' },
          servers: [{ url: '/' }],
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
        },
        transform: describeRoute,
      })
      await api.register(swaggerUi, {
        routePrefix: '/docs',
        staticCSP: true,
        // No https where there is none, and nobody else's validator.
        transformStaticCSP: () =>
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'",
        uiConfig: { persistAuthorization: false },
      })
      for (const [noun, routes] of Object.entries(nouns)) {
        routes(serving(api, context, noun), context)
      }
      // The page's own links are relative to it.
      api.addHook('onRequest', async (request, reply) => {
        if (request.url === '/api/docs') return reply.redirect('/api/docs/')
      })
      api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger())
      // Not the web app's business: an unknown API path is not a page.
      for (const path of ['/', '/*']) {
        api.all(path, { schema: { hide: true } }, (_, reply) => reply.callNotFound())
      }
    },
    { prefix: '/api' },
  )
}

export function installSocketHandlers(context: Context) {
  for (const noun of socketNouns) context.sockets.onConnection(noun(context))
}
