import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const both_required = 'Please enter both email and password.'
export const invalid_credentials = 'Invalid credentials. Please try again.'

/** Appended by the browser to a username without an @ before it is sent (spec 5). */
export const placeholderSuffix = '@tenant.bweni.invalid'

const credential = z
  .string(both_required)
  .check(z.maxLength(254, 'This is longer than any username or password here.'))

export const credentials = z.object({
  email: credential.check(z.refine((text) => text.trim() !== '', both_required)),
  password: credential.check(z.minLength(1, both_required)),
})
export type Credentials = z.infer<typeof credentials>

export const user = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  /** 254…, when known: the number that M-Pesa asks unless another is typed. */
  phone: z.nullable(z.string()),
  profile_image: z.nullable(z.string()),
  is_staff: z.boolean(),
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

export const getUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  who: 'member',
  summary: 'The signed-in person',
  reply: user,
})
