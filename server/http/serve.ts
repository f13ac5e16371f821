import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { type Endpoint, permissionFor, type Reply, type ServedInput } from '#contract/endpoint.ts'
import { errorBody } from '#contract/error.ts'
import { MAX_ROOM_NUMBER_LENGTH } from '#rules/room-pattern.ts'
import { mayDo, type Permission } from '#rules/staff-roles.ts'
import {
  type AuthUser,
  authenticateRequest,
  authenticateSelecting,
  requireSessionUser,
} from '../auth/access.ts'
import type { Selected, Selection } from '../auth/session-queries.ts'
import type { Context } from '../context.ts'
import type { Key } from '../db/keys.ts'
import { logStaffAction } from '../staff-log.ts'
import { type Form, receiveForm, type Upload, uploadFolder } from '../uploads/receive-form.ts'
import { forbidden, HttpError, unauthorised } from './errors.ts'
import {
  createSharedReplies,
  type SharedReplies,
  selectCommunityVersion,
} from './shared-replies.ts'
import { isAllowed, type Release, userKey } from './throttle.ts'

/** A handler's parameter: the parsed input and the signed-in user (null only where anyone may call). */
export type HandlerInput<E extends Endpoint> = ServedInput<E, Upload> & {
  user: E['who'] extends 'anyone' ? null : AuthUser
  request: FastifyRequest
  reply: FastifyReply
}

/** Runs before the body is read; refuses by throwing. The function that it returns is called if the call fails later. */
type PreCheck = (request: FastifyRequest) => Promise<Release | null>

type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Reply<E>

/** Registers an endpoint of the contract; the one place where access, parsing and replying happen. */
export interface Serve {
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, preCheck?: PreCheck): void
  /** For frequent calls: the handler's data is selected in the same statement that finds the session. */
  selecting<E extends Endpoint & { who: 'user' }, S extends Selection, Values extends object>(
    endpoint: E,
    /** Called once, with the names of the user's and the other values. */
    select: (values: Key & Values) => S,
    values: () => Values,
    handler: (input: HandlerInput<E> & { found: Selected<S> }) => Reply<E>,
  ): void
  /** For posts and comments that look the same to all users of a company: replies are kept until something changes. */
  shared<E extends Endpoint & { who: 'user' }>(
    endpoint: E,
    /** Whether nothing in a reply is for its user alone. */
    isShared: (reply: Awaited<Reply<E>>) => boolean,
    handler: (input: HandlerInput<E>) => Promise<Awaited<Reply<E>>>,
  ): void
}

declare module 'fastify' {
  interface FastifyRequest {
    user: AuthUser | null
    /** When the call came and its access was checked, in milliseconds. */
    checkedAt: number
    /** The data that `serve.selecting` has read. */
    found: unknown
    /** The received form; discarded after the reply. */
    form: Form | null
    /** Called if the call fails; returned by the check before the body. */
    failed: Release | null
  }
  interface FastifyContextConfig {
    /** Names of files that the endpoint's form may contain. */
    files?: readonly string[]
    /** Status of a successful reply. */
    status?: 200 | 201 | 204
  }
}

interface RegisterOptions {
  /** Finds the user in another way. */
  find?: (
    request: FastifyRequest,
  ) => Promise<Partial<Pick<FastifyRequest, 'user' | 'found'>> | undefined>
}

const NDJSON = 'application/x-ndjson'
const jsonOnly = { message: 'Please send JSON.', code: 'unsupported_media_type' }

