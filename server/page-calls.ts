import type { FastifyInstance } from 'fastify'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'

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
