import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { accountNoticeRoutes } from './account-notices/routes.ts'
import { acts } from './acts.ts'
import { agreementRoutes } from './agreements/routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { cashRoutes } from './cash/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { chatSocket } from './chat/typing.ts'
import { claimRoutes } from './claims/routes.ts'
import { closeRoutes } from './closes/routes.ts'
import { companyRoutes } from './company/routes.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { connectionLine } from './db/named-statements.ts'
import { depositRoutes } from './deposits/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { entryRoutes } from './entries/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { feeRoutes } from './fees/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { brotliOptions, compressJson, MIN_COMPRESSED_BYTES } from './http/compression.ts'
import { installErrors, parseInput } from './http/errors.ts'
import { replyCompiler } from './http/serialise.ts'
import { createServe, type Serve } from './http/serve.ts'
import { createSharedReplies } from './http/shared-replies.ts'
import { importRoutes } from './imports/routes.ts'
import { letterRoutes } from './letters/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { moveRoutes } from './moves/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { payLinkRoutes } from './pay-links/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { postSocket } from './posts/subscription.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { Connection } from './socket/connection.ts'
import { statementRoutes } from './statements/routes.ts'
import { taxRoutes } from './tax/routes.ts'
import { tenancyRoutes } from './tenancy/routes.ts'
import { tenantRecordRoutes } from './tenant-record/routes.ts'
import { termsRoutes } from './terms/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { wifiRoutes } from './wifi/routes.ts'

/** The routes of the API, by the tag they have in the OpenAPI document. */
const modules: Record<string, ((serve: Serve, context: Context) => void)[]> = {
  auth: [authRoutes],
  company: [companyRoutes, termsRoutes],
  assistant: [assistantRoutes],
  tenancy: [homeRoutes, tenancyRoutes, tenantRecordRoutes, moveRoutes],
  payments: [paymentRoutes, entryRoutes],
  'pay-links': [payLinkRoutes],
  claims: [claimRoutes],
  fees: [feeRoutes],
  billing: [billingRoutes],
  'account-notices': [accountNoticeRoutes],
  agreements: [agreementRoutes],
  wifi: [wifiRoutes],
  desk: [deskRoutes],
  approvals: [approvalRoutes(acts)],
  cash: [cashRoutes],
  closes: [closeRoutes],
  receipts: [receiptRoutes],
  deposits: [depositRoutes],
  letters: [letterRoutes],
  tax: [taxRoutes],
  transactions: [transactionRoutes],
  documents: [documentRoutes],
  onboarding: [onboardingRoutes],
  posts: [postRoutes],
  moderation: [moderationRoutes],
  settings: [settingsRoutes],
  exports: [exportRoutes],
  imports: [importRoutes],
  overview: [overviewRoutes],
  statements: [statementRoutes],
  chat: [chatRoutes],
}

/** Each feature's handlers of socket messages: registered once, then called for every connection. */
const socketFeatures: ((context: Context) => (connection: Connection) => void)[] = [
  chatSocket,
  postSocket,
]

/**
 * The paths of M-Pesa's hooks contain a secret, long and hexadecimal; whoever has a letter's code reads the letter, and whoever
 * has a pay link opens it.
 */
const withoutSecrets = (url: string): string =>
  url
    .replace(/[0-9a-f]{40,}/gi, '…')
    .replace(/(\/check\/)[^/?]+/, '$1…')
    .replace(/(\/pay\/)[^?]+/, '$1…')
    .replace(/\?.*$/, '')

/** The log contains no bodies, tokens, cookies or query strings. */
function loggerOptions(config: Config) {
  return {
    level: config.logLevel,
    redact: ['req.headers', 'err.headers', 'err.params', 'err.query', 'err.detail', 'err.where'],
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
    },
  }
}

const refuseAddress = (reply: FastifyReply) =>
  reply.code(400).send({ message: 'The address cannot be read.', code: 'malformed' })

/** A phone on a slow network sends 15 kB a second: forms with images take long, other bodies do not. */
const FORM_TIMEOUT_MS = 10 * 60_000
const BODY_TIMEOUT_MS = 30_000
const tooSlow = { message: 'This took too long to arrive. Please try again.', code: 'too_slow' }

