import * as z from 'zod/mini'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#rules/password.ts'
import { user } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { text, textOrEmpty } from './form.ts'

export const ALL_REQUIRED = 'All fields are required'
export const PASSWORDS_DIFFER = 'Passwords do not match'

const name = text(ALL_REQUIRED, 60)
const email = text(ALL_REQUIRED, 254).check(z.email('Please enter a valid email address.'))
/** A password that is chosen. Only the server can check the other rules (rules/password.ts). */
export const newPassword = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.minLength(MIN_PASSWORD_LENGTH, `Please choose at least ${MIN_PASSWORD_LENGTH} characters.`),
      z.maxLength(MAX_PASSWORD_LENGTH, `At most ${MAX_PASSWORD_LENGTH} characters.`),
    )
const chosenPassword = newPassword(ALL_REQUIRED)

export const registration = z
  .object({
    first_name: name,
    last_name: name,
    email,
    password: chosenPassword,
    password2: z.string(ALL_REQUIRED).check(z.minLength(1, ALL_REQUIRED)),
    /** The slug of the company whose pages the user visited; by default the installation's first. */
    company: z.optional(z.string().check(z.maxLength(80))),
  })
  .check(
    z.refine(({ password, password2 }) => password === password2, {
      error: PASSWORDS_DIFFER,
      path: ['password2'],
    }),
  )
export type Registration = z.input<typeof registration>

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  who: 'anyone',
  summary: 'Open an account without a room',
  status: 201,
  body: registration,
  reply: z.object({ message: z.string() }),
})

export const profile = z.object({
  first_name: name,
  /** Empty only for those who have one name. */
  last_name: textOrEmpty(ALL_REQUIRED, 60),
  email,
  /** Left out or empty: the old one stays. */
  password: z.optional(z.union([z.literal(''), chosenPassword])),
})
/** For those who have a last name: it cannot be removed. */
export const profileWithLastName = z.extend(profile, { last_name: name })
export type Profile = z.input<typeof profile>

export const updateUser = endpoint({
  method: 'PUT',
  path: '/auth/user/update',
  who: 'user',
  summary: 'Change my name, email address and perhaps password; a new one ends my other sessions',
  body: profile,
  reply: user,
})

export const changeProfileImage = endpoint({
  method: 'PUT',
  path: '/auth/user/picture/',
  who: 'user',
  summary: 'Change my picture (an image named `picture`)',
  body: z.object({}),
  files: ['picture'],
  reply: user,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  who: 'anyone',
  summary: 'Ask for a link to choose a new password; the answer is the same whoever asks',
  body: z.object({ email: text('Please enter your username or email.', 254) }),
  reply: z.object({ message: z.string() }),
})

export const resetPasswordByLink = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  who: 'anyone',
  summary: 'Choose a new password with the token of the link, once and within 30 minutes',
  body: z.object({
    token: z.string('This link is incomplete.').check(z.maxLength(200)),
    password: chosenPassword,
  }),
  reply: z.object({ message: z.string() }),
})
