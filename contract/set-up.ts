import * as z from 'zod/mini'
import { registration } from './account.ts'
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
  first_name: registration.shape.first_name,
  last_name: registration.shape.last_name,
  staff_email: registration.shape.email,
  password: registration.shape.password,
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
