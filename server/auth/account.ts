import type * as z from 'zod/mini'
import { ALL_REQUIRED, type profile, type registration } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { findCompanyBySlug, findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { conflict, invalid, noCompany, unauthorised } from '../http/errors.ts'
import { removePublicImage, storePublicImage } from '../uploads/public-images.ts'
import { readImage } from '../uploads/read-image.ts'
import type { Upload } from '../uploads/receive-form.ts'
import type { AuthUser } from './access.ts'
import { hashChosenPassword } from './password.ts'
import { deleteResets } from './password-reset.ts'
import { endUserSessions, findSessionUser, lockSession } from './session-queries.ts'
import {
  findIdNumber,
  findTakenLogins,
  insertUser,
  LoginsTaken,
  lockUser,
  loginKey,
  moveLogins,
  updateUserRow,
} from './user-queries.ts'

export function requireRealAddress(email: string) {
  if (realAddress(email) === null) {
    throw invalid('email', 'Please give an email address that reaches you.')
  }
}

const emailTaken = (message: string) =>
  conflict(message, 'email_taken', { fields: { email: message } })
const SIGN_IN_INSTEAD = 'There’s already an account with this email address. Please log in.'

/** Creates an account without a room; no session is started. */
export async function registerUser(
  { db }: Context,
  details: Pick<z.output<typeof registration>, 'first_name' | 'last_name' | 'email' | 'password'>,
  slug: string | undefined,
): Promise<void> {
  const { first_name, last_name, email, password } = details
  requireRealAddress(email)
  const names = { first_name, last_name, email, username: email, phone: null }
  const password_hash = await hashChosenPassword(password, { ...names, id_number: null })
  const known = slug ? await findCompanyBySlug(db, slug) : undefined
  const company = known ?? (await findFirstCompany(db))
  if (!company) throw noCompany()
  if ((await findTakenLogins(db, [email])).length > 0) throw emailTaken(SIGN_IN_INSTEAD)
  try {
    await db.transaction().execute((tx) =>
      insertUser(tx, {
        ...names,
        company_id: company.id,
        password_hash,
        must_change_password: false,
      }),
    )
  } catch (error) {
    throw error instanceof LoginsTaken ? emailTaken(SIGN_IN_INSTEAD) : error
  }
}

/** The signed-in user in the form of the contract. */
export const toUser = (user: AuthUser): User => ({
  ...user,
  company: { name: user.company_name, slug: user.company_slug },
})

/** The signed-in user read again, after a change. */
async function reloadUser({ db, now }: Context, user: AuthUser): Promise<User> {
  const fresh = await findSessionUser(db, { ...user, now: now() })
  if (!fresh) throw unauthorised('not_signed_in')
  return toUser(fresh)
}

/** Changes name, email address and, if given, password; a new password ends the user's other sessions. */
export async function updateProfile(
  context: Context,
  user: AuthUser,
  { password, ...changes }: z.output<typeof profile>,
): Promise<User> {
  const { db, sockets } = context
  const { company_id, id: user_id, session_id } = user
  if (changes.last_name === '' && user.last_name !== '') throw invalid('last_name', ALL_REQUIRED)
  const emailChanges = loginKey(changes.email) !== loginKey(user.email)
  if (emailChanges) requireRealAddress(changes.email)
  const change = {
    first_name: changes.first_name,
    last_name: changes.last_name,
    // A placeholder address keeps its spelling.
    email: !emailChanges && realAddress(user.email) === null ? user.email : changes.email,
    username: user.username === user.email ? changes.email : user.username,
  }
  const id_number = await findIdNumber(db, company_id, user_id)
  const password_hash = password
    ? await hashChosenPassword(password, { ...change, phone: user.phone, id_number })
    : null

  const ended = await db.transaction().execute(async (tx) => {
    const row = await lockUser(tx, company_id, user_id)
    // A concurrent change of the password has ended this session too.
    const session = await lockSession(tx, company_id, session_id, context.now())
    if (!session) throw unauthorised('not_signed_in')
    await moveLogins(tx, row, { email: change.email, phone: row.phone }).catch((error: unknown) => {
      if (!(error instanceof LoginsTaken)) throw error
      throw emailTaken('Another account already uses this email address.')
    })
    await updateUserRow(tx, company_id, user_id, {
      ...change,
      ...(password_hash && { password_hash, must_change_password: false }),
    })
    // Reset links sent to the old address, or before the new password, become invalid.
    if (emailChanges || password_hash) await deleteResets(tx, company_id, user_id)
    if (!password_hash) return []
    return endUserSessions(tx, company_id, user_id, context.now(), session_id)
  })
  for (const id of ended) sockets.dropSession(id)
  return reloadUser(context, user)
}

/** The image is shown small, but good screens have three device pixels for each CSS pixel. */
const PROFILE_IMAGE_PX = 480

/** Stores a new profile image and deletes the old one. */
export async function updateProfileImage(
  context: Context,
  user: AuthUser,
  upload: Upload | undefined,
): Promise<User> {
  const { db, storage, log } = context
  if (!upload) throw invalid('picture', 'Please choose a picture.')
  const profile_image = await storePublicImage(
    storage,
    await readImage(upload, { maxSide: PROFILE_IMAGE_PX }),
  )
  const forget = (path: string) =>
    removePublicImage(storage, path).catch((error: unknown) => {
      log.warn({ err: error }, 'a profile image could not be deleted')
    })
  let before: string | null
  try {
    before = await db.transaction().execute(async (tx) => {
      const row = await lockUser(tx, user.company_id, user.id)
      await updateUserRow(tx, user.company_id, user.id, { profile_image })
      return row.profile_image
    })
  } catch (error) {
    await forget(profile_image)
    throw error
  }
  if (before) await forget(before)
  return reloadUser(context, user)
}
