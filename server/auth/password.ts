import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { firstPasswordOf, passwordsMeant } from '#rules/id-number.ts'
import { type PersonalDetails, passwordProblem } from '#rules/password.ts'
import { invalid } from '../http/errors.ts'
import { createQueue, type TaskOptions } from '../queue.ts'

/** The minimum that OWASP recommends for argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Hashes the password that an account begins with, which is made from the ID number. */
export const hashFirstPassword = (id_number: string): Promise<string> =>
  hashPassword(firstPasswordOf(id_number))

/** Verified for an unknown account, so that it takes as long as a wrong password. */
const dummyHash = hashPassword('no account has this password')

/** Passwords verified at once: Node has four threads for slow work, and pictures and files need one too. */
const MAX_VERIFYING = 3
/** Passwords that may wait: at 25 ms each, a few seconds of work. */
const MAX_WAITING = 400
const enqueue = createQueue(MAX_VERIFYING, MAX_WAITING)

interface PasswordOwner {
  /** Empty while the user has no password yet. */
  password_hash: string
  /** The ID numbers that the user has given, while their password is the ID number; otherwise empty. */
  first_passwords: string[]
}

/**
 * Verifies a password in turns, so that a flood of tries in one line doesn't hold up the others. One hash is compared, even for
 * an unknown account. More are compared only for the user's own ID number, so that the time tells others nothing.
 * @throws {QueueFull} when too many are waiting already
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
