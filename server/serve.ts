import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Reply, ServedInput } from '#contract/endpoint.ts'
import { errorBody } from '#contract/error.ts'
import { type Member, memberOf } from './auth/access.ts'
import type { Context } from './context.ts'
import { forbidden, unauthorised } from './errors.ts'

/** What a handler gets: the parsed input, and who asks (never null unless anyone may). */
export type Served<E extends Endpoint> = ServedInput<E> & {
  member: E['who'] extends 'anyone' ? null : Member
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint> = (served: Served<E>) => Reply<E>

/** Registers endpoints of the contract; the one place where access, parsing and replying happen. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

declare module 'fastify' {
  interface FastifyRequest {
    member: Member | null
  }
}

/** `app` must validate and serialise with zod (see app.ts). */
export function serving(app: FastifyInstance, context: Context, tag: string): Serve {
  return (endpoint, handler) => {
    const status = endpoint.status ?? 200
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        tags: [tag],
        hide: endpoint.hidden ?? false,
        ...(endpoint.who !== 'anyone' && { security: [{ bearer: [] }] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { ...(endpoint.reply && { [status]: endpoint.reply }), '4xx': errorBody },
      },
      // Before the body is read: who may not enter learns nothing about what is valid here.
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (endpoint.who === 'anyone') return
        request.member = await memberOf(context, request)
        if (!request.member) throw unauthorised('not_signed_in')
        if (endpoint.who === 'staff' && !request.member.is_staff) {
          throw forbidden('Only staff may do this.', 'staff_only')
        }
      },
      preValidation: async (request) => {
        if (endpoint.body) request.body ??= {}
      },
      handler: async (request, reply) => {
        const served = {
          params: request.params,
          query: request.query,
          body: request.body,
          member: request.member,
          request,
          reply,
        } as Served<typeof endpoint>
        const answer = await handler(served)
        if (endpoint.file) reply.type(endpoint.file)
        return reply.code(status).send(answer)
      },
    })
  }
}
