import { type KnownOf, passwordProblem } from '#rules/password.ts'
import { invalid } from '../errors.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword } from './password.ts'

/**
 * The hash to keep of a password that somebody chose. It takes a while: never within a transaction.
 * @throws {HttpError} 400, with what is wrong at the field
 */
export async function hashChosen(password: string, person: KnownOf): Promise<string> {
  const problem = passwordProblem(password, person, commonPasswords())
  if (problem) throw invalid('password', problem)
  return hashPassword(password)
}
