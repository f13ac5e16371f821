import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { onboardingForm } from '#contract/onboarding.ts'
import { type Day, dayOf, formatDay, monthName, monthOf, nextMonth } from '#rules/calendar.ts'
import { readDay } from '#rules/import-columns.ts'
import { ksh, readShillings } from '#rules/money.ts'
import {
  alphanumeric,
  type genders,
  latestPlannableDay,
  type Relationship,
} from '#rules/tenancy.ts'
import { fullName, insertUser } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import {
  claimNumber,
  ensureAccountNumber,
  findUserOfNumber,
  insertDetails,
} from '../onboarding/queries.ts'
import { chargeRent } from '../payments/charge-rent.ts'
import { findRoomByNumber } from '../tenancy/room-queries.ts'
import { insertStay, rethrowRoomFull, roomNumberOn } from '../tenancy/stay-queries.ts'
import {
  addEffect,
  type Importing,
  newOutcome,
  type Outcome,
  pause,
  type Row,
  RowError,
  readAs,
  readEmail,
  readPhone,
  readRelationship,
  tryRow,
} from './rows.ts'

/** The reason of the entry with what a tenant owed before; undoing an import looks for it. */
export const OPENING_BALANCE = 'Opening balance'

/** What nobody has been here longer than, or has typed wrongly. */
const EARLIEST = '2000-01-01'

interface NewTenant {
  full_name: string
  phone_number: string
  id_number: string
  email: string | null
  room: string
  start_date: Day
  end_date: Day | null
  opening_balance: number
  /** Undefined unless everything is there that the onboarding form asks for. */
  details: Details | undefined
}

interface Details {
  registration_number: string
  year_of_study: number
  college: string
  faculty: string
  gender: (typeof genders)[number] | null
  emergency_phone_number: string
  emergency_contact_relationship: Relationship
}

function readDate(label: string, cell: string): Day {
  const day = readDay(cell)
  if (day === null) throw new RowError(`${label}: “${cell}” isn’t a day such as 2026-09-01.`)
  return day
}

const genderOf = new Map<string, (typeof genders)[number]>([
  ['m', 'male'],
  ['male', 'male'],
  ['f', 'female'],
  ['female', 'female'],
])

const detailFields = [
  'registration_number',
  'year_of_study',
  'college',
  'faculty',
  'emergency_phone_number',
] as const

function readDetails(fields: Row['fields']): Details | undefined {
  const missing = detailFields.filter((name) => !fields[name])
  if (missing.length > 0) return undefined
  return {
    registration_number: readAs('registration_number', fields.registration_number ?? ''),
    year_of_study: readAs('year_of_study', fields.year_of_study ?? ''),
    college: fields.college ?? '',
    faculty: fields.faculty ?? '',
    gender: genderOf.get((fields.gender ?? '').toLowerCase()) ?? null,
    emergency_phone_number: readPhone(
      'emergency_phone_number',
      fields.emergency_phone_number ?? '',
    ),
    emergency_contact_relationship: readRelationship(fields.emergency_contact_relationship ?? ''),
  }
}

function readTenant({ fields }: Row, today: Day): NewTenant {
  const start_date = readDate('Moved in', fields.start_date ?? '')
  const end_date = fields.end_date ? readDate('Leaves', fields.end_date) : null
  if (start_date < EARLIEST || start_date > latestPlannableDay(today)) {
    throw new RowError(`Moved in: ${formatDay(start_date)} is too far away.`)
  }
  if (end_date !== null && end_date <= start_date) {
    throw new RowError('They leave before they move in.')
  }
  if (end_date !== null && end_date <= today) {
    throw new RowError(`They left on ${formatDay(end_date)}. Only import people who live here.`)
  }
  const typed = fields.opening_balance ?? ''
  const opening_balance = typed === '' ? 0 : readShillings(typed)
  if (opening_balance === null || Math.abs(opening_balance) > 10_000_000) {
    throw new RowError(`“${typed}” isn’t a sum in whole shillings.`)
  }
  return {
    full_name: readAs('full_name', fields.full_name ?? ''),
    phone_number: readPhone('phone_number', fields.phone_number ?? ''),
    id_number: readAs('id_number', fields.id_number ?? ''),
    email: fields.email ? readEmail(fields.email) : null,
    room: fields.room ?? '',
    start_date,
    end_date,
    opening_balance,
    details: readDetails(fields),
  }
}

/** The ID numbers of a file: they become the first passwords. */
export const idNumbersOf = (rows: Row[]): string[] =>
  rows.flatMap(({ fields }) => {
    const read = onboardingForm.shape.id_number.safeParse(fields.id_number ?? '')
    return read.success ? [read.data] : []
  })

/**
 * Moves in the tenants who aren't there yet. What they owe comes as one entry, so that the months before are not charged.
 */
export async function importTenants(tx: Db, importing: Importing): Promise<Outcome> {
  const today = dayOf(importing.context.now())
  const outcome = newOutcome()
  const faculties = await listFaculties(tx)
  const lines = new Map<string, number>()
  for (const row of importing.rows) {
    await pause()
    const reason = await tryRow(tx, async () => {
      const tenant = readTenant(row, today)
      const key = alphanumeric(tenant.id_number).toUpperCase()
      const earlier = lines.get(key)
      if (earlier !== undefined) throw new RowError(`This ID number is in line ${earlier} too.`)
      lines.set(key, row.line)
      if (await isThereAlready(tx, importing, tenant, today)) {
        outcome.unchanged++
        return
      }
      const user_id = await moveIn(tx, importing, tenant, faculties)
      outcome.made.push({ user_id })
      outcome.added++
      addEffect(outcome, effectOf(tenant, today))
    })
    if (reason !== null) outcome.bad.push({ line: row.line, cells: row.cells, reason })
  }
  return outcome
}

