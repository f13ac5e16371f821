import { sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { StaffMember } from '#contract/settings.ts'
import { type Day, dayEnd, dayStart, isoTime } from '#rules/calendar.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import { mayDo, type StaffRole } from '#rules/staff-roles.ts'
import type { AuthUser } from '../auth/access.ts'
import { requireRealAddress } from '../auth/account.ts'
import { createResetLink, deleteResets } from '../auth/password-reset.ts'
import { endUserSessions } from '../auth/session-queries.ts'
import { findLogin, fullName, insertUser, loginKey, updateUserRow } from '../auth/user-queries.ts'
import { findResidence, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, notFound } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'

const INVITATION_DAYS = 3

export async function listStaff(db: Db, user: AuthUser): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users')
    .where('users.company_id', '=', user.company_id)
    .where('is_staff', '=', true)
    .select(['users.id', 'users.email', fullName().as('full_name')])
    .select(sql<StaffRole>`users.staff_role`.as('role'))
    .select(sql<boolean>`users.password_hash = ''`.as('is_invited'))
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
  const message = 'Someone else already logs in with this email address.'
  return conflict(message, 'email_taken', { fields: { email: message } })
}

interface Invitation {
  first_name: string
  last_name: string
  email: string
  role: StaffRole
}

/**
 * Creates a staff account without a password, and sends the link to choose one. Whoever has an account here with this
 * address becomes staff; their password and sessions end, because nobody has proven so far that the address is theirs.
 * @throws {HttpError} 400 for an address that reaches nobody, 409 when a member of staff, or somebody elsewhere, logs in with this address
 */
export async function inviteStaff(
  context: Context,
  user: AuthUser,
  { email, role, ...names }: Invitation,
): Promise<{ link: string }> {
  requireRealAddress(email)
  const { db, sockets, now } = context
  const { company_id } = user
  const { id, ended } = await db.transaction().execute(async (tx) => {
    const known = await findLogin(tx, loginKey(email))
    if (known && (known.company_id !== company_id || known.is_staff)) throw emailTaken()
    const id = known?.id ?? (await insertStaff(tx, company_id, { ...names, email }, role))
    if (known) {
      const withoutPassword = { password_hash: '', must_change_password: false }
      await updateUserRow(tx, company_id, id, { staff_role: role, ...withoutPassword })
    }
    const after = { ...names, email, role }
    const invited = { subject: 'user', subject_id: id, before: null, after }
    await logStaffAction(tx, user, { act: 'staff.invite', ...invited })
    return { id, ended: known ? await endUserSessions(tx, company_id, id, now()) : [] }
  })
  for (const session of ended) sockets.dropSession(session)
  return sendInvitation(context, user, { id, email, first_name: names.first_name })
}

/** Sends the link to choose a password; earlier ones end. */
async function sendInvitation(
  context: Context,
  { company_id, first_name: inviter }: AuthUser,
  { id, email, first_name }: { id: number; email: string; first_name: string },
): Promise<{ link: string }> {
  const minutes = INVITATION_DAYS * 24 * 60
  const link = await createResetLink(context, company_id, id, { minutes, isFirst: true })
  context.mail.sendLater(async () => {
    const residence = await findResidence(context.db, company_id)
    return {
      from: { name: residence.name, address: residence.email },
      to: email,
      subject: `Your staff account at ${residence.name}`,
      text: [
        `Habari ${first_name},`,
        `${inviter} has set up a staff account for you at ${residence.name}. To choose your password, open this link within ${INVITATION_DAYS} days:`,
        link,
        'After that, log in with this email address.',
      ].join('\n\n'),
    }
  })
  return { link }
}

/**
 * Sends somebody who has not chosen a password another link.
 * @throws {HttpError} 404, 409 once they have chosen one
 */
export async function inviteAgain(
  context: Context,
  user: AuthUser,
  id: number,
): Promise<{ link: string }> {
  const invited = await context.db.transaction().execute(async (tx) => {
    const { found } = await lockStaff(tx, user, id)
    if (!found.is_invited) {
      throw conflict(
        'They’ve chosen a password already. They can reset it when they log in.',
        'opened',
      )
    }
    const { full_name, email, role } = found
    await logStaffAction(tx, user, {
      act: 'staff.invite',
      subject: 'user',
      subject_id: id,
      before: null,
      after: { full_name, email, role, again: true },
    })
    return { id, email, first_name: full_name.split(' ')[0] ?? full_name }
  })
  return sendInvitation(context, user, invited)
}

/** Within a transaction. */
export const insertStaff = (
  tx: Db,
  company_id: number,
  person: Omit<Invitation, 'role'>,
  staff_role: StaffRole,
) =>
  insertUser(tx, {
    ...person,
    company_id,
    username: person.email,
    phone: null,
    // None yet: nobody can log in with it.
    password_hash: '',
    staff_role,
    must_change_password: false,
  })

