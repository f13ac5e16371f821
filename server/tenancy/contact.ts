import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { toMsisdn } from '#rules/phone.ts'
import type { Relationship } from '#rules/tenancy.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { fullName, lockUser, loginKey, moveLogins, updateUserRow } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'

/** How a tenant can be reached; what is null and stands in the onboarding form is so for whoever has none. */
export interface Contact {
  phone: string | null
  email: string
  username: string
  form_phone: string | null
  emergency_phone_number: string | null
  emergency_contact_relationship: Relationship | null
}

export const contactOf = (known: Contact): Contact => ({
  phone: known.phone,
  email: known.email,
  username: known.username,
  form_phone: known.form_phone,
  emergency_phone_number: known.emergency_phone_number,
  emergency_contact_relationship: known.emergency_contact_relationship,
})

/** Present and former tenants, with their latest onboarding form. */
export const selectContacts = (db: Db, company_id: number) =>
  db
    .selectFrom('users')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('tenant_details')
          .whereRef('tenant_details.company_id', '=', 'users.company_id')
          .whereRef('tenant_details.user_id', '=', 'users.id')
          .select(['tenancy_id', 'phone_number as form_phone', 'emergency_phone_number'])
          .select('emergency_contact_relationship')
          .orderBy('tenancy_id', 'desc')
          .limit(1)
          .as('form'),
      (join) => join.onTrue(),
    )
    .where('users.company_id', '=', company_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tenancies')
          .whereRef('tenancies.company_id', '=', 'users.company_id')
          .whereRef('tenancies.user_id', '=', 'users.id')
          .select('tenancies.id'),
      ),
    )
    .select(['users.id', 'users.company_id', fullName().as('full_name'), 'is_staff'])
    .select(['phone', 'email', 'username'])
    .select(['form.tenancy_id', 'form_phone', 'emergency_phone_number'])
    .select('emergency_contact_relationship')

export type KnownContact = Awaited<ReturnType<typeof findContact>>

/** Locks the tenant until the transaction ends. */
export async function findContact(tx: Db, company_id: number, user_id: number) {
  await lockUser(tx, company_id, user_id)
  return selectContacts(tx, company_id).where('users.id', '=', user_id).executeTakeFirstOrThrow()
}

/**
 * What a user has after a change of phone number or email address: a username and an address that were made of the old ones
 * become those of the new ones. Without an address (null) they get one that is made of their phone number.
 */
export function withLogins(
  known: Pick<Contact, 'phone' | 'email' | 'username'>,
  { phone, email: address }: { phone: string | null; email: string | null },
): Pick<Contact, 'phone' | 'email' | 'username'> {
  const hasNewPhone = phone !== null && phone !== known.phone
  const keepsAddress =
    address === null
      ? realAddress(known.email) === null && !hasNewPhone
      : loginKey(address) === loginKey(known.email)
  const email = keepsAddress
    ? known.email
    : (address ?? (phone === null ? known.email : phone + PLACEHOLDER_SUFFIX))
  const isPhone = known.phone !== null && toMsisdn(known.username) === known.phone
  return {
    phone,
    email,
    username:
      isPhone && hasNewPhone
        ? `0${phone.slice(3)}`
        : known.username === known.email
          ? email
          : known.username,
  }
}

const keys = [
  'phone',
  'email',
  'username',
  'form_phone',
  'emergency_phone_number',
  'emergency_contact_relationship',
] as const satisfies (keyof Contact)[]

export const isSameContact = (one: Contact, other: Contact) =>
  keys.every((key) => one[key] === other[key])

/** @throws {LoginsTaken} */
export async function writeContact(tx: Db, known: KnownContact, contact: Contact) {
  const { company_id, id, tenancy_id } = known
  const { phone, email, username } = contact
  await moveLogins(tx, known, contact)
  await updateUserRow(tx, company_id, id, { phone, email, username })
  // Links for a new password that were sent to the old address become invalid.
  if (email !== known.email) await deleteResets(tx, company_id, id)
  const { form_phone, emergency_phone_number, emergency_contact_relationship } = contact
  if (!tenancy_id || !form_phone || !emergency_phone_number || !emergency_contact_relationship)
    return
  await tx
    .updateTable('tenant_details')
    .set({ phone_number: form_phone, emergency_phone_number, emergency_contact_relationship })
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', tenancy_id)
    .execute()
}
