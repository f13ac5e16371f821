import type { Insertable } from 'kysely'
import { placeholderAddress } from '#contract/auth.ts'
import type { Day, Month } from '#rules/calendar.ts'
import { localPhone } from '#rules/phone.ts'
import { splitName } from '#rules/tenancy.ts'
import { insertUsers } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { TenantSchema } from '../db/tenant-schema.ts'
import { invalid } from '../http/errors.ts'
import { claimNumbers, ensureAccountNumbers } from './numbers.ts'

type Details = Insertable<TenantSchema['tenant_details']>

/** Somebody who moves in, as the onboarding form, an imported row and the demo know them. */
export interface MovingIn {
  /** The account of somebody who has one already; everybody else gets one. */
  user_id?: number
  full_name: string
  /** `254…`; what they sign in with. */
  phone: string
  /** They can sign in with it, too. */
  email?: string | null
  /** In any spelling: only its letters and digits count. */
  id_number: string
  /** Hash of the first password. Whoever has an account keeps their password. */
  password_hash: string
  /** Further fields of the onboarding form; null when none of them is known. */
  details: Omit<
    Details,
    'company_id' | 'tenancy_id' | 'user_id' | 'full_name' | 'id_number' | 'phone_number'
  > | null
  room_id: number
  from_day: Day
  until_day: Day | null
  /** The rent of earlier months isn't charged; null when each is. */
  first_rent_month?: Month | null
  /** Null when nobody knows when the stay was entered; left out, it is now. */
  recorded_at?: null
}

/** The account and tenancy of somebody who has moved in. */
export interface MovedIn {
  user_id: number
  tenancy_id: number
  account_number: string
}

/**
 * Moves people in, a statement a table: account with its logins, numbers, tenancy, details and stay. The rooms are locked
 * against other stays from then on until the transaction ends, so whatever else can fail comes before.
 * @returns what each of them got, in the same order
 * @throws {LoginsTaken}
 * @throws {NumberTaken}
 * @throws {HttpError} 400 for a faculty that isn't one of the college
 * @throws a database error when a room is full, or out of service: see `rethrowRoomFull`
 */
export async function moveIn(tx: Db, company_id: number, people: MovingIn[]): Promise<MovedIn[]> {
  await lockFaculties(tx, people)
  const fresh = people.filter(({ user_id }) => user_id === undefined)
  const ids = await insertUsers(
    tx,
    fresh.map(({ full_name, phone, email, password_hash }) => ({
      ...splitName(full_name),
      company_id,
      phone,
      email: email ?? placeholderAddress(phone),
      username: localPhone(phone),
      password_hash,
      must_change_password: true,
    })),
  )
  const userOf = new Map(fresh.map((person, index) => [person, ids[index] ?? 0]))
  const users = people.map((person) => ({
    person,
    key: { company_id, user_id: person.user_id ?? userOf.get(person) ?? 0 },
  }))
  await claimNumbers(
    tx,
    'id_numbers',
    users.map(({ key, person }) => ({ ...key, number: person.id_number })),
  )
  await claimNumbers(
    tx,
    'registration_numbers',
    users.flatMap(({ key, person: { details } }) =>
      details?.registration_number ? [{ ...key, number: details.registration_number }] : [],
    ),
  )
  const accounts = await ensureAccountNumbers(
    tx,
    company_id,
    users.map(({ key }) => key.user_id),
  )
  const tenancies = await tx
    .insertInto('tenancies')
    .values(
      users.map(({ key, person: { first_rent_month = null } }) => ({ ...key, first_rent_month })),
    )
    .returning(['id', 'user_id'])
    .execute()
  const tenancyOf = new Map(tenancies.map(({ id, user_id }) => [user_id, id]))
  const moved = users.map(({ key, person }) => ({
    person,
    key: { ...key, tenancy_id: tenancyOf.get(key.user_id) ?? 0 },
  }))
  const details = moved.flatMap(({ key, person }) => {
    const { full_name, id_number, phone: phone_number } = person
    return person.details ? [{ ...person.details, ...key, full_name, id_number, phone_number }] : []
  })
  if (details.length > 0) await tx.insertInto('tenant_details').values(details).execute()
  await tx
    .insertInto('stays')
    .values(
      moved.map(({ key: { tenancy_id }, person }) => {
        const { room_id, from_day, until_day, recorded_at } = person
        const recorded = recorded_at === null ? { recorded_at } : {}
        return { company_id, tenancy_id, room_id, from_day, until_day, ...recorded }
      }),
    )
    .execute()
  return moved.map(({ key: { user_id, tenancy_id } }) => ({
    user_id,
    tenancy_id,
    account_number: accounts.get(user_id) ?? '',
  }))
}

/** Nobody can remove them until the transaction ends. */
async function lockFaculties(tx: Db, people: MovingIn[]) {
  const named = people.flatMap(({ details }) =>
    details?.faculty_id && details.college_id
      ? [{ college_id: details.college_id, id: details.faculty_id }]
      : [],
  )
  const unique = [...new Map(named.map((one) => [`${one.college_id} ${one.id}`, one])).values()]
  for (const { college_id, id } of unique.sort((one, other) => one.id - other.id)) {
    if (await findFaculty(tx, college_id, id)) continue
    throw invalid('faculty', 'This faculty doesn’t belong to that college. Please choose again.')
  }
}

/** Undefined when the faculty is not one of the college. Nobody can remove it until the transaction ends. */
export function findFaculty(tx: Db, college_id: number, id: number) {
  return tx
    .selectFrom('faculties')
    .where('college_id', '=', college_id)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
}
