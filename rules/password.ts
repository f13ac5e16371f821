import { toMsisdn } from './phone.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** Details that others may know about a user, and that therefore must not be their password. */
export interface PersonalDetails {
  first_name: string
  last_name: string
  email: string
  username: string
  phone: string | null
  id_number: string | null
}

/** Ignores case, accents, spaces and punctuation. */
const normalise = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** 254…, 0… and without either prefix. */
function phoneForms(text: string): string[] {
  const msisdn = toMsisdn(text)
  return msisdn ? [msisdn, `0${msisdn.slice(3)}`, msisdn.slice(3)] : []
}

const localPart = (address: string) => address.split('@')[0] ?? ''

/** Every spelling of each detail, by its name in the message to the user. */
function spellings(details: PersonalDetails): [name: string, texts: string[]][] {
  const { first_name, last_name, email, username, phone, id_number } = details
  const names = [first_name, last_name, first_name + last_name, last_name + first_name]
  return [
    ['ID number', [id_number ?? '']],
    ['phone number', phoneForms(phone ?? '')],
    ['email address', [email, localPart(email)]],
    ['username', [username, localPart(username), ...phoneForms(username)]],
    ['name', names],
  ]
}

/**
 * Checks a password that a user chooses.
 * @param common the most common passwords, in lower case
 * @returns a message for the user, or null when the password is good
 */
export function passwordProblem(
  password: string,
  details: PersonalDetails,
  common: ReadonlySet<string>,
): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `Please choose at least ${MIN_PASSWORD_LENGTH} characters.`
  }
  if (password.length > MAX_PASSWORD_LENGTH) return `At most ${MAX_PASSWORD_LENGTH} characters.`
  const chosen = normalise(password)
  const personal = spellings(details).find(([, texts]) =>
    texts.some((text) => chosen !== '' && normalise(text) === chosen),
  )
  if (personal) return `Your ${personal[0]} is easy to guess. Please choose another password.`
  if (common.has(password.toLowerCase()) || common.has(chosen)) {
    return 'Many people use this password, so it is easy to guess. Please choose another.'
  }
  return null
}
