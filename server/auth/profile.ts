import type * as z from 'zod/mini'
import { all_required, placeholderSuffix, type profile, type User } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import { invalid, unauthorised } from '../errors.ts'
import type { AuthUser } from './access.ts'
import { hashChosen } from './chosen-password.ts'
import { loginKey } from './login-key.ts'
import { endSessionsOf, findSessionUser, lockSession } from './queries.ts'
import { emailTaken, requireRealAddress } from './register.ts'
import { deleteResets } from './reset-queries.ts'
import {
  deleteLogin,
  findIdNumber,
  insertLogins,
  LoginsTaken,
  lockUser,
  updateUserRow,
} from './user-queries.ts'

/** The record of the signed-in person, as the contract has it. */
export const userOf = (user: AuthUser): User => ({
  ...user,
  company: { name: user.company_name, slug: user.company_slug },
})

/** As it is now, after a change of one's own. */
export async function freshUser({ db, now }: Context, user: AuthUser): Promise<User> {
  const fresh = await findSessionUser(db, user.company_id, user.session_id, now())
  if (!fresh) throw unauthorised('not_signed_in')
  return userOf(fresh)
}

/** Changes one's names, e-mail address and perhaps password; a new password ends one's other sessions. */
export async function updateProfile(
  context: Context,
  user: AuthUser,
  { password, ...typed }: z.output<typeof profile>,
): Promise<User> {
  const { db, sockets } = context
  const { company_id, id: user_id, session_id } = user
  if (typed.last_name === '' && user.last_name !== '') throw invalid('last_name', all_required)
  const moves = loginKey(typed.email) !== loginKey(user.email)
  if (moves) requireRealAddress(typed.email)
  const change = {
    first_name: typed.first_name,
    last_name: typed.last_name,
    // A placeholder stays as we spell it.
    email: !moves && user.email.endsWith(placeholderSuffix) ? user.email : typed.email,
    username: user.username === user.email ? typed.email : user.username,
  }
  const id_number = await findIdNumber(db, company_id, user_id)
  const password_hash = password
    ? await hashChosen(password, { ...change, phone: user.phone, id_number })
    : null

  const ended = await db.transaction().execute(async (tx) => {
    const person = await lockUser(tx, company_id, user_id)
    // A password changed elsewhere in the meantime has ended this session too.
    const session = await lockSession(tx, company_id, session_id, context.now())
    if (!session) throw unauthorised('not_signed_in')
    await moveLogin(tx, person, change.email)
    await updateUserRow(tx, company_id, user_id, {
      ...change,
      ...(password_hash && { password_hash, must_change_password: false }),
    })
    // A link in the old mailbox, or from before the new password, opens nothing any more.
    if (moves || password_hash) await deleteResets(tx, company_id, user_id)
    if (!password_hash) return []
    return endSessionsOf(tx, company_id, user_id, context.now(), session_id)
  })
  for (const id of ended) sockets.dropSession(id)
  return freshUser(context, user)
}

/** The new address comes before the old one goes: two people who swap theirs never wait for each other. */
async function moveLogin(
  tx: Context['db'],
  person: Awaited<ReturnType<typeof lockUser>>,
  email: string,
) {
  const { company_id, id: user_id } = person
  const [before, after] = [loginKey(person.email), loginKey(email)]
  if (before === after) return
  try {
    await insertLogins(tx, { company_id, user_id, logins: [after] })
  } catch (error) {
    if (!(error instanceof LoginsTaken)) throw error
    throw emailTaken('Somebody else signs in with this e-mail address.')
  }
  if (before !== person.phone) await deleteLogin(tx, company_id, user_id, before)
}
