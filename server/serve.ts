import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint, Reply, ServedInput } from '#contract/endpoint.ts'
import { errorBody } from '#contract/error.ts'
import { type AuthUser, authenticateRequest } from './auth/access.ts'
import type { Context } from './context.ts'
import { forbidden, HttpError, unauthorised } from './errors.ts'
import { type Form, receiveForm, type Upload, uploadFolder } from './uploads/receive-form.ts'

/** What a handler gets: the parsed input, and who asks (never null unless anyone may). */
export type Served<E extends Endpoint> = ServedInput<E, Upload> & {
  user: E['who'] extends 'anyone' ? null : AuthUser
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint> = (served: Served<E>) => Reply<E>

/** Registers endpoints of the contract; the one place where access, parsing and replying happen. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  /** Runs before the body is read; refuses by throwing. */
  preCheck?: (request: FastifyRequest) => Promise<unknown>,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    user: AuthUser | null
    /** What came as a form, until it has been answered. */
    form: Form | null
  }
  interface FastifyContextConfig {
    /** Of an endpoint that takes a form. */
    files?: readonly string[]
    /** Of the successful reply. */
    status?: 200 | 201 | 204
  }
}

const ndjson = 'application/x-ndjson'
const onlyJson = { message: 'Please send JSON.', code: 'unsupported_media_type' }

/** `app` must validate and serialise with zod (see app.ts). */
export function serving(app: FastifyInstance, context: Context, tag: string): Serve {
  const folder = uploadFolder(context.config)
  return (endpoint, handler, preCheck) => {
    const { files } = endpoint
    const status = endpoint.status ?? 200
    const lines = endpoint.lines && { content: { [ndjson]: { schema: endpoint.lines } } }
    const told = endpoint.reply ?? lines
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { status, ...(files && { files }) },
      schema: {
        summary: endpoint.summary,
        tags: [tag],
        ...(files && { consumes: ['multipart/form-data', 'application/json'] }),
        hide: endpoint.hidden ?? false,
        ...(endpoint.who !== 'anyone' && { security: [{ bearer: [] }] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { ...(told && { [status]: told }), '4xx': errorBody },
      },
      // Before the body is read: who may not enter learns nothing about what is valid here.
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (endpoint.who !== 'anyone') {
          request.user = await authenticateRequest(context, request)
          if (!request.user) throw unauthorised('not_signed_in')
          if (endpoint.who === 'staff' && !request.user.is_staff) {
            throw forbidden('Only staff may do this.', 'staff_only')
          }
        }
        await preCheck?.(request)
      },
      preValidation: async (request) => {
        if (request.isMultipart()) {
          if (!files) throw new HttpError(415, onlyJson)
          request.form = await receiveForm(request, files, folder)
          request.body = request.form.fields
        }
        if (endpoint.body) request.body ??= {}
      },
      onError: async (request) => request.form?.discard(),
      handler: async (request, reply) => {
        const served = {
          params: request.params,
          query: request.query,
          body: request.body,
          files: files && (request.form?.uploads ?? {}),
          user: request.user,
          request,
          reply,
        } as Served<typeof endpoint>
        const answer = await handler(served)
        await request.form?.discard()
        if (endpoint.file) reply.type(endpoint.file)
        if (endpoint.lines) {
          // A proxy like nginx would else hold the lines back until the last one is there.
          reply.type(ndjson).header('x-accel-buffering', 'no')
          const values = answer as AsyncIterable<unknown>
          return reply.code(status).send(lineByLine(endpoint.lines, values))
        }
        return reply.code(status).send(answer)
      },
    })
  }
}

/** A value a line, checked and sent as it comes; whoever stops listening stops whoever makes them. */
const lineByLine = (line: z.ZodMiniType, values: AsyncIterable<unknown>) =>
  Readable.from(
    (async function* () {
      for await (const value of values) yield `${JSON.stringify(line.parse(value))}\n`
    })(),
  )
