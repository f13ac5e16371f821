import { getUser } from '#contract/auth.ts'
import { onboardTenant } from '#contract/onboarding.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { addMonths, dayOf } from '#rules/calendar.ts'
import type { StaffRole } from '#rules/staff-roles.ts'
import { hashPassword } from '../auth/password.ts'
import { insertUser } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { ensureAccountNumber } from '../tenancy/numbers.ts'
import type { Caller, TestServer } from './server.ts'
import { namesOfTenant, newStudent, slug } from './students.ts'

/** Of every user that is added here. */
export const password = 'far-away-from-here'
const hashed = hashPassword(password)

const other = { name: 'Other', tagline: '', email: '', phone: '', address: '', hours: '' }

/** What is known of a residence beside the demo's, with all texts; its slug is `jacaranda-house`. */
export const jacaranda: typeof other = {
  name: 'Jacaranda House',
  tagline: 'Rooms under the trees.',
  email: 'hello@jacaranda.example',
  phone: '0709 000 456',
  address: 'Thika Road',
  hours: 'Every day',
}

/** A second residence in the installation, without any rooms. */
export async function addCompany(
  db: Db,
  slug = 'other',
  texts: Partial<typeof other> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('companies')
    .values({ slug, ...other, ...texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewPerson {
  first_name?: string
  last_name?: string
  /** An owner, unless a role is given. */
  is_staff?: boolean
  staff_role?: StaffRole | null
}

/** A user who signs in with `email` and the password above. */
export async function addPerson(
  db: Db,
  company_id: number,
  email: string,
  {
    first_name = 'Stranger',
    last_name = 'Elsewhere',
    is_staff = false,
    staff_role = is_staff ? ('owner' as const) : null,
  }: NewPerson = {},
): Promise<number> {
  const password_hash = await hashed
  return db.transaction().execute((tx) =>
    insertUser(tx, {
      company_id,
      first_name,
      last_name,
      email,
      username: email,
      password_hash,
      staff_role,
    }),
  )
}

export interface TestPerson extends Caller {
  /** Signs in again, when the session has ended. */
  signIn(): Promise<void>
}

async function signedIn(server: TestServer, username: string, secret: string): Promise<TestPerson> {
  let caller = await server.signIn(username, secret)
  return {
    call: (endpoint, input) => caller.call(endpoint, input),
    fetch: (path, init) => caller.fetch(path, init),
    async signIn() {
      caller = await server.signIn(username, secret)
    },
  }
}

/** The owner of the demo residence. */
export const signInGrace = (server: TestServer): Promise<TestPerson> =>
  signedIn(server, 'staff@acacia.example', 'staff-demo-2026')

let made = 0

export interface TestTenant extends TestPerson {
  id: number
  /** Names them in a path. */
  params: { id: string }
  full_name: string
  account: string
  room: string
  /** What they owe, as they see it. */
  owed(): Promise<number>
}

export interface NewTenant {
  full_name?: string
  room?: string
  /** The rent of a month, all that they owe. */
  owes?: number
  /** Instead of the demo's. */
  residence?: { company_id: number; slug: string }
}

/** A tenant whom no other test knows, in a room of their own since today. */
export async function addTenant(
  server: TestServer,
  { full_name, room, owes = 6500, residence = { company_id: 1, slug } }: NewTenant = {},
): Promise<TestTenant> {
  const { db, now } = server.running.context
  made++
  const name = full_name ?? namesOfTenant(made).join(' ')
  const room_number = room ?? `T${String(made).padStart(3, '0')}`
  const { id: room_id } = await db
    .insertInto('rooms')
    .values({ company_id: residence.company_id, room_number, rate: owes, capacity: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const start_date = dayOf(now())
  const days = { start_date, end_date: addMonths(start_date, 12) }
  const body = await newStudent(server, { full_name: name, room: room_id, ...days })
  const moved = await server.call(onboardTenant, { params: { slug: residence.slug }, body })
  if (moved.status !== 201) throw new Error(moved.body.message)
  const person = await signedIn(server, moved.body.username, String(body.id_number))
  const { id } = (await person.call(getUser, {})).body
  return {
    ...person,
    ...{ id, params: { id: String(id) }, full_name: name, room: room_number },
    account: moved.body.account_number,
    owed: async () => (await person.call(getPaymentSummary, {})).body.current_month_balance,
  }
}

export interface TestStaff extends TestPerson {
  id: number
  email: string
  full_name: string
}

/** Somebody with this role who has come to work in a residence, by default the demo's. */
export async function addStaff(
  server: TestServer,
  staff_role: StaffRole,
  company_id = 1,
): Promise<TestStaff> {
  const email = `staff-${++made}@staff.example`
  const names = { first_name: 'Staff', last_name: `No ${made}` }
  const { db } = server.running.context
  const id = await addPerson(db, company_id, email, { ...names, staff_role })
  const person = await signedIn(server, email, password)
  return { ...person, id, email, full_name: `Staff No ${made}` }
}

/** A residence beside the demo's with the same paybill; its owner has an account number too. */
export async function addResidence(server: TestServer) {
  const { db } = server.running.context
  const slug = `elsewhere-${++made}`
  const company_id = await addCompany(db, slug)
  const owner = await addStaff(server, 'owner', company_id)
  const account = await ensureAccountNumber(db, { company_id, user_id: owner.id })
  return { company_id, slug, owner, user_id: owner.id, account }
}
