import { placeholderSuffix } from '#contract/auth.ts'
import type { StudentOnboarding } from '#contract/onboarding.ts'
import { dayOf } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { hashPassword } from '../auth/password.ts'
import {
  findLogin,
  insertLogins,
  insertUser,
  LoginsTaken,
  lockUser,
  updateUserRow,
} from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { forgetDocuments, type Kept, keepDocuments } from '../documents/keep.ts'
import { insertDocuments } from '../documents/queries.ts'
import { conflict, invalid } from '../errors.ts'
import { postRent } from '../payments/post-rent.ts'
import { orJustTaken } from '../tenancy/full-room.ts'
import { findRoom } from '../tenancy/room-queries.ts'
import { endTenancies, insertStay } from '../tenancy/stay-queries.ts'
import type { Upload } from '../uploads/upload.ts'
import {
  ensureAccountNumber,
  findFaculty,
  findRunningTenancy,
  insertDetails,
  insertHolder,
  insertSubmission,
  insertTenancy,
} from './queries.ts'
import { asKept, checkNew, registered } from './taken.ts'

interface Company {
  id: number
  first_month: 'full' | 'pro_rata'
}

/** What a student is told who has moved in. */
export interface Enrolled {
  account_number: string
  room_number: string
  rate: number
  username: string
  default_password: boolean
}

/**
 * Somebody moves in: person, sign-in, account number, tenancy, place in a room, details, pictures and
 * the first rent, all or nothing. A member keeps their account.
 * @throws {HttpError} 400 and 409 with the fields that are wrong, taken or too late
 */
export async function enrol(
  context: Context,
  company: Company,
  form: StudentOnboarding,
  files: { photo?: Upload; id_photo?: Upload },
  user: AuthUser | null,
): Promise<Enrolled> {
  const { db } = context
  // Asked before any picture is looked at, and decided once more below.
  await checkNew(db, form, user)
  if (user) await refuseSecondRoom(db, user, dayOf(context.now()))
  const password_hash = user ? null : await hashPassword(form.id_number)
  const kept = await keepDocuments(context, files)
  try {
    return await db
      .transaction()
      .execute((tx) => moveIn(tx, context, { company, form, user, password_hash, kept }))
  } catch (error) {
    await forgetDocuments(context, kept)
    throw error
  }
}

async function refuseSecondRoom(db: Db, { company_id, id: user_id }: AuthUser, today: string) {
  await endTenancies(db, today, { company_id, user_id })
  if (!(await findRunningTenancy(db, company_id, user_id))) return
  throw conflict('You have a room with us already. Ask at the office to change it.', 'has_room')
}

interface MoveIn {
  company: Company
  form: StudentOnboarding
  user: AuthUser | null
  password_hash: string | null
  kept: Kept[]
}

async function moveIn(
  tx: Db,
  context: Context,
  { company, form, user, password_hash, kept }: MoveIn,
): Promise<Enrolled> {
  const company_id = company.id
  const now = context.now()
  const room = await findRoom(tx, company_id, form.room)
  if (!room) throw invalid('room', 'There is no such room. Please choose another one.')
  if (!(await findFaculty(tx, form.college, form.faculty))) {
    throw invalid('faculty', 'This faculty is not one of the college. Please choose again.')
  }
  const user_id = user
    ? await keepMember(tx, user, form)
    : await insertStudent(tx, company_id, form, password_hash ?? '')
  const person = { company_id, user_id }
  await enterNumbers(tx, form, person)
  if (user) await refuseSecondRoom(tx, user, dayOf(now))
  const account_number = await ensureAccountNumber(tx, person)
  const tenancy_id = await insertTenancy(tx, company_id, user_id)
  await insertDetails(tx, { ...detailsOf(form), ...person, tenancy_id, terms_agreed_at: now })
  if (form.submission_id) {
    await insertSubmission(tx, { submission_id: form.submission_id, company_id, tenancy_id })
  }
  await insertDocuments(tx, company_id, user_id, kept)
  // Late, since nobody else can take a place in the room until the commit.
  await insertStay(tx, {
    company_id,
    tenancy_id,
    room_id: room.id,
    from_day: form.start_date,
    until_day: form.end_date,
  }).catch(orJustTaken(room.room_number, 'room'))
  await postRent(tx, company, now, tenancy_id)
  return {
    account_number,
    room_number: room.room_number,
    rate: room.rate,
    username: user?.username ?? usernameOf(form),
    default_password: user === null,
  }
}

const usernameOf = ({ phone_number }: StudentOnboarding) => `0${phone_number.slice(3)}`

async function insertStudent(
  tx: Db,
  company_id: number,
  form: StudentOnboarding,
  password_hash: string,
) {
  const [first_name = '', ...rest] = form.full_name.split(/\s+/)
  return insertUser(tx, {
    company_id,
    first_name,
    last_name: rest.join(' '),
    email: form.phone_number + placeholderSuffix,
    username: usernameOf(form),
    phone: form.phone_number,
    password_hash,
    must_change_password: true,
  }).catch(taken)
}

/** From now on a member signs in with the phone of the form too, and M-Pesa asks it first. */
async function keepMember(tx: Db, user: AuthUser, { phone_number }: StudentOnboarding) {
  const { company_id, id: user_id } = user
  // A second form of theirs waits here, and then finds the tenancy.
  const { phone } = await lockUser(tx, company_id, user_id)
  if (phone !== phone_number) {
    const login = await findLogin(tx, phone_number)
    if (!login) {
      await insertLogins(tx, { company_id, user_id, logins: [phone_number] }).catch(taken)
    } else if (login.company_id !== company_id || login.id !== user_id) {
      throw registered(['phone_number'])
    }
    await updateUserRow(tx, company_id, user_id, { phone: phone_number })
  }
  return user_id
}

function taken(error: unknown): never {
  if (error instanceof LoginsTaken) throw registered(['phone_number'])
  throw error
}

async function enterNumbers(
  tx: Db,
  form: StudentOnboarding,
  person: { company_id: number; user_id: number },
) {
  const { id_number, registration_number } = asKept(form)
  if (!(await insertHolder(tx, 'id_numbers', id_number, person))) throw registered(['id_number'])
  if (!(await insertHolder(tx, 'registration_numbers', registration_number, person))) {
    throw registered(['registration_number'])
  }
}

const detailsOf = (form: StudentOnboarding) => ({
  full_name: form.full_name,
  id_number: form.id_number,
  phone_number: form.phone_number,
  emergency_phone_number: form.emergency_phone_number,
  emergency_contact_relationship: form.emergency_contact_relationship,
  gender: form.gender ?? null,
  registration_number: form.registration_number,
  year_of_study: form.year_of_study,
  college_id: form.college,
  faculty_id: form.faculty,
  sponsor_phone: form.sponsor_phone ?? null,
})
