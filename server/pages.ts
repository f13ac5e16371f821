import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type * as router from 'react-router'
import { put_away_cookie } from '#contract/auth.ts'
import { hintCookie } from './auth/session.ts'
import { companyCookie, rememberCompany } from './company/remembered.ts'
import type { Context } from './context.ts'
import { pageCalls } from './page-calls.ts'
import { readerOf } from './reader.ts'

const build = fileURLToPath(new URL('../.build/web/', import.meta.url))

function contentSecurityPolicy(nonce: string, production: boolean) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Style attributes are how React draws a blind half down; no script can hide in them.
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

/** What web/entry.server.tsx exports: the router that the pages were built with, and their context key. */
interface BuiltPages {
  createRequestHandler: typeof router.createRequestHandler
  RouterContextProvider: typeof router.RouterContextProvider
  pageContext: router.RouterContext<unknown>
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
  const { call } = pageCalls(app)

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

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // `//host/path` is another host's address to a browser; an absolute one is a proxy's business.
    if (!/^\/(?![/\\])/.test(request.url)) return reply.redirect('/')
    const report = (error: unknown) => {
      request.log.error({ err: error }, 'page failed')
      return null
    }
    const nonce = randomBytes(16).toString('base64')
    const ofPage = new RouterContextProvider()
    ofPage.set(pageContext, {
      nonce,
      signedIn: request.cookies[hintCookie] === '1',
      putAway: request.cookies[put_away_cookie] ?? '',
      remembered: request.cookies[companyCookie],
      remember: (slug: string) => rememberCompany(reply, config, slug),
      report,
      call,
      reader: await readerOf(app, context, request).catch(report),
    })
    // Not from the Host header, which may be anything.
    const page = await render(
      new Request(config.publicUrl + request.url, { headers: { accept: 'text/html' } }),
      ofPage,
    )
    for (const [name, value] of page.headers) reply.header(name, value)
    reply.header('content-security-policy', contentSecurityPolicy(nonce, config.production))
    reply.header('cache-control', 'no-store')
    if (page.status === 503) reply.header('retry-after', 5)
    return reply.code(page.status).send(await page.text())
  })
}
