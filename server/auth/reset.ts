import { randomBytes } from 'node:crypto'
import { placeholderSuffix } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import { HttpError } from '../errors.ts'
import type { Letter } from '../mail.ts'
import { hashChosen } from './chosen-password.ts'
import { endSessionsOf, findLogin } from './queries.ts'
import { deleteResets, findReset, insertReset, useReset } from './reset-queries.ts'
import { hashToken } from './tokens.ts'
import { findIdNumber, findPerson, lockUser, loginsOf, updateUserRow } from './user-queries.ts'

const minutes_a_link_opens = 30

/**
 * The letter with a link for whoever signs in with this; null when nobody does, when we know no
 * address of theirs, or when they have been written to often enough.
 */
export async function resetLetter(context: Context, account: string): Promise<Letter | null> {
  const { db, config, throttles } = context
  const login = await findLogin(db, account)
  if (!login) return null
  const { company_id, id: user_id } = login
  const person = await findPerson(db, company_id, user_id)
  if (!person || person.email.endsWith(placeholderSuffix)) return null
  try {
    await throttles.resetUser.consume(`${company_id}:${user_id}`)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    // Two requests at once: the later one's link is the one that opens.
    await lockUser(tx, company_id, user_id)
    await deleteResets(tx, company_id, user_id)
    await insertReset(tx, {
      company_id,
      user_id,
      token_hash: hashToken(token),
      expires_at: new Date(context.now().getTime() + minutes_a_link_opens * 60_000),
    })
  })
  return {
    from: { name: person.company_name, address: person.company_email },
    to: person.email,
    subject: `A new password for ${person.company_name}`,
    text: [
      // No name: whoever registered the address could have put anything there.
      'Habari,',
      `You, or somebody else, asked for a new password at ${person.company_name}. Choose it here within ${minutes_a_link_opens} minutes:`,
      // Behind the #, which no browser sends and no log keeps.
      `${config.publicUrl}/auth/reset#${token}`,
      'The link works once. If it was not you, leave it: your password stays as it is.',
      `${person.company_name}\n${person.company_phone}`,
    ].join('\n\n'),
  }
}

const linkOver = () =>
  new HttpError(400, {
    message: 'This link has been used, or it is too old. Please ask for a new one.',
    code: 'link_over',
  })

/**
 * Sets the password of whoever has the link, and ends all their sessions.
 * @returns what they sign in with
 */
export async function setNewPassword(
  { db, sockets, now }: Context,
  { token, password }: { token: string; password: string },
): Promise<string[]> {
  const token_hash = hashToken(token)
  const reset = await findReset(db, token_hash, now())
  if (!reset) throw linkOver()
  const { company_id, user_id } = reset
  const person = await findPerson(db, company_id, user_id)
  if (!person) throw linkOver()
  const id_number = await findIdNumber(db, company_id, user_id)
  const password_hash = await hashChosen(password, { ...person, id_number })
  const ended = await db.transaction().execute(async (tx) => {
    await lockUser(tx, company_id, user_id)
    if (!(await useReset(tx, token_hash, now()))) throw linkOver()
    await updateUserRow(tx, company_id, user_id, { password_hash, must_change_password: false })
    return endSessionsOf(tx, company_id, user_id, now())
  })
  for (const id of ended) sockets.dropSession(id)
  return loginsOf(person)
}
