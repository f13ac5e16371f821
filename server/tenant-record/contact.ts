import type { Selectable } from 'kysely'
import { placeholderAddress } from '#contract/auth.ts'
import { detailNames } from '#contract/tenant-record.ts'
import { realAddress } from '#rules/email.ts'
import { type EmergencyField, emergencyFields } from '#rules/import-columns.ts'
import { localPhone, toMsisdn } from '#rules/phone.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { fullName, lockUser, loginKey, moveLogins, updateUserRow } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { TenantSchema } from '../db/tenant-schema.ts'

export type EmergencyContact = Pick<Selectable<TenantSchema['tenant_details']>, EmergencyField>

/** How a tenant can be reached; what is null and stands in the onboarding form is so for whoever has none. */
export interface Contact extends EmergencyContact {
  phone: string | null
  email: string
  username: string
  form_phone: string | null
}

const columns = [
  ...(['phone', 'email', 'username', 'form_phone'] as const),
  ...emergencyFields,
] satisfies (keyof Contact)[]

const pick = <From, Name extends keyof From>(from: From, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

export const contactOf = (known: Contact): Contact => pick(known, columns)

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
          .select(['tenancy_id', 'phone_number as form_phone', ...emergencyFields])
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
    .select(['form.tenancy_id', ...columns])

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

/** A contact that an import has stored may lack a column that was added later. */
export const isSameContact = (one: Contact, other: Contact) =>
  columns.every((name) => (one[name] ?? null) === (other[name] ?? null))

/** Columns of details that are no part of a contact. The ID number is known without the onboarding form, too. */
const otherDetails = detailNames.flatMap((name) =>
  name === 'id_number' || emergencyFields.some((one) => one === name)
    ? []
    : name === 'college' || name === 'faculty'
      ? [`${name}_id` as const]
      : [name],
)

/** @throws {LoginsTaken} */
export async function writeContact(tx: Db, known: KnownContact, contact: Contact) {
  const { company_id, id, tenancy_id } = known
  const { phone, email, username } = contact
  await moveLogins(tx, known, contact)
  await updateUserRow(tx, company_id, id, { phone, email, username })
  // Links for a new password that were sent to the old address become invalid.
  if (email !== known.email) await deleteResets(tx, company_id, id)
  const { form_phone } = contact
  const emergency = pick(contact, emergencyFields)
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
    .where(({ and, eb }) => and(otherDetails.map((column) => eb(column, 'is', null))))
    .where('terms_agreed_at', 'is', null)
    .execute()
}

/** Stores contact details of somebody who hasn't filled in the onboarding form. */
async function insertForm(
  tx: Db,
  { company_id, id, full_name }: KnownContact,
  form: EmergencyContact & { phone_number: string },
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
