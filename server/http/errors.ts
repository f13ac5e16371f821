import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { ErrorBody } from '#contract/error.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { QueueFull } from '../queue.ts'

/** An error that the caller sees as it is. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly body: ErrorBody
  /** Seconds, for Retry-After. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

export const unauthorised = (code: string, message = 'Please log in.') =>
  new HttpError(401, { message, code })
export const forbidden = (message: string, code = 'forbidden') =>
  new HttpError(403, { message, code })
export const notFound = (message: string, code = 'not_found') =>
  new HttpError(404, { message, code })
export const conflict = (
  message: string,
  code: string,
  more: Pick<ErrorBody, 'checkout_request_id' | 'fields' | 'effect'> = {},
) => new HttpError(409, { message, code, ...more })
export const invalid = (field: string, message: string) => invalidFields({ [field]: message })
/** The first sentence becomes the message. */
export const invalidFields = (fields: Record<string, string>) =>
  new HttpError(400, { message: Object.values(fields)[0] ?? '', code: 'invalid', fields })
export const tooMany = (message: string, retryAfter: number) =>
  new HttpError(429, { message, code: 'too_many_tries' }, retryAfter)
export const unavailable = (
  message: string,
  code = 'unavailable',
  retryAfter = 5,
  more: Pick<ErrorBody, 'questions' | 'language' | 'common'> = {},
) => new HttpError(503, { message, code, ...more }, retryAfter)

/** @throws {HttpError} 409 when what somebody changes is no longer as they loaded it */
export function requireUnchanged(now: unknown, was: unknown) {
  if (!isDeepStrictEqual(now, was)) throw conflict(CHANGED_MEANWHILE, 'changed_meanwhile')
}

/** The error for a form that was sent before with other contents. */
export const submissionUsed = () =>
  conflict(
    'This form was already sent with something else in it. Reload the page and fill it in again.',
    'submission_used',
  )

/** Nothing works without a company; docs/going-live.md says how to create one. */
export const noCompany = () =>
  unavailable('No residence has been set up here yet.', 'no_company', 60)

const UNREADABLE = 'This cannot be read.'

/** The message from the contract's schema. Zod's own messages are not meant for users. */
const sentenceOf = ({ message }: z.core.$ZodIssue) =>
  message.startsWith('Invalid input') ? UNREADABLE : message

/** 400 with a message for each invalid field; the first one is the message of the whole. */
export function invalidInput(error: z.core.$ZodError): HttpError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= sentenceOf(issue)
  const message = Object.values(fields)[0] ?? UNREADABLE
  return new HttpError(400, { message, code: 'invalid', fields })
}

/** Where a parsed value contains a NUL, which PostgreSQL can store in no text. */
function findNul(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? path || 'body' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findNul(inner, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}

/** Deepest nesting of inputs: deeper than anything we use, and still harmless to recursive functions. */
const MOST_LEVELS = 50
/** Deepest nesting of M-Pesa's reports, which are stored as they come; deeper ones couldn't be written again. */
const MOST_LEVELS_OF_REPORTS = 1000

/** Goes through the input level by level, since a recursive function would run out of stack. */
function isTooDeep(input: unknown, most: number): boolean {
  let level = [input]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}

/**
 * Reads what a caller sent. A schema that throws, which is a fault of ours, also refuses the input. Where a schema
 * accepts anything (M-Pesa's reports), a NUL is allowed, since the input is stored as it came.
 */
export function parseInput(
  schema: z.ZodMiniType,
  input: unknown,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
) {
  try {
    const takesAnything = schema._zod.def.type === 'unknown'
    if (isTooDeep(input, takesAnything ? MOST_LEVELS_OF_REPORTS : MOST_LEVELS)) {
      log.warn('what was sent is nested too deeply')
      return { error: invalid('body', UNREADABLE) }
    }
    const parsed = schema.safeParse(input)
    if (!parsed.success) return { error: invalidInput(parsed.error) }
    const nul = takesAnything ? null : findNul(parsed.data, '')
    if (nul !== null) return { error: invalid(nul, 'Please leave out invisible characters.') }
    return { value: parsed.data }
  } catch (err) {
    log.error({ err }, 'schema failed')
    return { error: invalid('body', UNREADABLE) }
  }
}

const databaseDownCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P|57014|53300|55000)/

/** Whether the database is unreachable or overloaded, as opposed to a wrong query. */
function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code
  if (code && databaseDownCodes.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout/.test(
    error.message,
  )
}

/** SQLSTATE of values that no column accepts: a NUL, half a character, a number out of range. */
const unstorable = new Set(['22021', '22P05', '22P02', '22003'])
const isUnstorable = (error: Error) => unstorable.has((error as NodeJS.ErrnoException).code ?? '')

/** Messages for requests that Fastify itself refuses, by status. */
const refusedByFramework: Record<number, [code: string, message: string]> = {
  400: ['malformed', 'The request could not be read.'],
  413: ['too_large', 'This is too large. At most 1 MB is taken here.'],
  415: ['unsupported_media_type', 'Please send JSON.'],
}

interface Answer {
  status: number
  body: ErrorBody
  /** Seconds, for Retry-After. */
  retryAfter?: number | undefined
}

/** What a caller is told about an error. A 500 hides its cause and has a request id; faults are logged. */
export function answerTo(error: FastifyError | Error, request: FastifyRequest): Answer {
  if (error instanceof HttpError) {
    const { status, body, retryAfter } = error
    return { status, body, retryAfter: retryAfter && Math.ceil(retryAfter) }
  }
  if (error instanceof QueueFull || isDatabaseDown(error)) {
    request.log.warn({ err: error }, 'database away')
    const message = 'The residence system is busy for a moment. Please try again.'
    return { status: 503, body: { message, code: 'database_away' }, retryAfter: 5 }
  }
  if (isUnstorable(error)) {
    request.log.warn({ err: error }, 'unstorable value')
    return { status: 400, body: { message: 'This cannot be stored.', code: 'invalid' } }
  }
  const status = ('statusCode' in error ? error.statusCode : undefined) ?? 500
  if (status < 500) {
    const [code, message] = refusedByFramework[status] ?? ['refused', error.message]
    return { status, body: { message, code } }
  }
  if (status === 503) {
    const message = 'The server is restarting. Please try again.'
    return { status, body: { message, code: 'restarting' }, retryAfter: 5 }
  }
  request.log.error({ err: error }, 'failed')
  const message = 'Something went wrong on our side. Please try again.'
  return { status: 500, body: { message, code: 'internal', request_id: request.id } }
}

/** Turns every error into the contract's error body. */
export function installErrors(app: FastifyInstance) {
  app.setNotFoundHandler((_, reply) => {
    reply.code(404).send({ message: 'There is nothing at this address.', code: 'not_found' })
  })

  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const { status, body, retryAfter } = answerTo(error, request)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.code(status).send(body)
  })
}
