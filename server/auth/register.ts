import type * as z from 'zod/mini'
import type { registration } from '#contract/auth.ts'
import { findCompany, findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { hashChosen } from './chosen-password.ts'
import { findTakenLogins, insertUser, LoginsTaken } from './user-queries.ts'

/** Names under .invalid belong to nobody, and the placeholders of our tenants stand there. */
export function requireRealAddress(email: string) {
  if (/[@.]invalid$/i.test(email)) {
    throw invalid('email', 'Please give an e-mail address that reaches you.')
  }
}

export const emailTaken = (message: string) =>
  conflict(message, 'email_taken', { fields: { email: message } })
const signInInstead = 'There is an account with this e-mail address already. Please sign in.'

/** An account without a room; no session is started. */
export async function registerPerson(
  { db }: Context,
  person: Pick<z.output<typeof registration>, 'first_name' | 'last_name' | 'email' | 'password'>,
  slug: string | undefined,
): Promise<void> {
  const { first_name, last_name, email, password } = person
  requireRealAddress(email)
  const names = { first_name, last_name, email, username: email, phone: null }
  const password_hash = await hashChosen(password, { ...names, id_number: null })
  const known = slug ? await findCompany(db, slug) : undefined
  const company = known ?? (await findFirstCompany(db))
  if (!company) throw notFound('There is no residence here yet.')
  if ((await findTakenLogins(db, [email])).length > 0) throw emailTaken(signInInstead)
  try {
    await db.transaction().execute((tx) =>
      insertUser(tx, {
        ...names,
        company_id: company.id,
        password_hash,
        is_staff: false,
        must_change_password: false,
      }),
    )
  } catch (error) {
    throw error instanceof LoginsTaken ? emailTaken(signInInstead) : error
  }
}