/** `app` must validate and serialise with zod (see app.ts). */
export function createServe(
  app: FastifyInstance,
  context: Context,
  tag: string,
  replyShared: SharedReplies = createSharedReplies(),
): Serve {
  const folder = uploadFolder(context.config)
  function register(
    endpoint: Endpoint,
    handler: (input: never) => unknown,
    preCheck?: PreCheck,
    { find }: RegisterOptions = {},
  ) {
    const { files } = endpoint
    const status = endpoint.status ?? 200
    const permission = permissionFor(endpoint)
    const lines = endpoint.lines && { content: { [NDJSON]: { schema: endpoint.lines } } }
    const replySchema = endpoint.reply ?? lines
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
        response: { ...(replySchema && { [status]: replySchema }), '4xx': errorBody },
      },
      // Before the body is read, so that an unauthorised caller learns nothing about its validation.
      onRequest: async (request, reply) => {
        request.checkedAt = context.now().getTime()
        reply.header('cache-control', 'no-store')
        if (endpoint.who !== 'anyone') {
          if (find) Object.assign(request, await find(request))
          else request.user = await authenticateRequest(context, request)
          if (!request.user) throw unauthorised('not_signed_in')
          if (permission) await requirePermission(context, request, permission, endpoint.tries)
        }
        if (preCheck) request.failed = await preCheck(request)
      },
      ...(endpoint.method !== 'GET' && {
        preValidation: async (request) => {
          if (request.isMultipart()) {
            if (!files) throw new HttpError(415, jsonOnly)
            request.form = await receiveForm(request, files, folder)
            request.body = request.form.fields
          }
          // A user who was removed, demoted or logged out while the body was sent can't finish the call.
          if (request.user && isLongAgo(context, request)) {
            request.user = await requireSessionUser(context, sessionOf(context, request.user))
            if (permission) await requirePermission(context, request, permission, endpoint.tries)
          }
          if (endpoint.body) request.body ??= {}
        },
      }),
      onError: async (request) => {
        await request.form?.discard()
        // The caller learns why the call failed, but not that this step failed too.
        await request
          .failed?.()
          .catch((err: unknown) => request.log.warn({ err }, 'not given back'))
      },
      handler: async (request, reply) => {
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          files: files && (request.form?.uploads ?? {}),
          user: request.user,
          found: request.found,
          request,
          reply,
        }
        const result = await handler(input as never)
        if (request.form) await request.form.discard()
        if (endpoint.file) {
          reply.type(endpoint.file)
          if (isIterable(result)) return reply.code(status).send(Readable.from(result))
        }
        if (endpoint.lines) {
          // Without this header nginx would buffer the lines until the last one.
          reply.type(NDJSON).header('x-accel-buffering', 'no')
          const values = result as AsyncIterable<unknown>
          return reply.code(status).send(streamLines(endpoint.lines, values))
        }
        if (reply.sent) return reply
        // Returned, because after `reply.send` Fastify would wait until the reply has left, which costs more than sending it.
        reply.code(status)
        return result
      },
    })
  }
  const selecting: Serve['selecting'] = (endpoint, select, values, handler) => {
    const authenticate = authenticateSelecting(select)
    register(endpoint, handler, undefined, {
      find: (request) => authenticate(context, request, values()),
    })
  }
  return Object.assign(register, {
    selecting,
    shared: (endpoint, isShared, handler) =>
      selecting(
        endpoint,
        selectCommunityVersion,
        () => ({}),
        (input) =>
          replyShared(input, input.found, () => handler(input), isShared) as Reply<typeof endpoint>,
      ),
  } satisfies Pick<Serve, 'selecting' | 'shared'>)
}

/** After a body that takes longer than this, the sender's access is checked again. */
const BODY_MS = 1000

/** Compares in both directions, since a machine's clock may be set back. */
const isLongAgo = ({ now }: Context, { checkedAt }: FastifyRequest) =>
  Math.abs(now().getTime() - checkedAt) > BODY_MS

/** Identifies the user by the session, because the token may expire while a picture is being uploaded. */
const sessionOf = ({ now }: Context, { company_id, session_id }: AuthUser) => ({
  company_id,
  session_id,
  now: now(),
})

/** The log keeps this many characters of an address. */
const MAX_CALL = 200

/**
 * Refuses a call that the user's role doesn't allow, and logs it in the staff log. Of each endpoint and hour only the first calls
 * are logged, and then that there were more, so that no script can fill a table from which nothing can be deleted.
 * @throws {HttpError} 403
 */
export async function requirePermission(
  { db, throttles }: Context,
  {
    user,
    method,
    routeOptions: { url: route = '' },
    params,
  }: Pick<FastifyRequest, 'user' | 'method' | 'routeOptions' | 'params'>,
  permission: Permission,
  /** What the call tries, in words that follow “tried to”. */
  tries: string | undefined,
) {
  if (!user?.staff_role) throw forbidden('Only staff may do this.', 'staff_only')
  if (mayDo(user.staff_role, permission)) return
  const call = `${userKey(user.company_id, user.id)}:${method} ${route}`
  const log = (after: object) =>
    logStaffAction(db, user, {
      ...{ act: 'refused', subject: 'user', subject_id: user.id },
      ...{ before: null, after },
    })
  if (await isAllowed(throttles.refused, call)) {
    const named = Object.entries((params ?? {}) as Record<string, string>)
    const path = named.reduce((path, [name, value]) => path.replace(`:${name}`, () => value), route)
    const { id, number: room } = Object.fromEntries(named)
    const idIn = (part: string) =>
      route.includes(part) && /^\d{1,9}$/.test(id ?? '') ? Number(id) : undefined
    await log({
      tries,
      call: `${method} ${path.slice(0, MAX_CALL)}`,
      role: user.staff_role,
      tenant: idIn('/tenants/:id/'),
      staff: idIn('/settings/staff/:id/'),
      room: route.includes('/rooms/:number/') ? room?.slice(0, MAX_ROOM_NUMBER_LENGTH) : undefined,
    })
  } else if (await isAllowed(throttles.refusedMore, call)) {
    await log({ more: true, tries, role: user.staff_role })
  }
  throw forbidden(
    `As a ${user.staff_role} you may not do this. Ask an owner of the residence.`,
    'not_permitted',
  )
}

const isIterable = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Streams one validated JSON value per line; when the client disconnects, the generator is stopped. */
const streamLines = (line: z.ZodMiniType, values: AsyncIterable<unknown>) =>
  Readable.from(
    (async function* () {
      for await (const value of values) yield `${JSON.stringify(line.parse(value))}\n`
    })(),
  )
