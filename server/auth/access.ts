import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findSessionUser } from './queries.ts'
import { readAccess } from './tokens.ts'

/** The signed-in person, as the session query finds them. */
export type AuthUser = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>

/** The person of a bearer token whose session still lives, else null. */
export async function authenticateToken(context: Context, token: string) {
  const now = context.now()
  const claims = await readAccess(context.jwtSecret, token, now)
  if (!claims) return null
  const user = await findSessionUser(context.db, claims.company_id, claims.session_id, now)
  return user ? { user, expires_at: claims.expires_at } : null
}

export async function authenticateRequest(
  context: Context,
  request: FastifyRequest,
): Promise<AuthUser | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  if (!bearer?.[1]) return null
  return (await authenticateToken(context, bearer[1]))?.user ?? null
}