/** Trusts only the address that our own proxy added; the client may have sent the rest of the header. */
const firstHop = (_address: string, hop: number) => hop < 1

/** Security headers of every reply; pages have a content policy of their own. */
const securityHeaders = (production: boolean) => ({
  'content-security-policy': "default-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** The HTTP server with everything that applies to every request; no routes yet. */
export async function buildApp(config: Config): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    logger: loggerOptions(config),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy === true ? firstHop : config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1024 * 1024,
    requestTimeout: FORM_TIMEOUT_MS,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply as unknown as FastifyReply),
  }
  const app = Fastify(options)
  app.setValidatorCompiler<z.ZodMiniType>(
    ({ schema }) =>
      (input) =>
        parseInput(schema, input, app.log),
  )
  app.setSerializerCompiler(replyCompiler(config.checkReplies))
  // Fastify would accept plain text as well as JSON.
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('user', null)
  app.decorateRequest('checkedAt', 0)
  app.decorateRequest('form', null)
  app.decorateRequest('failed', null)
  app.decorateRequest('found', null)
  installErrors(app)

  await app.register(cookie)
  compressJson(app)
  await app.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    brotliOptions: { params: brotliOptions },
    // A few compressed bytes can unpack to a body that takes long to parse, and no client sends such.
    globalDecompression: false,
  })
  // An image that is too large is read to its end, so that the error can name its field.
  await app.register(multipart, { throwFileSizeLimit: false })
  app.server.headersTimeout = BODY_TIMEOUT_MS
  const headers = securityHeaders(config.production)
  // With callbacks: promises of hooks that wait for nothing take longer than the hooks.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    connectionLine.run(request.headers.authorization ?? request.ip, done)
  })
  app.addHook('onRequest', ({ method, raw, routeOptions }, reply, done) => {
    if (method !== 'GET' && !routeOptions.config.files) {
      const timeout = setTimeout(() => {
        if (raw.complete || reply.sent) return
        reply.header('connection', 'close').code(408).send(tooSlow)
      }, BODY_TIMEOUT_MS).unref()
      raw.once('close', () => clearTimeout(timeout))
    }
    done()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // One log line for each request, except for the files of the web app.
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.url.startsWith('/assets/')) {
      const ms = Math.round(reply.elapsedTime)
      request.log.info({ req: request, status: reply.statusCode, ms })
    }
    done()
  })
  return app
}

/** A route in the OpenAPI document: zod schemas as JSON schemas, a form with its files. */
const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const { files = [], status } = document.route.config ?? {}
  if (status === 204) {
    const none = { type: 'null', description: 'Done; there is nothing more to say.' }
    schema.response = { ...Object(schema.response), 204: none }
  }
  if (files.length === 0) return { schema, url }
  const body = schema.body as { properties?: Record<string, unknown> } | undefined
  const images = files.map((name) => [name, { type: 'string', format: 'binary' }])
  const properties = { ...body?.properties, ...Object.fromEntries(images) }
  return { schema: { ...schema, body: { ...body, properties } }, url }
}

/** Everything under /api, its OpenAPI document and the page to try it. */
export async function installApi(app: FastifyInstance, context: Context) {
  const replyShared = createSharedReplies()
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
        // Works without https, and loads no validator from elsewhere.
        transformStaticCSP: () =>
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; " +
          "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        uiConfig: { persistAuthorization: false },
      })
      for (const [tag, routes] of Object.entries(modules)) {
        const serve = createServe(api, context, tag, replyShared)
        for (const add of routes) add(serve, context)
      }
      // The links of the documentation page are relative, and the plugin makes wrong ones for a query.
      api.addHook('onRequest', (request, reply, done) => {
        if (/^\/api\/docs(\/?\?.*)?$/.test(request.url)) reply.redirect('/api/docs/')
        else done()
      })
      api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger())
      // An unknown API path is a JSON 404, not a page.
      for (const path of ['/', '/*']) {
        api.all(path, { schema: { hide: true } }, (_, reply) => reply.callNotFound())
      }
    },
    { prefix: '/api' },
  )
}

export function installSocketHandlers(context: Context) {
  for (const install of socketFeatures) context.sockets.onConnection(install(context))
}
