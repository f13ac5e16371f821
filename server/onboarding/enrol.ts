import type { OnboardingForm } from '#contract/onboarding.ts'
import { pickDetails } from '#contract/tenant-record.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { depositRuleKey } from '#rules/deposit.ts'
import { localPhone } from '#rules/phone.ts'
import type { AuthUser } from '../auth/access.ts'
import { hashFirstPassword } from '../auth/password.ts'
import {
  findLogin,
  insertLogins,
  LoginsTaken,
  lockUser,
  updateUserRow,
} from '../auth/user-queries.ts'
import { chargeRent } from '../billing/charge-rent.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { agreeOnDeposit, findDepositRule } from '../deposits/queries.ts'
import { insertDocuments } from '../documents/queries.ts'
import { discardDocuments, type StoredDocument, storeDocuments } from '../documents/store.ts'
import { conflict, type HttpError, invalid } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { moveIn } from '../tenancy/move-in.ts'
import { findUserOfNumber, NumberTaken } from '../tenancy/numbers.ts'
import { findRoom } from '../tenancy/room-queries.ts'
import { endTenancies, findActiveTenancy, rethrowRoomFull } from '../tenancy/stay-queries.ts'
import { findTermsVersion } from '../terms/terms.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { insertSubmission } from './queries.ts'

interface Company {
  id: number
  first_month: 'full' | 'pro_rata'
}

/** The reply to the onboarding form, without the paybill. */
export interface Enrolment {
  account_number: string
  room_number: string
  rate: number
  deposit: number | null
  username: string
  default_password: boolean
}

/**
 * Moves a tenant in: user, login, account number, tenancy, stay, details, documents and the first rent, all
 * or nothing. A signed-in user (`user`) keeps their account; `staff` fill in the form for somebody else.
 * @throws {HttpError} 400 and 409 with the fields that are invalid or taken
 */
export async function enrol(
  context: Context,
  company: Company,
  form: OnboardingForm,
  files: { photo?: Upload; id_photo?: Upload },
  { user, staff }: { user: AuthUser | null; staff: AuthUser | null },
): Promise<Enrolment> {
  const { db } = context
  // Cheap checks before the images are processed; `createTenancy` decides under locks.
  await requireUnregistered(db, form, user, staff)
  if (user) await refuseSecondRoom(db, user, dayOf(context.now()))
  const password_hash = user ? null : await hashFirstPassword(form.id_number)
  const documents = await storeDocuments(context, files)
  try {
    return await db
      .transaction()
      .execute((tx) =>
        createTenancy(tx, context, { company, form, user, staff, password_hash, documents }),
      )
  } catch (error) {
    await discardDocuments(context, documents)
    throw error
  }
}

async function refuseSecondRoom(db: Db, { company_id, id: user_id }: AuthUser, today: Day) {
  await endTenancies(db, today, { company_id, user_id })
  if (!(await findActiveTenancy(db, company_id, user_id))) return
  throw conflict('You already have a room here. To change rooms, ask the office.', 'has_room')
}

interface Enrolling {
  company: Company
  form: OnboardingForm
  user: AuthUser | null
  staff: AuthUser | null
  password_hash: string | null
  documents: StoredDocument[]
}