/** @throws {HttpError} 404, 409 for oneself: somebody always stays */
export async function removeStaff(
  { db, sockets, now }: Context,
  user: AuthUser,
  id: number,
): Promise<StaffMember[]> {
  if (id === user.id) {
    throw conflict('You can’t remove yourself. Ask another member of staff.', 'own_account')
  }
  const ended = await db.transaction().execute(async (tx) => {
    const { found: removed } = await lockStaff(tx, user, id)
    await updateUserRow(tx, user.company_id, id, { staff_role: null })
    // An invitation that was not taken up ends with it.
    await deleteResets(tx, user.company_id, id)
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

/**
 * Locks the staff accounts: of two owners who act on each other one wins.
 * @throws {HttpError} 404, also when the caller was made less than an owner meanwhile
 */
async function lockStaff(tx: Db, user: AuthUser, id: number) {
  await lockCompany(tx, user.company_id)
  const staff = await listStaff(tx, user)
  const found = staff.find((one) => one.id === id)
  const isOwner = staff.some(({ is_you, role }) => is_you && mayDo(role, 'staff'))
  if (!found || !isOwner) throw notFound('There is no such staff account.')
  return { staff, found }
}

/** @throws {HttpError} 404, 409 for the last owner: somebody can always add others */
export function changeStaffRole(
  { db }: Context,
  user: AuthUser,
  id: number,
  role: StaffRole,
): Promise<StaffMember[]> {
  return db.transaction().execute(async (tx) => {
    const { staff, found } = await lockStaff(tx, user, id)
    const owners = staff.filter((one) => one.role === 'owner')
    if (found.role === 'owner' && role !== 'owner' && owners.length === 1) {
      throw conflict('A residence needs an owner. Make someone else an owner first.', 'last_owner')
    }
    await updateUserRow(tx, user.company_id, id, { staff_role: role })
    await logStaffAction(tx, user, {
      act: 'staff.role',
      subject: 'user',
      subject_id: id,
      before: { full_name: found.full_name, role: found.role },
      after: { full_name: found.full_name, role },
    })
    return listStaff(tx, user)
  })
}

interface LogQuery extends Page {
  by?: number | undefined
  about?: string | undefined
  q?: string | undefined
  from?: Day | undefined
  until?: Day | undefined
}

/** The person an act concerns: whoever was acted on, had the room, wrote the post, or was credited. */
const personId = sql<number>`case log.subject
  when 'user' then case when log.act = 'refused' then coalesce(log.after ->> 'tenant', log.after ->> 'staff')::integer else log.subject_id end
  when 'tenancy' then (select user_id from tenancies
    where tenancies.company_id = log.company_id and tenancies.id = log.subject_id)
  when 'post' then (select author_id from posts
    where posts.company_id = log.company_id and posts.id = log.subject_id)
  when 'comment' then (select author_id from comments
    where comments.company_id = log.company_id and comments.id = log.subject_id)
  when 'payment' then (select user_id from payments
    where payments.company_id = log.company_id and payments.id = log.subject_id)
  when 'approval' then (select user_id from approvals
    where approvals.company_id = log.company_id and approvals.id = log.subject_id)
  when 'desk_item' then coalesce((log.after #>> '{payment,user_id}')::integer,
    (select coalesce(payments.user_id, account_user_id) from desk_items
    left join payments on payments.company_id = desk_items.company_id
      and payments.company_id = desk_items.payment_company_id and payments.id = desk_items.payment_id
    where desk_items.company_id = log.company_id and desk_items.id = log.subject_id))
  end`

const isTenant = sql<boolean>`exists (select from tenancies
  where tenancies.company_id = person.company_id and tenancies.user_id = person.id)`

/** Everybody who stands in the log, by name. */
export const listLogPeople = (db: Db, company_id: number) =>
  db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', 'in', (query) =>
      query.selectFrom('staff_log').where('company_id', '=', company_id).select('user_id'),
    )
    .select(['id', 'is_staff', fullName().as('full_name')])
    .orderBy('full_name')
    .orderBy('id')
    .execute()

/** The log of what staff have done, in pages. */
export async function listLog(
  db: Db,
  company_id: number,
  { limit, before, after, by, about, q, from, until }: LogQuery,
) {
  const pattern = q && `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const rows = await db
    .selectFrom('staff_log as log')
    .innerJoin('users as staff', sameCompany('staff.id', 'log.user_id'))
    .leftJoin('users as person', (join) =>
      join.onRef('person.company_id', '=', 'log.company_id').on('person.id', '=', personId),
    )
    .where('log.company_id', '=', company_id)
    .$if(before !== undefined, (query) => query.where('log.id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('log.id', '>', after ?? 0))
    .$if(by !== undefined, (query) => query.where('log.user_id', '=', by ?? 0))
    .$if(Boolean(about), (query) =>
      query.where(({ eb, or }) =>
        or([eb('log.act', '=', about as StaffAct), eb(sql<string>`log.act`, 'like', `${about}.%`)]),
      ),
    )
    .$if(Boolean(pattern), (query) =>
      query.where(
        sql<boolean>`concat(log.before::text, ' ', log.after::text, ' ', ${fullName('person')}) ilike ${pattern ?? ''}`,
      ),
    )
    .$if(from !== undefined, (query) => query.where('log.created_at', '>=', dayStart(from ?? '')))
    .$if(until !== undefined, (query) => query.where('log.created_at', '<', dayEnd(until ?? '')))
    .select(['log.id', 'log.act', 'log.created_at', 'log.before', 'log.after'])
    .select(fullName('staff').as('by'))
    .select(['person.id as person_id', fullName('person').as('person_name')])
    .select(isTenant.as('is_tenant'))
    .orderBy('log.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map(({ person_id, person_name, is_tenant, created_at, ...row }) => ({
    ...row,
    at: isoTime(created_at),
    person: person_id === null ? null : { id: person_id, full_name: person_name, is_tenant },
  }))
}
