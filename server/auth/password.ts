import { hash, verify } from '@node-rs/argon2'

/** The least that OWASP recommends for argon2id, which is the library's default kind (design 5). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Nobody's password, so that an unknown account takes as long as a wrong password. */
const nobody = hashPassword('no account has this password')

export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobody), password)
  return right && passwordHash !== undefined
}