async function createTenancy(tx: Db, context: Context, enrolling: Enrolling): Promise<Enrolment> {
  const { company, form, user, staff, password_hash, documents } = enrolling
  const company_id = company.id
  const now = context.now()
  const { college: college_id, faculty: faculty_id, ...details } = pickDetails(form)
  const room = await findRoom(tx, company_id, form.room, form.start_date)
  if (!room) throw invalid('room', 'There is no such room. Please choose another one.')
  if (user) {
    await updateExistingUser(tx, user, form)
    await refuseSecondRoom(tx, user, dayOf(now))
  }
  const terms_version = await findTermsVersion(tx, company_id)
  if (form.terms_version && form.terms_version !== terms_version) {
    const message = 'The terms have changed. Please read them again before you agree.'
    throw conflict(message, 'terms_changed', { fields: { terms: message } })
  }
  const rule = await findDepositRule(tx, company_id)
  if (form.deposit_rule !== undefined && form.deposit_rule !== depositRuleKey(rule)) {
    const message = 'The deposit has changed. Please check it again.'
    throw conflict(message, 'deposit_changed', { fields: { room: message } })
  }
  const [moved] = await moveIn(tx, company_id, [
    {
      ...(user && { user_id: user.id }),
      full_name: form.full_name,
      phone: form.phone_number,
      id_number: form.id_number,
      password_hash: password_hash ?? '',
      details: { ...details, college_id, faculty_id, terms_agreed_at: now, terms_version },
      room_id: room.id,
      from_day: form.start_date,
      until_day: form.end_date,
    },
  ])
    .catch(rethrowRoomFull(room.room_number, 'room'))
    .catch(rethrowTaken(staff))
  if (!moved) throw new Error('Nobody has moved in.')
  const { user_id, tenancy_id, account_number } = moved
  if (form.submission_id) {
    await insertSubmission(tx, { submission_id: form.submission_id, company_id, tenancy_id })
  }
  await insertDocuments(tx, company_id, user_id, documents)
  // Whoever changes its rent holds the same lock, so only now it is known.
  const { rate } = (await findRoom(tx, company_id, form.room, form.start_date)) ?? room
  const deposit = await agreeOnDeposit(tx, company_id, tenancy_id, rule, rate)
  await chargeRent(tx, company, now, tenancy_id)
  if (staff) {
    const { full_name, start_date } = form
    await logStaffAction(tx, staff, {
      act: 'tenancy.onboard',
      subject: 'user',
      subject_id: user_id,
      before: null,
      after: { full_name, room_number: room.room_number, start_date, account_number, deposit },
    })
  }
  return {
    account_number,
    room_number: room.room_number,
    rate,
    deposit,
    username: user?.username ?? localPhone(form.phone_number),
    default_password: user === null,
  }
}

/** The form's phone number becomes a login of the user, and the number that payments suggest. */
async function updateExistingUser(tx: Db, user: AuthUser, { phone_number }: OnboardingForm) {
  const { company_id, id: user_id } = user
  // A second form of the same user waits for this lock, and then finds the tenancy.
  const { phone } = await lockUser(tx, company_id, user_id)
  if (phone !== phone_number) {
    const login = await findLogin(tx, phone_number)
    if (!login) {
      await insertLogins(tx, [{ company_id, user_id, login: phone_number }]).catch(
        rethrowTaken(null),
      )
    } else if (login.company_id !== company_id || login.id !== user_id) {
      throw alreadyRegistered(['phone_number'], null)
    }
    await updateUserRow(tx, company_id, user_id, { phone: phone_number })
  }
}

const rethrowTaken =
  (staff: AuthUser | null) =>
  (error: unknown): never => {
    if (error instanceof LoginsTaken) throw alreadyRegistered(['phone_number'], staff)
    if (!(error instanceof NumberTaken)) throw error
    const isId = error.table === 'id_numbers'
    throw alreadyRegistered([isId ? 'id_number' : 'registration_number'], staff)
  }

const uniqueFields = {
  phone_number: 'phone number',
  id_number: 'ID number',
  registration_number: 'registration number',
}
type UniqueField = keyof typeof uniqueFields

/** Names the fields whose values are in use; by whom only staff can look up. */
function alreadyRegistered(fields: UniqueField[], staff: AuthUser | null): HttpError {
  const next = staff ? 'Look for them under Tenants.' : 'If it’s yours, log in first.'
  const message = (field: UniqueField) =>
    `This ${uniqueFields[field]} is already registered. ${next}`
  return conflict(message(fields[0] ?? 'phone_number'), 'registered', {
    fields: Object.fromEntries(fields.map((field) => [field, message(field)])),
  })
}

/** @throws {HttpError} 409 with every field that belongs to another user */
async function requireUnregistered(
  db: Db,
  form: OnboardingForm,
  user: AuthUser | null,
  staff: AuthUser | null,
) {
  const { id_number, registration_number } = form
  const [login, id, registration] = await Promise.all([
    findLogin(db, form.phone_number),
    findUserOfNumber(db, 'id_numbers', id_number),
    findUserOfNumber(db, 'registration_numbers', registration_number),
  ])
  const isOwn = (other: Key) => user?.company_id === other.company_id && user.id === other.id
  const fields: UniqueField[] = []
  if (login && !isOwn(login)) fields.push('phone_number')
  if (id && !isOwn({ ...id, id: id.user_id })) fields.push('id_number')
  if (registration && !isOwn({ ...registration, id: registration.user_id })) {
    fields.push('registration_number')
  }
  if (fields.length > 0) throw alreadyRegistered(fields, staff)
}
