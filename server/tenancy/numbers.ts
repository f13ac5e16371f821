import { randomInt } from 'node:crypto'
import { makeAccountNumber } from '#rules/account-number.ts'
import { compactTyped } from '#rules/typed.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'
import { HttpError } from '../http/errors.ts'

/** Tables of numbers that are unique in the whole installation. */
type NumberTable = 'id_numbers' | 'registration_numbers'
const numberColumn = {
  id_numbers: 'id_number',
  registration_numbers: 'registration_number',
} as const

/** Spellings that differ in case, spaces or punctuation are one number. */
export const normaliseNumber: (typed: string) => string = compactTyped

const numberNames = { id_numbers: 'ID number', registration_numbers: 'registration number' }
export const alreadyRegistered = (table: NumberTable) =>
  `This ${numberNames[table]} is already registered.`

/** Another user has this number already. A 409, unless the caller gives a better message. */
export class NumberTaken extends HttpError {
  override name = 'NumberTaken'
  readonly table: NumberTable

  constructor(table: NumberTable) {
    super(409, { message: alreadyRegistered(table), code: 'registered' })
    this.table = table
  }
}

const selectOwners = (db: Db, table: NumberTable, numbers: string[]) =>
  db
    .selectFrom(table)
    .where(numberColumn[table] as never, 'in', numbers as never)
    .select(['company_id', 'user_id'])

export const findUserOfNumber = (db: Db, table: NumberTable, number: string) =>
  selectOwners(db, table, [normaliseNumber(number)]).executeTakeFirst()

/**
 * Reserves numbers, in any spelling, for users. A number that a user has already stays theirs.
 * @throws {NumberTaken} when one is another user's, or becomes so at this moment
 */
export async function claimNumbers(
  tx: Db,
  table: NumberTable,
  claims: (UserKey & { number: string })[],
): Promise<void> {
  if (claims.length === 0) return
  const column = numberColumn[table]
  const rows = claims.map(({ number, ...user }) => ({ [column]: normaliseNumber(number), ...user }))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) === claims.length) return
  for (const { number, company_id, user_id } of claims) {
    const owner = await findUserOfNumber(tx, table, number)
    if (owner?.company_id !== company_id || owner.user_id !== user_id) throw new NumberTaken(table)
  }
}

/** The number is free again. */
export const releaseNumber = (
  tx: Db,
  table: NumberTable,
  number: string,
  { company_id, user_id }: UserKey,
) =>
  tx
    .deleteFrom(table)
    .where(numberColumn[table] as never, '=', normaliseNumber(number) as never)
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute()

/** The account numbers of a residence's users, by user, created where there are none; they never change. */
export async function ensureAccountNumbers(
  tx: Db,
  company_id: number,
  user_ids: number[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Map<number, string>()
  for (;;) {
    const missing = user_ids.filter((user_id) => !numbers.has(user_id))
    if (missing.length === 0) return numbers
    await tx
      .insertInto('account_numbers')
      .values(
        missing.map((user_id) => ({
          account_number: makeAccountNumber(randomInt),
          company_id,
          user_id,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // A random number that is another user's, which is rare, was left out.
    const own = await tx
      .selectFrom('account_numbers')
      .where('company_id', '=', company_id)
      .where('user_id', 'in', missing)
      .select(['user_id', 'account_number'])
      .execute()
    for (const { user_id, account_number } of own) numbers.set(user_id, account_number)
  }
}

export async function ensureAccountNumber(
  tx: Db,
  { company_id, user_id }: UserKey,
): Promise<string> {
  const numbers = await ensureAccountNumbers(tx, company_id, [user_id])
  return numbers.get(user_id) ?? ''
}
