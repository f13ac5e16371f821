import * as z from 'zod/mini'
import { staffRoles } from '#rules/staff-roles.ts'
import { plainTyped } from '#rules/typed.ts'
import { endpoint } from './endpoint.ts'

export const BOTH_REQUIRED = 'Please enter both email and password.'
export const INVALID_CREDENTIALS = 'Invalid credentials. Please try again.'

export const PLACEHOLDER_SUFFIX = '@tenant.bweni.invalid'

/** A typed username as it is sent: without an @ it gets the placeholder suffix. */
export function asEmail(typed: string): string {
  const username = plainTyped(typed)
  return username.includes('@') ? username : username + PLACEHOLDER_SUFFIX
}

/** The address of a user who has given none, which receives nothing. */
export const placeholderAddress = (phone: string): string => phone + PLACEHOLDER_SUFFIX

/** The most characters of a username or password. */
export const LONGEST_CREDENTIAL = 254

const credential = z
  .string(BOTH_REQUIRED)
  .check(z.maxLength(LONGEST_CREDENTIAL, 'This is too long for a username or password.'))

export const credentials = z.object({
  email: credential.check(z.refine((text) => text.trim() !== '', BOTH_REQUIRED)),
  password: credential.check(z.minLength(1, BOTH_REQUIRED)),
})
export type Credentials = z.infer<typeof credentials>

/** A login that was posted by the form alone and refused, as the server hands it to the page. */
export interface RefusedLogin {
  /** As it was typed. */
  username: string
  message: string
}

export const user = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  /** 254…, when known: the phone that M-Pesa asks by default. */
  phone: z.nullable(z.string()),
  profile_image: z.nullable(z.string()),
  is_staff: z.boolean(),
  /** The role they have as staff (`rules/staff-roles.ts`); null for everyone else. */
  staff_role: z.nullable(z.enum(staffRoles)),
  must_change_password: z.boolean(),
  company: z.object({ name: z.string(), slug: z.string() }),
})
export type User = z.infer<typeof user>

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  who: 'anyone',
  summary: 'Sign in; the refresh token comes as a cookie, x-csrftoken as a header',
  body: credentials,
  reply: z.object({ access_token: z.string() }),
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  who: 'anyone',
  summary: 'A new access token for the refresh cookie, which is rotated',
  reply: z.object({ access: z.string() }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  who: 'anyone',
  summary: 'End the session of the refresh cookie',
  status: 204,
})

/**
 * Set and removed by the browser together with its login flag: after a logout without network the
 * server must not render pages for the user any more.
 */
export const LOGIN_FLAG_COOKIE = 'bweni_logged_in'
/**
 * Somebody has just logged in by the form alone, before the scripts of the page ran: the next page takes this over into the browser's
 * storage, and removes the cookie.
 */
export const LOGGED_IN_BY_FORM_COOKIE = 'bweni_by_form'
/** The notices of the feed that a user dismissed, so that the server does not render them. */
export const DISMISSED_COOKIE = 'bweni_put_away'

export const getUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  who: 'user',
  summary: 'The signed-in person',
  reply: user,
})
