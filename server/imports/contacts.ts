import { normaliseAccountNumber } from '#rules/account-number.ts'
import { realAddress } from '#rules/email.ts'
import { idNumberKey } from '#rules/id-number.ts'
import { emergencyFields, type RowFields } from '#rules/import-columns.ts'
import { formatPhone } from '#rules/phone.ts'
import { loginKey, loginsOf } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import {
  type Contact,
  contactOf,
  type EmergencyContact,
  findContact,
  isSameContact,
  type KnownContact,
  selectContacts,
  withLogins,
  writeContact,
} from '../tenant-record/contact.ts'
import { emergencyCells } from './details.ts'
import {
  addEffect,
  type Importing,
  type ImportOutcome,
  inBatches,
  joinReasons,
  newOnce,
  newOutcome,
  type Once,
  type Row,
  RowError,
  readAll,
  readable,
  readEmail,
  readPhone,
  reasonOf,
  refuseTaken,
  tryRow,
} from './rows.ts'

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

  return ({ account_number, id_number, phone_number }: RowFields): KnownContact => {
    if (!account_number && !id_number) {
      if (!phone_number) {
        throw new RowError('Whose is this? The account number, ID number or phone is missing.')
      }
      const found = byPhone.get(readPhone(phone_number))
      if (!found) throw noTenant(`the phone number ${formatPhone(phone_number)}`)
      return found
    }
    const ofAccount = account_number && byAccount.get(normaliseAccountNumber(account_number))
    const ofIdNumber = id_number && byIdNumber.get(idNumberKey(id_number))
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

/** A tenant's contact according to a row. An empty cell keeps the present value. `once` is passed when the file is read. */
function readContact({ fields }: Row, known: KnownContact, once?: Once): Contact {
  const typedPhone = fields.phone_number ?? ''
  const typedEmail = fields.email ?? ''
  const { given, email, emergency } = readAll({
    given: () => {
      if (typedPhone === '') return null
      const phone = readPhone(typedPhone)
      once?.('Phone', phone, formatPhone(phone))
      return phone
    },
    email: () => {
      if (typedEmail === '') return realAddress(known.email)
      const email = readEmail(typedEmail)
      once?.('Email', loginKey(email), email)
      return email
    },
    emergency: () => {
      const read = emergencyFields.map((name) => [
        name,
        () => (fields[name] ? emergencyCells[name].read(fields[name]) : known[name]),
      ])
      return readAll(Object.fromEntries(read)) as EmergencyContact
    },
  })
  const phone = given ?? known.phone
  const isNew = known.tenancy_id === null && emergencyFields.some((name) => fields[name])
  if (isNew && phone === null) {
    throw new RowError(`${known.full_name} has no phone number yet. Give it in this file, too.`)
  }
  return {
    ...withLogins(known, { phone, email }),
    form_phone: isNew ? phone : known.form_phone && (given ?? known.form_phone),
    ...emergency,
  }
}

function effectOf({ full_name }: KnownContact, before: Contact, after: Contact): string {
  const phone = (value: string | null) => (value === null ? 'none' : formatPhone(value))
  const email = (value: string) => realAddress(value) ?? 'none'
  const changes = [
    ['phone', phone(before.phone ?? before.form_phone), phone(after.phone)],
    ['email', email(before.email), email(after.email)],
    ...emergencyFields.map((field) => {
      const { name, say } = emergencyCells[field]
      return [name, say(before[field]), say(after[field])]
    }),
  ]
  const said = changes.flatMap(([what, was, is]) =>
    was === is ? [] : [`${what} ${is} instead of ${was}`],
  )
  return `${full_name}: ${said.join(', ') || `phone ${phone(after.phone)} in the form, too`}`
}

/** Changes the contacts of existing tenants. */
export async function importContacts(tx: Db, { user, rows }: Importing): Promise<ImportOutcome> {
  const { company_id } = user
  const find = await loadFinder(tx, company_id)
  const onceIn = newOnce()
  /** The logins that earlier rows have written: `once` refuses those, naming the earlier line. */
  const written = new Set<string>()
  const outcome = newOutcome()
  /** The tenant whom the row changes; undefined when nothing changes. */
  function findChanged(row: Row): KnownContact | undefined {
    const known = find(row.fields)
    const once = onceIn(row)
    const { contact } = readAll({
      line: () => once('Tenant', String(known.id), known.full_name),
      contact: () => readContact(row, known, once),
    })
    if (isSameContact(contact, known)) return undefined
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
      for (const login of loginsOf(after)) written.add(login)
      outcome.made.push({ user_id: known.id, before, after })
      outcome.added++
      const { id, tenancy_id } = known
      addEffect(outcome, effectOf(known, before, after), { id, tenancy_id, before, after })
    })
  }
  /** Other reasons to refuse a row. The tenant's own logins, by which they may have been found, are no reason. */
  async function listRefusals({ fields }: Row) {
    const known = readable(() => find(fields))
    if (!known) return []
    const own = loginsOf(known)
    return refuseTaken(tx, fields, (login) => own.includes(login) || written.has(login))
  }
  for await (const batch of inBatches(rows)) {
    for (const row of batch) {
      const reason = await change(row).catch(reasonOf)
      if (reason === null) continue
      const reasons = [reason, ...(await listRefusals(row))]
      outcome.bad.push({ line: row.line, cells: row.cells, reason: joinReasons(reasons) })
    }
  }
  return outcome
}

/**
 * Restores a contact that an import changed.
 * @throws {RowError} when it has been changed again since
 */
export async function restoreContact(
  tx: Db,
  company_id: number,
  { user_id, before, after }: { user_id: number; before: unknown; after: unknown },
) {
  const known = await findContact(tx, company_id, user_id)
  if (known.is_staff || !isSameContact(known, after as Contact)) throw new RowError('changed since')
  await writeContact(tx, known, before as Contact)
}
