import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as router from 'react-router'
import { DISMISSED_COOKIE } from '#contract/auth.ts'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'
import { authenticateViewer } from './auth/access.ts'
import { SIGNED_IN_COOKIE } from './auth/session.ts'
import { COMPANY_COOKIE, setCompanyCookie } from './company/cookie.ts'
import type { Context } from './context.ts'

const build = fileURLToPath(new URL('../.build/web/', import.meta.url))

function contentSecurityPolicy(nonce: string, production: boolean) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // React sets style attributes; they cannot run scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(production ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The exports of web/entry.server.tsx: the router of the build, and the key of its page context. */
interface BuiltPages {
  createRequestHandler: typeof router.createRequestHandler
  RouterContextProvider: typeof router.RouterContextProvider
  pageContext: router.RouterContext<unknown>
}

/** Calls the API in the same process, as a browser would: for the loaders of pages. */
function apiClient(app: FastifyInstance, access_token: string | null) {
  async function request(endpoint: Endpoint, input: AnyInput) {
    const { method, path } = requestOf(endpoint, input)
    const headers = access_token ? { authorization: `Bearer ${access_token}` } : {}
    const response = await app.inject({ method, url: `/api${path}`, headers })
    if (response.statusCode >= 400)
      throw new Response(response.body, { status: response.statusCode })
    return response
  }
  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Received<E>> {
      const response = await request(endpoint, input)
      return endpoint.reply?.parse(response.json()) as Received<E>
    },
    async callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>> {
      const response = await request(endpoint, input)
      const rows = endpoint.reply?.parse(response.json()) as Received<E>
      return { rows, before: nextBefore(response.headers.link?.toString()) }
    },
  }
}

/** Serves the web app: its hashed files for a year, and every page as HTML with its content in it. */
export async function installPages(app: FastifyInstance, context: Context) {
  const { config } = context
  const entry = join(build, 'server/index.js')
  if (!existsSync(entry)) {
    app.log.warn('the web app is not built: only the API is served')
    return
  }
  const server: router.ServerBuild = await import(pathToFileURL(entry).href)
  const { createRequestHandler, pageContext, RouterContextProvider } = server.entry
    .module as unknown as BuiltPages
  const render = createRequestHandler(server, config.production ? 'production' : 'development')
  const { call } = apiClient(app, null)

  await app.register(fastifyStatic, {
    root: join(build, 'client'),
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })

  /** What the loaders and the renderer get (web/page-context.ts). */
  async function contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string) {
    const report = (error: unknown) => {
      request.log.error({ err: error }, 'page failed')
      return null
    }
    const viewer = await authenticateViewer(context, request).catch(report)
    const provider = new RouterContextProvider()
    provider.set(pageContext, {
      nonce,
      signedIn: request.cookies[SIGNED_IN_COOKIE] === '1',
      dismissedNotices: request.cookies[DISMISSED_COOKIE] ?? '',
      remembered: request.cookies[COMPANY_COOKIE],
      remember: (slug: string) => setCompanyCookie(reply, config, slug),
      report,
      call,
      viewer: viewer && { user_id: viewer.user_id, ...apiClient(app, viewer.access_token) },
    })
    return provider
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // A browser reads `//host/path` as another host, and a proxy sends absolute addresses.
    if (!/^\/(?![/\\])/.test(request.url)) return reply.redirect('/')
    const nonce = randomBytes(16).toString('base64')
    const page = await render(
      // The configured address: the Host header may hold anything.
      new Request(config.publicUrl + request.url, { headers: { accept: 'text/html' } }),
      await contextOf(request, reply, nonce),
    )
    for (const [name, value] of page.headers) reply.header(name, value)
    reply.header('content-security-policy', contentSecurityPolicy(nonce, config.production))
    reply.header('cache-control', 'no-store')
    if (page.status === 503) reply.header('retry-after', 5)
    return reply.code(page.status).send(await page.text())
  })
}
