import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as router from 'react-router'
import { DISMISSED_COOKIE, LOGIN_FLAG_COOKIE, type RefusedLogin } from '#contract/auth.ts'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'
import { authenticateViewer, viewerOf } from '../auth/access.ts'
import { SIGNED_IN_COOKIE, VIEWER_COOKIE } from '../auth/session.ts'
import { COMPANY_COOKIE, setCompanyCookie } from '../company/cookie.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { createQueue, QueueFull } from '../queue.ts'
import { installLoginForm } from './login-form.ts'
import { addressKey, userKey } from './throttle.ts'

const build = fileURLToPath(new URL('../../.build/web', import.meta.url))

/** Base64url, because HTML or JSON might escape characters of base64. */
const createNonce = () => randomBytes(16).toString('base64url')

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
interface PagesEntry {
  createRequestHandler: typeof router.createRequestHandler
  RouterContextProvider: typeof router.RouterContextProvider
  pageContext: router.RouterContext<unknown>
  PAGE_QUERY: readonly string[]
}

/** Renders a page. */
interface Renderer extends Omit<PagesEntry, 'createRequestHandler'> {
  render: router.RequestHandler
}

/** Where pages come from: the build, or in development their sources. */
export interface Pages {
  /** The content security policy of a page whose own scripts have this nonce. */
  policy(nonce: string): string
  /** Loads the renderer for the next page. */
  load(): Promise<Renderer>
}

export function entryOf(build: router.ServerBuild, mode: 'production' | 'development'): Renderer {
  const { createRequestHandler, ...entry } = build.entry.module as unknown as PagesEntry
  return { ...entry, render: createRequestHandler(build, mode) }
}

