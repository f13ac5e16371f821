import type * as z from 'zod/mini'
import { type contactForm, type DetailsForm, editedDetails } from '#contract/tenant-record.ts'
import type { TenantDetail } from '#contract/tenants.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import { realAddress } from '#rules/email.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { splitName } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { LoginsTaken, lockUser, updateUserRow } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'
import { listDocuments, listLastViews } from '../documents/queries.ts'
import { conflict, invalid, notFound, requireUnchanged } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { logStaffAction } from '../staff-log.ts'
import { findFaculty } from '../tenancy/move-in.ts'
import { claimNumbers, NumberTaken, normaliseNumber, releaseNumber } from '../tenancy/numbers.ts'
import { listCurrentAndPlannedStays } from '../tenancy/stay-queries.ts'
import {
  findTenant,
  findTenantDetails,
  listRejectedPosts,
  listStaysOfUser,
  listTenancyActs,
  listTenantNotes,
  refuseStaffAccount,
  tenantNotFound,
} from '../tenancy/tenant-queries.ts'
import { findContact, withLogins, writeContact } from './contact.ts'

export async function loadTenantDetail(
  { db, now }: Context,
  { company_id, staff_role }: AuthUser,
  id: number,
): Promise<TenantDetail> {
  const tenant = await findTenant(db, company_id, id)
  if (!tenant) throw tenantNotFound()
  const [plans, stays, acts, details, documents, views, notes, rejected, { due: balance }] =
    await Promise.all([
      listCurrentAndPlannedStays(db, company_id, id, dayOf(now())),
      listStaysOfUser(db, company_id, id),
      listTenancyActs(db, company_id, id),
      findTenantDetails(db, company_id, id),
      listDocuments(db, company_id, id),
      listLastViews(db, company_id, id),
      listTenantNotes(db, company_id, id),
      listRejectedPosts(db, company_id, id),
      findBalance(db, company_id, id, dayOf(now())),
    ])
  const held = plans.filter((stay) => stay.room_number !== null)
  const { removal_reason: reason, removal_comments: comments } = tenant
  const { full_name, phone: phone_number, email } = tenant
  const id_number = mayDo(staff_role, 'tenancies') ? (details?.id_number ?? tenant.id_number) : null
  return {
    ...tenant,
    room: held[0]?.room_number ?? null,
    from: held[0]?.from_day ?? null,
    until: held.at(-1)?.until_day ?? tenant.ended_day,
    balance,
    stays,
    removal: reason && { reason, comments },
    acts: acts.map(({ id, act, created_at, by, day, room_number, ...removal }) => ({
      id,
      act,
      by,
      at: isoTime(created_at),
      day,
      room_number,
      removal: removal.removal_reason && {
        reason: removal.removal_reason,
        comments: removal.removal_comments,
      },
    })),
    id_number,
    details: details
      ? {
          ...details,
          id_number,
          terms_agreed_at: details.terms_agreed_at && isoTime(details.terms_agreed_at),
        }
      : null,
    documents: documents.map(({ id, kind, created_at }) => {
      const view = views.find(({ document_id }) => document_id === id)
      const last_view = view ? { by: view.by, at: isoTime(view.viewed_at) } : null
      return { id, kind, created_at: isoTime(created_at), last_view }
    }),
    contact: { full_name, phone_number, email: realAddress(email) ?? '' },
    notes: notes.map(({ id, text, by, created_at }) => ({ id, text, by, at: isoTime(created_at) })),
    rejected_posts: rejected.map(({ id, title, reason, by, decided_at }) => ({
      id,
      title,
      reason,
      decided: decided_at && { by, at: isoTime(decided_at) },
    })),
  }
}

/**
 * Changes how a tenant is called and reached, and with it what they log in with.
 * @throws {HttpError} 404; 409 for a staff account, when it is no longer as it was loaded, or when another account has the
 * phone number or address
 */
export function changeContact(
  { db }: Context,
  staff: AuthUser,
  user_id: number,
  { was, now }: { was: unknown; now: z.output<typeof contactForm> },
): Promise<void> {
  const { company_id } = staff
  return db.transaction().execute(async (tx) => {
    if (!(await findTenant(tx, company_id, user_id))) throw tenantNotFound()
    const known = await findContact(tx, company_id, user_id)
    refuseStaffAccount(known)
    const before = {
      full_name: known.full_name,
      phone_number: known.phone,
      email: realAddress(known.email) ?? '',
    }
    requireUnchanged(before, was)
    const { full_name, phone_number, email } = now
    if (email !== before.email && realAddress(email) === null) {
      throw invalid('now.email', 'Please give an email address that reaches them.')
    }
    const logins = withLogins(known, { phone: phone_number, email: email || null })
    await writeContact(tx, known, {
      ...known,
      ...logins,
      form_phone: known.form_phone && phone_number,
    }).catch(rethrowLoginsTaken(phone_number))
    if (full_name !== before.full_name) {
      await updateUserRow(tx, company_id, user_id, splitName(full_name))
      await tx
        .updateTable('tenant_details')
        .set({ full_name })
        .where('company_id', '=', company_id)
        .where('tenancy_id', '=', known.tenancy_id)
        .execute()
    }
    await logStaffAction(tx, staff, {
      act: 'tenancy.contact',
      subject: 'user',
      subject_id: user_id,
      before,
      after: now,
    })
  })
}