function effectOf({ full_name, room, start_date, opening_balance }: NewTenant, today: Day): string {
  const owes =
    opening_balance === 0
      ? 'owes nothing'
      : opening_balance > 0
        ? `owes ${ksh(opening_balance)}`
        : `has ${ksh(-opening_balance)} credit`
  const next = nextMonth(today.slice(0, 7))
  const rent =
    start_date > today
      ? 'rent from the day of moving in'
      : `rent from ${monthName(next)} ${next.slice(0, 4)} on`
  return `${full_name}: ${room} since ${formatDay(start_date)}, ${owes}, ${rent}`
}

const listFaculties = (tx: Db) =>
  tx
    .selectFrom('faculties')
    .innerJoin('colleges', 'colleges.id', 'faculties.college_id')
    .select(['faculties.id', 'college_id', 'faculties.name', 'colleges.name as college'])
    .execute()

/** @throws {RowError} when somebody else has the ID number, or the same person another room */
async function isThereAlready(
  tx: Db,
  { user: { company_id } }: Importing,
  { id_number, full_name, room }: NewTenant,
  today: Day,
): Promise<boolean> {
  const owner = await findUserOfNumber(tx, 'id_numbers', alphanumeric(id_number).toUpperCase())
  if (!owner) return false
  if (owner.company_id !== company_id) throw new RowError('This ID number is registered already.')
  const known = await tx
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', owner.user_id)
    .select([fullName().as('name'), roomNumberOn('users.company_id', 'users.id', today).as('room')])
    .executeTakeFirstOrThrow()
  const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  if (isSame(known.name, full_name) && isSame(known.room, room)) return true
  throw new RowError(
    `This ID number is ${known.name}’s already${known.room ? `, in ${known.room}` : ''}.`,
  )
}

async function moveIn(
  tx: Db,
  { context, user: staff, hashes }: Importing,
  tenant: NewTenant,
  faculties: Awaited<ReturnType<typeof listFaculties>>,
): Promise<number> {
  const { company_id } = staff
  const { full_name, phone_number, id_number, start_date, end_date, details } = tenant
  const today = dayOf(context.now())
  const month = monthOf(context.now())
  const room = await findRoomByNumber(tx, company_id, tenant.room)
  if (!room) throw new RowError(`There is no room ${tenant.room || '(it is missing)'}.`)
  const [first_name = '', ...rest] = full_name.split(/\s+/)
  const user_id = await insertUser(tx, {
    company_id,
    first_name,
    last_name: rest.join(' '),
    email: tenant.email ?? phone_number + PLACEHOLDER_SUFFIX,
    username: `0${phone_number.slice(3)}`,
    phone: phone_number,
    password_hash: hashes.get(id_number) ?? '',
    must_change_password: true,
  })
  const userKey = { company_id, user_id }
  if (!(await claimNumber(tx, 'id_numbers', alphanumeric(id_number).toUpperCase(), userKey))) {
    throw new RowError('This ID number is registered already.')
  }
  await ensureAccountNumber(tx, userKey)
  const hasBegun = start_date <= today
  const { id: tenancy_id } = await tx
    .insertInto('tenancies')
    .values({ ...userKey, first_rent_month: hasBegun ? nextMonth(month) : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (details) {
    const { college, faculty, registration_number, ...more } = details
    const found = faculties.find(
      (one) =>
        one.name.toLowerCase() === faculty.toLowerCase() &&
        one.college.toLowerCase() === college.toLowerCase(),
    )
    if (!found) throw new RowError(`There is no faculty “${faculty}” in “${college}”.`)
    const number = alphanumeric(registration_number).toUpperCase()
    if (!(await claimNumber(tx, 'registration_numbers', number, userKey))) {
      throw new RowError('This registration number is registered already.')
    }
    await insertDetails(tx, {
      ...userKey,
      ...more,
      tenancy_id,
      full_name,
      id_number,
      phone_number,
      registration_number,
      college_id: found.college_id,
      faculty_id: found.id,
      sponsor_phone: null,
      terms_agreed_at: null,
      terms_version: null,
    })
  }
  await insertStay(tx, {
    company_id,
    tenancy_id,
    room_id: room.id,
    from_day: start_date,
    until_day: end_date,
  })
    .catch(rethrowRoomFull(room.room_number, 'room'))
    .catch((error: unknown) => {
      const { body } = error as { body?: { code?: string } }
      if (body?.code !== 'room_taken') throw error
      throw new RowError(`${room.room_number} has no free place from ${formatDay(start_date)} on.`)
    })
  if (tenant.opening_balance !== 0) {
    await tx
      .insertInto('charges')
      .values({
        ...userKey,
        kind: 'correction',
        month,
        amount: tenant.opening_balance,
        reason: OPENING_BALANCE,
        entered_by: staff.id,
      })
      .execute()
  }
  const company = await tx
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['id', 'first_month'])
    .executeTakeFirstOrThrow()
  await chargeRent(tx, company, context.now(), tenancy_id)
  return user_id
}
