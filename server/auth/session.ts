import type { FastifyReply, FastifyRequest } from 'fastify'
import { drawn_path } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { forbidden, unauthorised } from '../errors.ts'
import { endSession, insertSession, lockSession, updateSession } from './queries.ts'
import {
  csrfToken,
  equalInConstantTime,
  hashToken,
  makeRefreshToken,
  newSessionId,
  readerToken,
  readRefreshToken,
  signAccess,
} from './tokens.ts'

const refreshCookie = 'bweni_refresh'
/** Tells the page renderer, and only it, that a session may exist; worth nothing to a thief. */
export const hintCookie = 'bweni_signed_in'
/**
 * Lets a page be drawn with what its reader may see (server/reader.ts): sent to the pages under this
 * path only, never to the API, and good for nothing but reading them.
 */
export const readerCookie = 'bweni_reader'
const ninetyDays = 90 * 86_400

function setCookies(
  context: Context,
  reply: FastifyReply,
  session: { company_id: number; session_id: string; token: string } | null,
) {
  const flags = {
    httpOnly: true,
    sameSite: 'lax',
    secure: context.config.secureCookies,
    maxAge: session ? ninetyDays : 0,
  } as const
  const reader = session && readerToken(context.jwtSecret, session.company_id, session.session_id)
  reply.setCookie(refreshCookie, session?.token ?? '', { ...flags, path: '/api/auth' })
  reply.setCookie(hintCookie, session ? '1' : '', { ...flags, path: '/' })
  reply.setCookie(readerCookie, reader ?? '', { ...flags, path: drawn_path })
}

/** Starts a session and returns its first access token; null when the password has just been changed. */
export async function startSession(
  context: Context,
  reply: FastifyReply,
  user: { company_id: number; id: number; password_hash: string },
): Promise<string | null> {
  const session_id = newSessionId()
  const token = makeRefreshToken(user.company_id, session_id)
  const now = context.now()
  const started = await insertSession(context.db, {
    company_id: user.company_id,
    id: session_id,
    user_id: user.id,
    password_hash: user.password_hash,
    token_hash: hashToken(token),
    now,
  })
  if (!started) return null
  setCookies(context, reply, { company_id: user.company_id, session_id, token })
  reply.header('x-csrftoken', csrfToken(context.jwtSecret, session_id))
  return signAccess(
    context.jwtSecret,
    { company_id: user.company_id, user_id: user.id, session_id },
    now,
  )
}

const sessionOver = () => unauthorised('session_over', 'Please sign in again.')

/**
 * Rotates the refresh token of the cookie and returns a new access token. Good are a token that has
 * not been used, and the one used last while none of its successors has been (a lost reply, two
 * tabs). Any other is a copy in wrong hands: the whole session ends (design 5, "Sign-in").
 */
export async function refreshSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const token = readRefreshToken(request.cookies[refreshCookie])
  if (!token) throw sessionOver()
  const { company_id, session_id } = token
  requireCsrfOrOwnOrigin(context, request, session_id)
  const now = context.now()
  const rotated = await context.db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, company_id, session_id, now)
    if (!session) return null
    return rotate(tx, { company_id, session_id, ...session }, token.hash, now)
  })
  if (!rotated) {
    context.sockets.dropSession(session_id)
    setCookies(context, reply, null)
    throw sessionOver()
  }
  setCookies(context, reply, { company_id, session_id, token: rotated.token })
  reply.header('x-csrftoken', csrfToken(context.jwtSecret, session_id))
  return signAccess(context.jwtSecret, { company_id, user_id: rotated.user_id, session_id }, now)
}

/** How many unused successors one used token may have: as many tabs may refresh at once. */
const most_successors = 8

async function rotate(
  tx: Db,
  session: {
    company_id: number
    session_id: string
    user_id: number
    used_hash: Buffer | null
    next_hashes: Buffer[]
  },
  presented: Buffer,
  now: Date,
) {
  const { company_id, session_id, user_id } = session
  const same = (hash: Buffer) => Buffer.from(hash).equals(presented)
  const fresh = session.next_hashes.some(same)
  const usedLast = session.used_hash !== null && same(session.used_hash)
  if (!fresh && !usedLast) {
    await endSession(tx, company_id, session_id, now)
    return null
  }
  const token = makeRefreshToken(company_id, session_id)
  const siblings = fresh ? [] : session.next_hashes.slice(1 - most_successors)
  await updateSession(tx, company_id, session_id, {
    used_hash: presented,
    next_hashes: [...siblings, hashToken(token)],
    used_at: now,
  })
  return { token, user_id }
}

/** Ends the session of the cookie, if there is one, here and on its open sockets. */
export async function stopSession(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const token = readRefreshToken(request.cookies[refreshCookie])
  if (token) {
    requireCsrfOrOwnOrigin(context, request, token.session_id)
    const now = context.now()
    const ended = await context.db.transaction().execute(async (tx) => {
      const session = await lockSession(tx, token.company_id, token.session_id, now)
      // Whichever of its tokens this is: an old one in a cookie means that somebody else has newer.
      if (session) await endSession(tx, token.company_id, token.session_id, now)
      return session
    })
    if (ended) context.sockets.dropSession(token.session_id)
  }
  setCookies(context, reply, null)
}

/** Calls that a cookie alone would authorise must come from our own pages. */
function requireCsrfOrOwnOrigin(context: Context, request: FastifyRequest, session_id: string) {
  const csrf = request.headers['x-csrftoken']
  if (
    typeof csrf === 'string' &&
    equalInConstantTime(csrf, csrfToken(context.jwtSecret, session_id))
  )
    return
  const origin = request.headers.origin
  const own = [context.config.publicUrl, `${request.protocol}://${request.host}`].map((address) =>
    originOf(address, context.config.production),
  )
  if (origin && own.includes(originOf(origin, context.config.production))) return
  throw forbidden('This request did not come from our own pages.', 'cross_site')
}

/** Outside production `localhost` and `127.0.0.1` are one place. */
function originOf(address: string, production: boolean): string {
  const origin = URL.canParse(address) ? new URL(address).origin : address
  return production ? origin : origin.replace('//127.0.0.1', '//localhost')
}
