import * as z from 'zod/mini'
import { newPassword } from './account.ts'
import { endpoint } from './endpoint.ts'
import { text } from './form.ts'
import { residence } from './settings.ts'

/** The residence and the account of its first member of staff, in one form. */
export const setUpForm = z.object({
  /** Printed by the server when it starts without a residence. */
  code: text('Please type the code that the server printed when it started.', 40),
  /** The residence's part of addresses, such as `/auth/onboard/acacia-court`. */
  slug: text('Please choose a short name for links.', 60).check(
    z.regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
      'Use small letters, digits and dashes, such as acacia-court.',
    ),
  ),
  ...residence.shape,
  first_name: text('Please give your first name.', 60),
  last_name: text('Please give your last name.', 60),
  staff_email: text('Please give the email that you will log in with.', 254).check(
    z.email('Please enter a valid email address.'),
  ),
  password: newPassword('Please choose a password.'),
})

/** Once there is a residence, both answer 410. */
export const getSetUp = endpoint({
  method: 'GET',
  path: '/set-up/',
  who: 'anyone',
  summary: 'Whether the first residence can still be set up',
  reply: z.object({ open: z.literal(true) }),
})

export const setUp = endpoint({
  method: 'POST',
  path: '/set-up/',
  who: 'anyone',
  summary: 'Create the first residence and the account of its first member of staff',
  status: 201,
  body: setUpForm,
  reply: z.object({ slug: z.string() }),
})
