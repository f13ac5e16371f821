import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'
import { findMember } from './auth/queries.ts'
import { readerCookie } from './auth/session.ts'
import { readReader, signAccess } from './auth/tokens.ts'
import type { Context } from './context.ts'

/** A page asks the API in the same process, over its front door; `access`: in somebody's name. */
export function pageCalls(app: FastifyInstance, access: string | null = null) {
  async function ask(endpoint: Endpoint, input: AnyInput) {
    const { method, path } = requestOf(endpoint, input)
    const headers = access ? { authorization: `Bearer ${access}` } : {}
    const response = await app.inject({ method, url: `/api${path}`, headers })
    if (response.statusCode >= 400)
      throw new Response(response.body, { status: response.statusCode })
    return response
  }
  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Received<E>> {
      const response = await ask(endpoint, input)
      return endpoint.reply?.parse(response.json()) as Received<E>
    },
    async callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>> {
      const response = await ask(endpoint, input)
      const rows = endpoint.reply?.parse(response.json()) as Received<E>
      return { rows, before: nextBefore(response.headers.link?.toString()) }
    },
  }
}

/**
 * Who a page is drawn for: the person of the reader's cookie while their session lives. The access
 * token that speaks for them never leaves the server.
 */
export async function readerOf(app: FastifyInstance, context: Context, request: FastifyRequest) {
  const cookie = request.cookies[readerCookie]
  const named = cookie ? readReader(context.jwtSecret, cookie) : null
  if (!named) return null
  const now = context.now()
  const { company_id, session_id } = named
  const member = await findMember(context.db, company_id, session_id, now)
  if (!member) return null
  const claims = { company_id, session_id, user_id: member.id }
  const access = await signAccess(context.jwtSecret, claims, now)
  return { person_id: member.id, ...pageCalls(app, access) }
}
