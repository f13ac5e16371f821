import type { StaffRole } from '#rules/staff-roles.ts'
import { hashPassword } from '../auth/password.ts'
import { insertUser } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'

/** Of every user that is added here. */
export const password = 'far-away-from-here'

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
  const password_hash = await hashPassword(password)
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
