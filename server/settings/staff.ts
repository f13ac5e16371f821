import { sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { StaffMember } from '#contract/settings.ts'
import { isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { createResetLink } from '../auth/password-reset.ts'
import { endUserSessions } from '../auth/session-queries.ts'
import { findLogin, fullName, insertUser, loginKey, updateUserRow } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, notFound } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { findResidence, lockCompany } from './queries.ts'

const INVITATION_DAYS = 3

export async function listStaff(db: Db, user: AuthUser): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users')
    .where('users.company_id', '=', user.company_id)
    .where('is_staff', '=', true)
    .select(['users.id', 'users.email', fullName().as('full_name')])
    .select(
      sql<Date | null>`(select max(used_at) from sessions where sessions.company_id = users.company_id
        and sessions.user_id = users.id and ended_at is null)`.as('last_used'),
    )
    .orderBy('users.id')
    .execute()
  return rows.map(({ last_used, ...row }) => ({
    ...row,
    is_you: row.id === user.id,
    last_used: last_used && isoTime(last_used),
  }))
}

const emailTaken = () => {
  const message = 'Someone else logs in with this email address already.'
  return conflict(message, 'email_taken', { fields: { email: message } })
}

/**
 * Creates a staff account without a password, and sends the link to choose one. Who has an account here without
 * being staff becomes staff, and keeps their password: then there is no link.
 * @throws {HttpError} 409 when a member of staff, or somebody elsewhere, logs in with this address
 */
export async function inviteStaff(
  context: Context,
  user: AuthUser,
  { email, ...names }: { first_name: string; last_name: string; email: string },
): Promise<{ link: string | null }> {
  const { db, mail } = context
  const { company_id } = user
  const { id, isNew } = await db.transaction().execute(async (tx) => {
    const known = await findLogin(tx, loginKey(email))
    if (known && (known.company_id !== company_id || known.is_staff)) throw emailTaken()
    const id = known?.id ?? (await insertStaff(tx, company_id, { ...names, email }))
    if (known) await updateUserRow(tx, company_id, id, { is_staff: true })
    const after = { ...names, email }
    const invited = { subject: 'user', subject_id: id, before: null, after }
    await logStaffAction(tx, user, { act: 'staff.invite', ...invited })
    return { id, isNew: !known }
  })
  if (!isNew) return { link: null }
  const link = await createResetLink(context, company_id, id, INVITATION_DAYS * 24 * 60)
  mail.sendLater(async () => {
    const residence = await findResidence(db, company_id)
    return {
      from: { name: residence.name, address: residence.email },
      to: email,
      subject: `Your staff account at ${residence.name}`,
      text: [
        `Habari ${names.first_name},`,
        `${user.first_name} has made a staff account for you at ${residence.name}. To choose your password, open this link within ${INVITATION_DAYS} days:`,
        link,
        'Afterwards you log in with this email address.',
      ].join('\n\n'),
    }
  })
  return { link }
}

/** Within a transaction. */
export const insertStaff = (
  tx: Db,
  company_id: number,
  person: { first_name: string; last_name: string; email: string },
) =>
  insertUser(tx, {
    ...person,
    company_id,
    username: person.email,
    phone: null,
    // None yet: nobody can log in with it.
    password_hash: '',
    is_staff: true,
    must_change_password: false,
  })

/** @throws {HttpError} 404, 409 for oneself: somebody always stays */
export async function removeStaff(
  { db, sockets, now }: Context,
  user: AuthUser,
  id: number,
): Promise<StaffMember[]> {
  if (id === user.id) {
    throw conflict('You can’t remove yourself. Ask someone else of the staff.', 'own_account')
  }
  const ended = await db.transaction().execute(async (tx) => {
    // Of two who remove each other one wins.
    await lockCompany(tx, user.company_id)
    const staff = await listStaff(tx, user)
    const removed = staff.find((one) => one.id === id)
    if (!removed || !staff.some(({ is_you }) => is_you)) {
      throw notFound('There is no such staff account.')
    }
    await updateUserRow(tx, user.company_id, id, { is_staff: false })
    await logStaffAction(tx, user, {
      act: 'staff.remove',
      subject: 'user',
      subject_id: id,
      before: { full_name: removed.full_name, email: removed.email },
      after: null,
    })
    return endUserSessions(tx, user.company_id, id, now())
  })
  for (const session of ended) sockets.dropSession(session)
  return listStaff(db, user)
}

/** What staff have done, in pages. */
export function listLog(db: Db, company_id: number, { limit, before, after }: Page) {
  return db
    .selectFrom('staff_log as log')
    .innerJoin('users as staff', sameCompany('staff.id', 'log.user_id'))
    .where('log.company_id', '=', company_id)
    .$if(before !== undefined, (query) => query.where('log.id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('log.id', '>', after ?? 0))
    .select(['log.id', 'log.act', 'log.created_at', 'log.before', 'log.after'])
    .select(fullName('staff').as('by'))
    .orderBy('log.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}