/** Calls the API in the same process, as a browser would. For the loaders of pages. */
function apiClient(app: FastifyInstance, access_token: string | null) {
  async function request(endpoint: Endpoint, input: AnyInput) {
    const { method, path } = requestOf(endpoint, input)
    const headers = access_token ? { authorization: `Bearer ${access_token}` } : {}
    const response = await app.inject({ method, url: `/api${path}`, headers })
    if (response.statusCode >= 400) {
      const type = { 'content-type': 'application/json' }
      throw new Response(response.body, { status: response.statusCode, headers: type })
    }
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

/** Pages that are rendered at once, so that calls of the API get their turn between them. */
const MAX_RENDERING = 4
/** Pages that may wait. At 15 ms each the last one takes under two seconds; nobody waits longer. */
const MAX_WAITING = 100
const BUSY_RETRY_S = 5

/**
 * Node accepts one new connection in each turn of its event loop. Without some turns before each page,
 * connections in a rush would wait for all the pages of those before them.
 */
const TURNS_BEFORE_PAGE = 20
async function acceptConnections() {
  for (let turn = 0; turn < TURNS_BEFORE_PAGE; turn++) await nextTurn()
}

/** How long a page is served again. It saves rendering in a rush, and nobody notices. */
const SHARED_PAGE_MS = 3000
const MAX_SHARED_PAGES = 50
/** Cookies by which a page that has a viewer is personal, and so not shared. */
const PERSONAL_COOKIES = [LOGIN_FLAG_COOKIE, VIEWER_COOKIE, DISMISSED_COOKIE]

/** The role that the page is drawn for. */
const roleOf = ({ cookies: { [SIGNED_IN_COOKIE]: role } }: FastifyRequest) =>
  role === 'staff' || role === 'tenant' ? role : null

/** The feed and home are rendered with their data for the user of the viewer cookie. */
function hasViewer(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0]
  return path === '/services' || (path === '/' && roleOf(request) !== null)
}

interface RenderedPage {
  status: number
  headers: [name: string, value: string][]
  html: string
  /** The nonce in `html`; every reply gets its own instead. */
  nonce: string
  /** The company of the link, which the browser remembers. */
  remember: string | null
}

interface SharedPage {
  until: number
  page: Promise<RenderedPage>
  /** The requests that wait for the page; null once it is rendered. */
  waiting: FastifyRequest[] | null
}

const isWaiting = (request: FastifyRequest) => !request.socket.destroyed

/** A page that needs neither the renderer nor the database. Browsers ignore Retry-After, so it reloads itself. */
const busyPage = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${BUSY_RETRY_S}">
<title>Very busy – Bweni</title>
<style>
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 0 auto; padding: 12vh 1.25rem; font: 1.125rem/1.5 system-ui, sans-serif;
  color: light-dark(#1d2521, #ece6d8); background: light-dark(#f5f0e4, #0e1714) }
h1 { font-size: 1.875rem; line-height: 1.2 }
a { color: inherit }
</style>
</head>
<body>
<h1>Lots of people are here right now</h1>
<p>This page will try again in a few seconds. Your payments are safe.</p>
<p><a href="">Try again now</a></p>
</body>
</html>
`

/** The pages of the last build, whose hashed files browsers keep for a year; null if there is no build. */
export async function builtPages(
  app: FastifyInstance,
  { production }: Config,
): Promise<Pages | null> {
  const entry = join(build, 'server/index.js')
  if (!existsSync(entry)) return null
  const server: router.ServerBuild = await import(pathToFileURL(entry).href)
  const renderer = entryOf(server, production ? 'production' : 'development')

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
  return {
    policy: (nonce) => contentSecurityPolicy(nonce, production),
    load: async () => renderer,
  }
}

/** Serves every page as HTML with its content in it. */
export async function installPages(app: FastifyInstance, context: Context, pages: Pages) {
  const { config } = context
  const { call } = apiClient(app, null)

  /** The context for the loaders and the renderer (web/page-context.ts). */
  async function contextOf(
    request: FastifyRequest,
    page: Pick<RenderedPage, 'nonce' | 'remember'>,
    refusedLogin: RefusedLogin | null,
    { pageContext, RouterContextProvider }: Renderer,
  ) {
    const report = (error: unknown) => {
      request.log.error({ err: error }, 'page failed')
      return null
    }
    const viewer = hasViewer(request)
      ? await authenticateViewer(context, request).catch(report)
      : null
    const provider = new RouterContextProvider()
    provider.set(pageContext, {
      nonce: page.nonce,
      signedIn: Boolean(request.cookies[SIGNED_IN_COOKIE]),
      role: roleOf(request),
      refusedLogin,
      dismissedNotices: request.cookies[DISMISSED_COOKIE] ?? '',
      remembered: request.cookies[COMPANY_COOKIE],
      remember: (slug: string) => {
        page.remember = slug
      },
      report,
      call,
      viewer: viewer && { user_id: viewer.user_id, ...apiClient(app, viewer.access_token) },
    })
    return provider
  }

  /** The address without parameters that no page reads, such as those of adverts. */
  function pageUrl(request: FastifyRequest, { PAGE_QUERY }: Renderer): string {
    const [path = '/', query = ''] = request.url.split('?', 2)
    const sent = new URLSearchParams(query)
    const read = new URLSearchParams()
    for (const name of PAGE_QUERY) {
      const value = sent.get(name)
      if (value !== null) read.set(name, value)
    }
    return read.size > 0 ? `${path}?${read}` : path
  }

  async function renderPage(
    request: FastifyRequest,
    renderer: Renderer,
    refusedLogin: RefusedLogin | null = null,
  ): Promise<RenderedPage> {
    await acceptConnections()
    const page: Pick<RenderedPage, 'nonce' | 'remember'> = {
      nonce: createNonce(),
      remember: null,
    }
    const response = await renderer.render(
      // The configured address: the Host header may hold anything.
      new Request(config.publicUrl + pageUrl(request, renderer), {
        headers: { accept: 'text/html' },
      }),
      await contextOf(request, page, refusedLogin, renderer),
    )
    const { status, headers } = response
    return { ...page, status, headers: [...headers], html: await response.text() }
  }

  const enqueue = createQueue(MAX_RENDERING, MAX_WAITING)

  /**
   * The queue's line in which a page waits: one for each signed-in user, where the cookie proves who that is; otherwise one
   * for everybody at an IP address who seems to be signed in, and one for its visitors.
   */
  function lineOf(request: FastifyRequest): string {
    const viewer = viewerOf(context, request)
    if (viewer) return `user ${userKey(viewer.company_id, viewer.user_id)}`
    return `${addressKey(request.ip)} ${Boolean(request.cookies[SIGNED_IN_COOKIE])}`
  }

  const ownPage = (request: FastifyRequest, renderer: Renderer, refused?: RefusedLogin) =>
    enqueue(() => renderPage(request, renderer, refused), {
      line: lineOf(request),
      isWanted: () => isWaiting(request),
    })

  const sharedPages = new Map<string, SharedPage>()

  /** A page that is rendered once for all requests for it at the same time or soon after. */
  function sharedPage(request: FastifyRequest, renderer: Renderer): Promise<RenderedPage> {
    const { [SIGNED_IN_COOKIE]: signedIn, [COMPANY_COOKIE]: company } = request.cookies
    const key = JSON.stringify([
      pageUrl(request, renderer),
      Boolean(signedIn),
      roleOf(request),
      company,
    ])
    const known = sharedPages.get(key)
    if (known && Date.now() < known.until) {
      known.waiting?.push(request)
      return known.page
    }
    const waiting = [request]
    const page = enqueue(() => renderPage(request, renderer), {
      line: lineOf(request),
      isWanted: () => waiting.some(isWaiting),
    })
    const shared: SharedPage = { until: Date.now() + SHARED_PAGE_MS, page, waiting }
    sharedPages.delete(key)
    sharedPages.set(key, shared)
    const [oldest] = sharedPages.keys()
    if (sharedPages.size > MAX_SHARED_PAGES && oldest) sharedPages.delete(oldest)
    const forget = () => {
      if (sharedPages.get(key) === shared) sharedPages.delete(key)
    }
    page.then(({ status }) => {
      shared.waiting = null
      if (status !== 200) forget()
    }, forget)
    return page
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // Browsers take `//host/path` for another host, and a proxy may send absolute addresses.
    if (!/^\/(?![/\\])/.test(request.url)) return reply.redirect('/')
    // A file that does not exist: files are at the top or among the assets, pages' data end in `.data`.
    const path = request.url.split('?')[0] ?? ''
    if (/^\/(?:assets\/.*|[^/]*)\.(?!data$)[a-z][a-z0-9]{1,11}$/i.test(path)) {
      return reply.code(404).type('text/plain').send('Not found')
    }
    const isPersonal =
      hasViewer(request) && PERSONAL_COOKIES.some((name) => request.cookies[name] !== undefined)
    return send(reply, (renderer) => (isPersonal ? ownPage : sharedPage)(request, renderer))
  })

  async function send(
    reply: FastifyReply,
    render: (renderer: Renderer) => Promise<RenderedPage>,
    refusedWith?: number,
  ) {
    const nonce = createNonce()
    reply.header('content-security-policy', pages.policy(nonce))
    reply.header('cache-control', 'no-store')
    try {
      const page = await render(await pages.load())
      for (const [name, value] of page.headers) reply.header(name, value)
      if (page.remember) setCompanyCookie(reply, config, page.remember)
      if (page.status === 503) reply.header('retry-after', BUSY_RETRY_S)
      const status = page.status === 200 ? (refusedWith ?? 200) : page.status
      return reply.code(status).send(page.html.replaceAll(page.nonce, nonce))
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      reply.type('text/html; charset=utf-8').header('retry-after', BUSY_RETRY_S)
      return reply.code(503).send(busyPage)
    }
  }

  await installLoginForm(app, context, (request, reply, status, refused) =>
    send(reply, (renderer) => ownPage(request, renderer, refused), status),
  )
}
