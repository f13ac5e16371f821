import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import { formatPhone, toMsisdn } from '#rules/phone.ts'
import { alphanumeric, type Relationship } from '#rules/tenancy.ts'
import { deleteResets } from '../auth/password-reset.ts'
import { fullName, lockUser, loginKey, moveLogins, updateUserRow } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import {
  addEffect,
  type Importing,
  inBatches,
  newOutcome,
  type Outcome,
  type Row,
  RowError,
  readEmail,
  readPhone,
  readRelationship,
  reasonOf,
  tryRow,
} from './rows.ts'

/** How a tenant can be reached; what is null and stands in the onboarding form is so for whoever has none. */
interface Contact {
  phone: string | null
  email: string
  username: string
  form_phone: string | null
  emergency_phone_number: string | null
  emergency_contact_relationship: Relationship | null
}

const contactOf = (known: Contact): Contact => ({
  phone: known.phone,
  email: known.email,
  username: known.username,
  form_phone: known.form_phone,
  emergency_phone_number: known.emergency_phone_number,
  emergency_contact_relationship: known.emergency_contact_relationship,
})

/** Present and former tenants, with their latest onboarding form. */
const selectContacts = (db: Db, company_id: number) =>
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

type Known = Awaited<ReturnType<typeof findContact>>

/** Locks the tenant until the transaction ends. */
async function findContact(tx: Db, company_id: number, user_id: number) {
  await lockUser(tx, company_id, user_id)
  return selectContacts(tx, company_id).where('users.id', '=', user_id).executeTakeFirstOrThrow()
}

/** Finds the tenant whom a row is about: by account number or ID number, else by the phone number they have. */
async function loadFinder(tx: Db, company_id: number) {
  const tenants = await selectContacts(tx, company_id).execute()
  const accounts = await tx
    .selectFrom('account_numbers')
    .where('company_id', '=', company_id)
    .select(['account_number', 'user_id'])
    .execute()
  const idNumbers = await tx
    .selectFrom('id_numbers')
    .where('company_id', '=', company_id)
    .select(['id_number', 'user_id'])
    .execute()
  const byId = new Map(tenants.map((one) => [one.id, one]))
  const byAccount = new Map(accounts.map((row) => [row.account_number, byId.get(row.user_id)]))
  const byIdNumber = new Map(idNumbers.map((row) => [row.id_number, byId.get(row.user_id)]))
  const byPhone = new Map(tenants.map((one) => [one.phone, one]))
  const noTenant = (by: string) => new RowError(`There is no tenant with ${by}.`)

  return ({ account_number, id_number, phone_number }: Row['fields']): Known => {
    if (!account_number && !id_number) {
      if (!phone_number) {
        throw new RowError('Whose is this? The account number, ID number or phone is missing.')
      }
      const found = byPhone.get(readPhone('phone_number', phone_number))
      if (!found) throw noTenant(`the phone number ${formatPhone(phone_number)}`)
      return found
    }
    const ofAccount = account_number && byAccount.get(normaliseAccountNumber(account_number))
    const ofIdNumber = id_number && byIdNumber.get(alphanumeric(id_number).toUpperCase())
    if (account_number && !ofAccount) throw noTenant(`the account number ${account_number}`)
    if (id_number && !ofIdNumber) throw noTenant(`the ID number ${id_number}`)
    if (ofAccount && ofIdNumber && ofAccount !== ofIdNumber) {
      throw new RowError(
        `The account number is ${ofAccount.full_name}’s, and the ID number ${ofIdNumber.full_name}’s.`,
      )
    }
    const found = ofAccount || ofIdNumber
    if (!found) throw noTenant('these numbers')
    return found
  }
}

