import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findMember } from './queries.ts'
import { readAccess } from './tokens.ts'

/** The signed-in person, as the session query finds them. */
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** The person of a bearer token whose session still lives, else null. */
export async function memberOfToken(context: Context, token: string) {
  const now = context.now()
  const claims = await readAccess(context.jwtSecret, token, now)
  if (!claims) return null
  const member = await findMember(context.db, claims.company_id, claims.session_id, now)
  return member ? { member, expires_at: claims.expires_at } : null
}

export async function memberOf(context: Context, request: FastifyRequest): Promise<Member | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  if (!bearer?.[1]) return null
  return (await memberOfToken(context, bearer[1]))?.member ?? null
}
