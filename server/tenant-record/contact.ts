import type { Insertable } from 'kysely'
import { placeholderAddress } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { localPhone, toMsisdn } from '#rules/phone.ts'
import type { Relationship } from '#rules/tenancy.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { fullName, lockUser, loginKey, moveLogins, updateUserRow } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { TenantSchema } from '../db/tenant-schema.ts'

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
 * The user's logins after a change of phone number or email address: a username and an address that were made from the old
 * ones are made from the new ones. Without an address (null) they get one that is made from their phone number.
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
    : (address ?? (phone === null ? known.email : placeholderAddress(phone)))
  const isPhone = known.phone !== null && toMsisdn(known.username) === known.phone
  return {
    phone,
    email,
    username:
      isPhone && hasNewPhone
        ? localPhone(phone)
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
  const emergency = { emergency_phone_number, emergency_contact_relationship }
  if (!tenancy_id) {
    if (form_phone) await insertForm(tx, known, { phone_number: form_phone, ...emergency })
    return
  }
  const ofForm = (table: 'tenant_details') =>
    tx.updateTable(table).where('company_id', '=', company_id).where('tenancy_id', '=', tenancy_id)
  if (form_phone) {
    await ofForm('tenant_details')
      .set({ phone_number: form_phone, ...emergency })
      .execute()
    return
  }
  // The row was made for the emergency contact; other details that are known by now stay.
  await ofForm('tenant_details').set(emergency).execute()
  await tx
    .deleteFrom('tenant_details')
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', tenancy_id)
    .where(({ and, eb }) =>
      and(
        (
          ['registration_number', 'year_of_study', 'college_id', 'gender', 'sponsor_phone'] as const
        ).map((column) => eb(column, 'is', null)),
      ),
    )
    .where('terms_agreed_at', 'is', null)
    .execute()
}

/** Stores contact details of somebody who hasn't filled in the onboarding form. */
async function insertForm(
  tx: Db,
  { company_id, id, full_name }: KnownContact,
  form: Pick<
    Insertable<TenantSchema['tenant_details']>,
    'phone_number' | 'emergency_phone_number' | 'emergency_contact_relationship'
  >,
) {
  const key = { company_id, user_id: id }
  const { tenancy_id } = await tx
    .selectFrom('tenancies')
    .where('company_id', '=', company_id)
    .where('user_id', '=', id)
    .select(({ fn }) => fn.max('id').as('tenancy_id'))
    .executeTakeFirstOrThrow()
  const number = await tx
    .selectFrom('id_numbers')
    .where('company_id', '=', company_id)
    .where('user_id', '=', id)
    .select('id_number')
    .executeTakeFirst()
  const id_number = number?.id_number ?? null
  await tx
    .insertInto('tenant_details')
    .values({ ...key, tenancy_id, full_name, id_number, ...form })
    .execute()
}
