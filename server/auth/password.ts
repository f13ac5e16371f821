import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { firstPasswordOf, passwordsMeant } from '#rules/id-number.ts'
import { type PersonalDetails, passwordProblem } from '#rules/password.ts'
import { invalid } from '../http/errors.ts'
import { createQueue, type TaskOptions } from '../queue.ts'

/** The minimum that OWASP recommends for argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Of the password that an account begins with. */
export const hashFirstPassword = (id_number: string): Promise<string> =>
  hashPassword(firstPasswordOf(id_number))

/** Verified for an unknown account, so that it takes as long as a wrong password. */
const dummyHash = hashPassword('no account has this password')

/** Node has four threads for slow work; pictures and files need one too. */
const MAX_VERIFYING = 3
/** At 25 ms each, a few seconds of work. */
const MAX_WAITING = 400
const enqueue = createQueue(MAX_VERIFYING, MAX_WAITING)

interface PasswordOwner {
  /** Empty while they have no password yet. */
  password_hash: string
  /** While the password is the ID number: those they have given; else none. */
  first_passwords: string[]
}

/**
 * A flood of tries in one line takes turns with those in others. One hash is compared, for an unknown account too; more of them
 * only after the user's own ID number, so that the time tells nothing to whoever doesn't know that.
 * @throws {QueueFull} when too many wait already
 */
export async function verifyPassword(
  owner: PasswordOwner | undefined,
  typed: string,
  turn: Required<TaskOptions>,
): Promise<boolean> {
  const compared = owner?.password_hash || (await dummyHash)
  for (const password of passwordsMeant(typed, owner?.first_passwords ?? [])) {
    if (await enqueue(() => verify(compared, password), turn)) return Boolean(owner?.password_hash)
  }
  return false
}

let common: ReadonlySet<string> | null = null

/** The 3000 most common passwords of 8 or more characters, in lower case. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return common
}

/**
 * Checks and hashes a password that a user chose. Hashing is slow: never call it within a transaction.
 * @throws {HttpError} 400 at the field `password`
 */
export async function hashChosenPassword(
  password: string,
  details: PersonalDetails,
): Promise<string> {
  const problem = passwordProblem(password, details, commonPasswords())
  if (problem) throw invalid('password', problem)
  return hashPassword(password)
}
