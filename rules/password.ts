import { toMsisdn } from './phone.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** What an outsider may know of somebody, and so must not be their password. */
export interface PersonalDetails {
  first_name: string
  last_name: string
  email: string
  username: string
  phone: string | null
  id_number: string | null
}

/** Case, accents, gaps and punctuation aside. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** As it stands, in its local and its international form, and without either. */
function phoneForms(text: string): string[] {
  const msisdn = toMsisdn(text)
  return msisdn ? [msisdn, `0${msisdn.slice(3)}`, msisdn.slice(3)] : []
}

const localPart = (address: string) => address.split('@')[0] ?? ''

/** Every spelling that counts as one's own, by what it is called. */
function own(person: PersonalDetails): [what: string, texts: string[]][] {
  const { first_name, last_name, email, username, phone, id_number } = person
  const names = [first_name, last_name, first_name + last_name, last_name + first_name]
  return [
    ['ID number', [id_number ?? '']],
    ['phone number', phoneForms(phone ?? '')],
    ['e-mail address', [email, localPart(email)]],
    ['username', [username, localPart(username), ...phoneForms(username)]],
    ['name', names],
  ]
}

/**
 * What is wrong with a password that somebody chooses (design 5, "Sign-in"), as a sentence for them;
 * null when it is good. `common` holds the commonest ones in small letters.
 */
export function passwordProblem(
  password: string,
  person: PersonalDetails,
  common: ReadonlySet<string>,
): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `Please choose at least ${MIN_PASSWORD_LENGTH} characters.`
  }
  if (password.length > MAX_PASSWORD_LENGTH) return `At most ${MAX_PASSWORD_LENGTH} characters.`
  const chosen = bare(password)
  const mine = own(person).find(([, texts]) =>
    texts.some((text) => chosen !== '' && bare(text) === chosen),
  )
  if (mine) return `Your ${mine[0]} is easy to guess. Please choose another password.`
  if (common.has(password.toLowerCase()) || common.has(chosen)) {
    return 'Many people use this password, so it is easy to guess. Please choose another.'
  }
  return null
}