/** What a row says of a tenant; an empty cell leaves what is there. */
function readContact({ fields }: Row, known: Known): Contact {
  const typedPhone = fields.phone_number ?? ''
  const typedEmail = fields.email ?? ''
  const typedEmergency = fields.emergency_phone_number ?? ''
  const typedRelationship = fields.emergency_contact_relationship ?? ''
  const hasForm = known.tenancy_id !== null
  if (!hasForm && (typedEmergency || typedRelationship)) {
    throw new RowError(
      `${known.full_name} hasn’t filled in the onboarding form, where the emergency contact belongs.`,
    )
  }
  const given = typedPhone === '' ? null : readPhone('phone_number', typedPhone)
  const phone = given ?? known.phone
  const address = typedEmail === '' ? known.email : readEmail(typedEmail)
  const hasNewPhone = phone !== null && phone !== known.phone
  const isPlaceholder = known.email.endsWith(PLACEHOLDER_SUFFIX)
  const email =
    loginKey(address) !== loginKey(known.email)
      ? address
      : hasNewPhone && isPlaceholder
        ? phone + PLACEHOLDER_SUFFIX
        : known.email
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
    form_phone: hasForm ? (given ?? known.form_phone) : null,
    emergency_phone_number: typedEmergency
      ? readPhone('emergency_phone_number', typedEmergency)
      : known.emergency_phone_number,
    emergency_contact_relationship: typedRelationship
      ? readRelationship(typedRelationship)
      : known.emergency_contact_relationship,
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

const isSame = (one: Contact, other: Contact) => keys.every((key) => one[key] === other[key])

/** @throws {LoginsTaken} */
async function writeContact(tx: Db, known: Known, contact: Contact) {
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

function effectOf({ full_name }: Known, before: Contact, after: Contact): string {
  const phone = (value: string | null) => (value === null ? 'none' : formatPhone(value))
  const email = (value: string) => (value.endsWith(PLACEHOLDER_SUFFIX) ? 'none' : value)
  const changes = [
    ['phone', phone(before.phone ?? before.form_phone), phone(after.phone)],
    ['email', email(before.email), email(after.email)],
    ['emergency phone', phone(before.emergency_phone_number), phone(after.emergency_phone_number)],
    [
      'emergency contact',
      before.emergency_contact_relationship,
      after.emergency_contact_relationship,
    ],
  ]
  const said = changes.flatMap(([what, was, is]) =>
    was === is ? [] : [`${what} ${is} instead of ${was}`],
  )
  return `${full_name}: ${said.join(', ') || `phone ${phone(after.phone)} in the form, too`}`
}

/** Changes how tenants who are there already can be reached. */
export async function importContacts(tx: Db, { user, rows }: Importing): Promise<Outcome> {
  const { company_id } = user
  const find = await loadFinder(tx, company_id)
  const lines = new Map<number, number>()
  const outcome = newOutcome()
  /** Undefined when nothing changes. */
  function findChanged(row: Row): Known | undefined {
    const known = find(row.fields)
    const earlier = lines.get(known.id)
    if (earlier !== undefined) throw new RowError(`${known.full_name} is in line ${earlier} too.`)
    lines.set(known.id, row.line)
    const contact = readContact(row, known)
    if (isSame(contact, known)) return undefined
    if (known.is_staff) {
      throw new RowError(
        `${known.full_name} has a staff account, and changes this in their profile.`,
      )
    }
    return known
  }
  async function change(row: Row) {
    const found = findChanged(row)
    if (!found) {
      outcome.unchanged++
      return null
    }
    return tryRow(tx, async () => {
      const known = await findContact(tx, company_id, found.id)
      const [before, after] = [contactOf(known), readContact(row, known)]
      await writeContact(tx, known, after)
      outcome.made.push({ user_id: known.id, before, after })
      outcome.added++
      addEffect(outcome, effectOf(known, before, after))
    })
  }
  for await (const batch of inBatches(rows)) {
    for (const row of batch) {
      const reason = await change(row).catch(reasonOf)
      if (reason !== null) outcome.bad.push({ line: row.line, cells: row.cells, reason })
    }
  }
  return outcome
}

/**
 * Puts back what an import changed.
 * @throws {RowError} when it has been changed again since
 */
export async function restoreContact(
  tx: Db,
  company_id: number,
  { user_id, before, after }: { user_id: number; before: unknown; after: unknown },
) {
  const known = await findContact(tx, company_id, user_id)
  if (known.is_staff || !isSame(known, after as Contact)) throw new RowError('changed since')
  await writeContact(tx, known, before as Contact)
}
