import * as z from 'zod/mini'
import { readIdNumber } from '#rules/id-number.ts'
import { genders, relationships } from '#rules/tenancy.ts'
import { compactTyped } from '#rules/typed.ts'
import { isVisible } from '#rules/visible.ts'
import { depositRule } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import {
  day,
  entityId,
  ifGiven,
  integer,
  optionalDay,
  optionalPhone,
  phoneNumber,
  plainText,
  text,
} from './form.ts'

export const TERMS_REQUIRED = 'You must agree to the terms and conditions.'

const slugParams = z.object({ slug: z.string().check(z.maxLength(80)) })

const BAD_ID_NUMBER = 'This does not look like an ID or passport number.'
const truthy = ['true', 'on', '1', 'yes']

/** The text fields of the onboarding form; its two images, `photo` and `id_photo`, are files of the request. */
export const onboardingForm = z.object({
  full_name: text('Please enter your full name.', 120),
  id_number: z.pipe(
    z
      .string('Please enter your ID number.')
      .check(z.refine(isVisible, 'Please enter your ID number.'), z.maxLength(60, BAD_ID_NUMBER)),
    z.transform((typed, check) => {
      const read = readIdNumber(typed)
      if (read !== null) return read
      check.issues.push({ code: 'custom', input: typed, message: BAD_ID_NUMBER })
      return z.NEVER
    }),
  ),
  phone_number: phoneNumber,
  emergency_phone_number: phoneNumber,
  emergency_contact_relationship: z.enum(relationships, 'Please choose who this person is to you.'),
  gender: ifGiven(z.enum(genders, 'Please choose male or female, or leave it out.')),
  registration_number: plainText('Please enter your registration number.', 40).check(
    z.refine(
      (typed) => compactTyped(typed).length >= 3,
      'This does not look like a registration number.',
    ),
  ),
  year_of_study: integer('Please choose your year of study.', 1, 6),
  college: entityId('Please choose your college.'),
  faculty: entityId('Please choose your faculty.'),
  room: entityId('Please choose a room.'),
  start_date: day('Please choose the day you move in.'),
  end_date: day('Please choose the day you leave.'),
  sponsor_phone: optionalPhone,
  /** The slug again; the one in the path counts. */
  company: z.optional(z.string().check(z.maxLength(80))),
  terms: z.pipe(
    z.transform(
      (value) =>
        value === true || (typeof value === 'string' && truthy.includes(value.toLowerCase())),
    ),
    z.literal(true, TERMS_REQUIRED),
  ),
  /** The version of the terms that was shown; without it, those in force. */
  terms_version: z.optional(integer('Please reload the form.', 1, 100_000)),
  /** The deposit that was shown, as `depositRuleKey` has it; without it, what is asked by now. */
  deposit_rule: z.optional(z.string().check(z.maxLength(40))),
  /** Made once per form: the same submission sent again gets the answer of the first one. */
  submission_id: z.optional(z.uuid('Please reload the form.')),
})
export type OnboardingForm = z.output<typeof onboardingForm>

export const onboardingCompany = z.object({
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
  /** Whether the month of moving in is charged in full or by its days. */
  first_month: z.enum(['full', 'pro_rata']),
  /** The version of the terms in force. */
  terms_version: z.int(),
  deposit: depositRule,
})

/** `rate`: what each tenant pays a month; `capacity`: how many share the room. */
export const freeRoom = z.object({
  ...{ id: z.int(), room_number: z.string() },
  ...{ rate: z.int(), capacity: z.int() },
})
export type FreeRoom = z.infer<typeof freeRoom>

export const college = z.object({ id: z.int(), name: z.string() })
export const faculty = z.object({ id: z.int(), name: z.string() })

export const getOnboardingCompany = endpoint({
  method: 'GET',
  path: '/onboard/api/:slug/',
  who: 'anyone',
  summary: 'The residence to move into',
  params: slugParams,
  reply: onboardingCompany,
})

export const listFreeRooms = endpoint({
  method: 'GET',
  path: '/onboard/rooms/:slug/',
  who: 'anyone',
  summary: 'The rooms that have a free place from a day on (today by default)',
  params: slugParams,
  query: z.object({ from: optionalDay }),
  reply: z.array(freeRoom),
})

export const listColleges = endpoint({
  method: 'GET',
  path: '/onboard/get_colleges/',
  who: 'anyone',
  summary: 'Colleges',
  reply: z.array(college),
})

export const listFaculties = endpoint({
  method: 'GET',
  path: '/onboard/get_faculties/:id/',
  who: 'anyone',
  summary: 'The faculties of a college',
  params: z.object({ id: entityId('Please choose your college.') }),
  reply: z.object({ faculties: z.array(faculty) }),
})

/** A signed-in user keeps their account; a visitor gets a new one. */
export const onboardTenant = endpoint({
  method: 'POST',
  path: '/onboard/api/company/:slug/onboard/student/',
  who: 'anyone',
  summary: 'Move in: creates an account, a tenancy and a stay in a room',
  status: 201,
  params: slugParams,
  body: onboardingForm,
  files: ['photo', 'id_photo'],
  reply: z.object({
    account_number: z.string(),
    paybill: z.string(),
    room_number: z.string(),
    rate: z.int(),
    /** The deposit that was agreed; null without one. */
    deposit: z.nullable(z.int()),
    /** To log in with: the phone number, or the username the user had before. */
    username: z.string(),
    /** Whether the password is the ID number until it is changed. */
    default_password: z.boolean(),
  }),
})
