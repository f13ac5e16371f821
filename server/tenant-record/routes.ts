import * as record from '#contract/tenant-record.ts'
import { getTenant } from '#contract/tenants.ts'
import type { AuthUser } from '../auth/access.ts'
import { resetLoginAttempts } from '../auth/login-attempts.ts'
import { hashFirstPassword } from '../auth/password.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { endUserSessions } from '../auth/session-queries.ts'
import { findIdNumber, lockUser, loginsOf, updateUserRow } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import { conflict } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { logStaffAction } from '../staff-log.ts'
import { findTenant, refuseStaffAccount, tenantNotFound } from '../tenancy/tenant-queries.ts'
import {
  addNote,
  changeContact,
  changeDetails,
  deleteNote,
  loadTenantDetail,
} from './tenant-record.ts'

export function tenantRecordRoutes(serve: Serve, context: Context) {
  serve(getTenant, ({ user, params }) => loadTenantDetail(context, user, params.id))

  serve(record.resetPasswordToIdNumber, ({ user, params }) =>
    resetPasswordToIdNumber(context, user, params.id),
  )

  serve(record.changeContact, async ({ user, params, body }) => {
    await changeContact(context, user, params.id, body)
    return loadTenantDetail(context, user, params.id)
  })

  serve(record.changeDetails, async ({ user, params, body }) => {
    await changeDetails(context, user, params.id, body)
    return loadTenantDetail(context, user, params.id)
  })

  serve(record.addTenantNote, async ({ user, params, body }) => {
    await addNote(context, user, params.id, body.text)
    return loadTenantDetail(context, user, params.id)
  })

  serve(record.deleteTenantNote, async ({ user, params }) => {
    await deleteNote(context, user, params.id, params.note)
    return loadTenantDetail(context, user, params.id)
  })
}

/**
 * Makes the ID number the password again and ends the tenant's sessions.
 * @throws {HttpError} 404, and 409 for a tenant whose ID number is unknown
 */
async function resetPasswordToIdNumber(
  context: Context,
  staff: AuthUser,
  user_id: number,
): Promise<void> {
  const { db, sockets, now } = context
  const { company_id } = staff
  const tenant = await findTenant(db, company_id, user_id)
  if (!tenant) throw tenantNotFound()
  const id_number = await findIdNumber(db, company_id, user_id)
  if (id_number === null) {
    throw conflict(
      'We have no ID number on file for them, so we can’t reset their password to it.',
      'no_id',
    )
  }
  const password_hash = await hashFirstPassword(id_number)
  const endedSessions = await db.transaction().execute(async (tx) => {
    refuseStaffAccount(await lockUser(tx, company_id, user_id))
    await updateUserRow(tx, company_id, user_id, { password_hash, must_change_password: true })
    // Reset links that were sent before must not work any more.
    await deleteResets(tx, company_id, user_id)
    await logStaffAction(tx, staff, {
      act: 'password.restore',
      subject: 'user',
      subject_id: user_id,
      before: { must_change_password: tenant.must_change_password },
      after: { must_change_password: true },
    })
    return endUserSessions(tx, company_id, user_id, now())
  })
  for (const session_id of endedSessions) sockets.dropSession(session_id)
  // Tenants come to the office after too many wrong passwords.
  await resetLoginAttempts(context, loginsOf(tenant))
}
