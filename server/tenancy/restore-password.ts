import type { AuthUser } from '../auth/access.ts'
import { resetLoginAttempts } from '../auth/login-attempts.ts'
import { hashPassword } from '../auth/password.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { endUserSessions } from '../auth/session-queries.ts'
import { loginsOf, updateUserRow } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { logAct } from '../staff-log.ts'
import { findDetails, findTenant } from './tenant-queries.ts'

/**
 * Puts a tenant's forgotten password back to their ID number; whoever is signed in as them is put out.
 * @throws {HttpError} 404, and 409 for somebody whose ID number was never written down
 */
export async function restore(context: Context, staff: AuthUser, user_id: number): Promise<void> {
  const { db, sockets, now } = context
  const { company_id } = staff
  const tenant = await findTenant(db, company_id, user_id)
  if (!tenant) throw notFound('There is no such tenant.', 'tenant_not_found')
  const details = await findDetails(db, company_id, user_id)
  if (!details) {
    throw conflict(
      'We have no ID number of theirs, so there is no password to go back to.',
      'no_id',
    )
  }
  const password_hash = await hashPassword(details.id_number)
  const ended = await db.transaction().execute(async (tx) => {
    await updateUserRow(tx, company_id, user_id, { password_hash, must_change_password: true })
    // A link that somebody asked for before opens nothing any more.
    await deleteResets(tx, company_id, user_id)
    await logAct(tx, staff, {
      act: 'password.restore',
      subject: 'user',
      subject_id: user_id,
      before: { must_change_password: tenant.must_change_password },
      after: { must_change_password: true },
    })
    return endUserSessions(tx, company_id, user_id, now())
  })
  for (const session_id of ended) sockets.dropSession(session_id)
  // Too many wrong ones are what brings people to the office.
  await resetLoginAttempts(context, loginsOf(tenant))
}
