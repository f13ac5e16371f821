import type { StudentOnboarding } from '#contract/onboarding.ts'
import { lettersAndDigits } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { findLogin } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { conflict, type HttpError } from '../errors.ts'
import { findHolder } from './queries.ts'

const sentences = {
  phone_number: 'This phone number is registered already. If it is yours, log in first.',
  id_number: 'This ID number is registered already. If it is yours, log in first.',
  registration_number:
    'This registration number is registered already. If it is yours, log in first.',
}
type Taken = keyof typeof sentences

/** Says which are taken, and nothing about whose they are. */
export function registered(fields: Taken[]): HttpError {
  const told = Object.fromEntries(fields.map((field) => [field, sentences[field]]))
  return conflict(sentences[fields[0] ?? 'phone_number'], 'registered', { fields: told })
}

/** Two spellings of one number are one number: capitals, and no gaps or signs. */
const plain = (number: string) => lettersAndDigits(number).toUpperCase()

/** The numbers of a form as the directories spell them. */
export const asKept = (form: StudentOnboarding) => ({
  id_number: plain(form.id_number),
  registration_number: plain(form.registration_number),
})

/** @throws {HttpError} 409 with all that is somebody else's */
export async function checkNew(db: Db, form: StudentOnboarding, user: AuthUser | null) {
  const { id_number, registration_number } = asKept(form)
  const [login, id, registration] = await Promise.all([
    findLogin(db, form.phone_number),
    findHolder(db, 'id_numbers', id_number),
    findHolder(db, 'registration_numbers', registration_number),
  ])
  const own = (person: { company_id: number; id: number }) =>
    user?.company_id === person.company_id && user.id === person.id
  const fields: Taken[] = []
  if (login && !own(login)) fields.push('phone_number')
  if (id && !own({ ...id, id: id.user_id })) fields.push('id_number')
  if (registration && !own({ ...registration, id: registration.user_id })) {
    fields.push('registration_number')
  }
  if (fields.length > 0) throw registered(fields)
}
