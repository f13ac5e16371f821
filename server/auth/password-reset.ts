import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { realAddress } from '#rules/email.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { HttpError } from '../http/errors.ts'
import { isAllowed, userKey } from '../http/throttle.ts'
import type { Email } from '../mail.ts'
import { hashChosenPassword } from './password.ts'
import { endUserSessions } from './session-queries.ts'
import { hashToken } from './tokens.ts'
import {
  findIdNumber,
  findLogin,
  findUserWithCompany,
  lockUser,
  loginsOf,
  updateUserRow,
} from './user-queries.ts'

export const LINK_MINUTES = 30

/**
 * Makes a link by which the user chooses a new password; earlier links become invalid.
 * @param isFirst the user has no password yet, so the page is worded differently
 */
export async function createResetLink(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  company_id: number,
  user_id: number,
  { minutes = LINK_MINUTES, isFirst = false } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    // The lock makes the later of two concurrent requests the one whose link is valid.
    await lockUser(tx, company_id, user_id)
    await deleteResets(tx, company_id, user_id)
    await insertReset(tx, {
      company_id,
      user_id,
      token_hash: hashToken(token),
      expires_at: new Date(now().getTime() + minutes * 60_000),
    })
  })
  // The token follows the #, which no browser sends and no log contains.
  return `${config.publicUrl}/auth/reset${isFirst ? '?first' : ''}#${token}`
}

/**
 * The email with a reset link; null when the account is unknown, has no real address, or got too many of them already.
 * A staff account that isn't open yet keeps the link of its invitation: nobody can end that by asking for a reset.
 */
export async function composeResetEmail(context: Context, account: string): Promise<Email | null> {
  const { db, throttles } = context
  const login = await findLogin(db, account)
  if (!login) return null
  const { company_id, id: user_id } = login
  const user = await findUserWithCompany(db, company_id, user_id)
  if (!user || realAddress(user.email) === null) return null
  if (!(await isAllowed(throttles.resetUser, userKey(company_id, user_id)))) return null
  const envelope = {
    from: { name: user.company_name, address: user.company_email },
    to: user.email,
    subject: `Reset your password at ${user.company_name}`,
  }
  const hasInvitation = login.is_staff && login.password_hash === ''
  if (hasInvitation && (await hasValidReset(db, company_id, user_id, context.now()))) {
    return {
      ...envelope,
      text: [
        'Habari,',
        `Someone asked to reset the password for your account at ${user.company_name}. You haven’t chosen one yet: the link that you were sent is still valid. If you can’t find it, ask whoever invited you.`,
        `${user.company_name}\n${user.company_phone}`,
      ].join('\n\n'),
    }
  }
  const link = await createResetLink(context, company_id, user_id)
  return {
    ...envelope,
    text: [
      // No name: the address may belong to another person.
      'Habari,',
      `Someone asked to reset the password for your account at ${user.company_name}. To choose a new one, open this link within ${LINK_MINUTES} minutes:`,
      link,
      'The link works once. If this wasn’t you, ignore this email. Your password won’t change.',
      `${user.company_name}\n${user.company_phone}`,
    ].join('\n\n'),
  }
}

const linkExpired = () =>
  new HttpError(400, {
    message: 'This link has already been used or has expired. Please ask for a new one.',
    code: 'link_over',
  })

/**
 * Sets the password by a link's token, and ends all sessions of its user.
 * @returns the user's logins
 */
export async function setPasswordByLink(
  { db, sockets, now }: Context,
  { token, password }: { token: string; password: string },
): Promise<string[]> {
  const token_hash = hashToken(token)
  const reset = await findReset(db, token_hash, now())
  if (!reset) throw linkExpired()
  const { company_id, user_id } = reset
  const user = await findUserWithCompany(db, company_id, user_id)
  if (!user) throw linkExpired()
  const id_number = await findIdNumber(db, company_id, user_id)
  const password_hash = await hashChosenPassword(password, { ...user, id_number })
  const ended = await db.transaction().execute(async (tx) => {
    await lockUser(tx, company_id, user_id)
    if (!(await useReset(tx, token_hash, now()))) throw linkExpired()
    await updateUserRow(tx, company_id, user_id, { password_hash, must_change_password: false })
    return endUserSessions(tx, company_id, user_id, now())
  })
  for (const id of ended) sockets.dropSession(id)
  return loginsOf(user)
}

const insertReset = (tx: Db, reset: Insertable<Schema['password_resets']>) =>
  tx.insertInto('password_resets').values(reset).execute()

/** A user never has more than one valid link. */
export const deleteResets = (tx: Db, company_id: number, user_id: number) =>
  tx
    .deleteFrom('password_resets')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute()

const validResets = (db: Db, token_hash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

async function hasValidReset(db: Db, company_id: number, user_id: number, now: Date) {
  const reset = await db
    .selectFrom('password_resets')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst()
  return reset !== undefined
}

/** The user of a link, while it is valid. */
const findReset = (db: Db, token_hash: Buffer, now: Date) =>
  validResets(db, token_hash, now).select(['company_id', 'user_id']).executeTakeFirst()

/** Uses up a link. Of concurrent requests, only the first gets true. */
async function useReset(tx: Db, token_hash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