function rethrowLoginsTaken(phone: string) {
  return (error: unknown): never => {
    if (!(error instanceof LoginsTaken)) throw error
    const [field, message] = error.logins.includes(phone)
      ? ['now.phone_number', 'Another account has this phone number.']
      : ['now.email', 'Another account has this email address.']
    throw conflict(message, 'login_taken', { fields: { [field]: message } })
  }
}

/**
 * Changes what a tenant gave in the onboarding form, or adds it for somebody without one. Their password stays.
 * @throws {HttpError} 404; 400 for a faculty of another college; 409 for a staff account, when it is no longer as it was loaded, or when another
 * user has the ID number or registration number
 */
export function changeDetails(
  { db }: Context,
  staff: AuthUser,
  user_id: number,
  { was, now: form }: { was: unknown; now: DetailsForm },
): Promise<void> {
  const { company_id } = staff
  return db.transaction().execute(async (tx) => {
    const tenant = await findTenant(tx, company_id, user_id)
    if (!tenant) throw tenantNotFound()
    const user = await lockUser(tx, company_id, user_id)
    refuseStaffAccount(user)
    const { phone } = user
    const stored = await findTenantDetails(tx, company_id, user_id)
    const before = stored ? editedDetails(stored) : null
    requireUnchanged(before, was)
    await requireStudies(tx, form)
    // Imported tenants have an ID number without the form.
    const numbers = before ?? { id_number: tenant.id_number, registration_number: null }
    for (const [table, name] of uniqueNumbers) {
      await moveNumber(tx, { company_id, user_id }, table, numbers[name], form[name])
    }
    const { college, faculty, ...rest } = form
    const details = { ...rest, college_id: college, faculty_id: faculty }
    if (before) {
      await tx
        .updateTable('tenant_details')
        .set(details)
        .where('company_id', '=', company_id)
        .where('user_id', '=', user_id)
        .where(({ eb, selectFrom }) =>
          eb(
            'tenancy_id',
            '=',
            selectFrom('tenant_details as latest')
              .where('latest.company_id', '=', company_id)
              .where('latest.user_id', '=', user_id)
              .select(({ fn }) => fn.max('latest.tenancy_id').as('id')),
          ),
        )
        .execute()
    } else {
      const { full_name, tenancy_id } = tenant
      if (!phone) throw conflict('Please give them a phone number first.', 'no_phone')
      const key = { company_id, user_id, tenancy_id }
      // They have agreed to no terms here.
      const unasked = { terms_agreed_at: null, terms_version: null }
      await tx
        .insertInto('tenant_details')
        .values({ ...details, ...key, full_name, phone_number: phone, ...unasked })
        .execute()
    }
    await logStaffAction(tx, staff, {
      act: 'tenancy.details',
      subject: 'user',
      subject_id: user_id,
      before,
      after: form,
    })
  })
}

/** @throws {HttpError} 400 for a faculty of another college, or a college that doesn't exist */
async function requireStudies(tx: Db, { college, faculty }: DetailsForm) {
  if (college === null && faculty === null) return
  if (college !== null && faculty === null) {
    const found = await tx
      .selectFrom('colleges')
      .where('id', '=', college)
      .select('id')
      .executeTakeFirst()
    if (found) return
    throw invalid('now.college', 'There is no such college.')
  }
  if (college !== null && faculty !== null && (await findFaculty(tx, college, faculty))) return
  throw invalid('now.faculty', 'This faculty doesn’t belong to that college.')
}

const uniqueNumbers = [
  ['id_numbers', 'id_number'],
  ['registration_numbers', 'registration_number'],
] as const

async function moveNumber(
  tx: Db,
  user: UserKey,
  table: (typeof uniqueNumbers)[number][0],
  before: string | null,
  now: string | null,
) {
  const [old, fresh] = [before && normaliseNumber(before), now && normaliseNumber(now)]
  if (old === fresh) return
  if (fresh) {
    await claimNumbers(tx, table, [{ ...user, number: fresh }]).catch((error) => {
      if (!(error instanceof NumberTaken)) throw error
      const isId = table === 'id_numbers'
      const message = `Another account has this ${isId ? 'ID' : 'registration'} number.`
      const field = isId ? 'now.id_number' : 'now.registration_number'
      throw conflict(message, 'registered', { fields: { [field]: message } })
    })
  }
  if (old) await releaseNumber(tx, table, old, user)
}

/** Keeps a note about a tenant. */
export function addNote({ db }: Context, staff: AuthUser, user_id: number, text: string) {
  const { company_id } = staff
  return db.transaction().execute(async (tx) => {
    if (!(await findTenant(tx, company_id, user_id))) throw tenantNotFound()
    await tx
      .insertInto('tenant_notes')
      .values({ company_id, user_id, text, created_by: staff.id })
      .execute()
    await logNote(tx, staff, user_id, { before: null, after: text })
  })
}

/** @throws {HttpError} 404 when it is deleted already */
export function deleteNote({ db }: Context, staff: AuthUser, user_id: number, note: number) {
  const { company_id } = staff
  return db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('tenant_notes')
      .where('company_id', '=', company_id)
      .where('user_id', '=', user_id)
      .where('id', '=', note)
      .returning('text')
      .executeTakeFirst()
    if (!deleted) throw notFound('There is no such note.', 'note_not_found')
    await logNote(tx, staff, user_id, { before: deleted.text, after: null })
  })
}

const logNote = (
  tx: Db,
  staff: AuthUser,
  user_id: number,
  { before, after }: { before: string | null; after: string | null },
) =>
  logStaffAction(tx, staff, {
    act: 'tenancy.note',
    subject: 'user',
    subject_id: user_id,
    before: before && { note: before },
    after: after && { note: after },
  })
