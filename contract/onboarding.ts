import * as z from 'zod/mini'
import { genders, lettersAndDigits, relationships } from '#rules/tenancy.ts'
import { endpoint } from './endpoint.ts'
import { chosenId, day, optionalDay, optionalPhone, phoneNumber, text, whole } from './form.ts'

export const terms_required = 'You must agree to the terms and conditions.'

const slugParams = z.object({ slug: z.string().check(z.maxLength(80)) })

const bad_id_number = 'This does not look like an ID or passport number.'
const yes = ['true', 'on', '1', 'yes']

/** The onboarding form (spec 3, 5); its two images, `photo` and `id_photo`, travel beside it. */
export const studentOnboarding = z.object({
  full_name: text('Please enter your full name.', 120),
  id_number: z.pipe(
    text('Please enter your ID number.', 30),
    z.pipe(
      // Written with gaps by some; it becomes the first password too.
      z.transform((typed: string) => typed.replace(/\s/g, '')),
      z.string().check(
        z.regex(/^[A-Za-z0-9/-]{5,20}$/, bad_id_number),
        z.refine((typed) => lettersAndDigits(typed).length >= 5, bad_id_number),
      ),
    ),
  ),
  phone_number: phoneNumber,
  emergency_phone_number: phoneNumber,
  emergency_contact_relationship: z.enum(relationships, 'Please choose who this person is to you.'),
  gender: z.pipe(
    z.transform((value) => (value === '' ? undefined : value)),
    z.optional(z.enum(genders, 'Please choose male or female, or leave it out.')),
  ),
  registration_number: text('Please enter your registration number.', 40).check(
    z.refine(
      (typed) => lettersAndDigits(typed).length >= 3,
      'This does not look like a registration number.',
    ),
  ),
  year_of_study: whole('Please choose your year of study.', 1, 6),
  college: chosenId('Please choose your college.'),
  faculty: chosenId('Please choose your faculty.'),
  room: chosenId('Please choose a room.'),
  start_date: day('Please choose the day you move in.'),
  end_date: day('Please choose the day you leave.'),
  sponsor_phone: optionalPhone,
  terms: z.pipe(
    z.transform((value) => value === true || yes.includes(String(value).toLowerCase())),
    z.literal(true, terms_required),
  ),
  /** Made by the form once: the same submission sent again is answered as the first was. */
  submission_id: z.optional(z.uuid('Please reload the form.')),
})
export type StudentOnboarding = z.output<typeof studentOnboarding>

export const onboardedCompany = z.object({
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
})

export const offeredRoom = z.object({ id: z.int(), room_number: z.string(), rate: z.int() })
export type OfferedRoom = z.infer<typeof offeredRoom>

export const college = z.object({ id: z.int(), name: z.string() })
export const faculty = z.object({ id: z.int(), name: z.string() })

export const getOnboardingCompany = endpoint({
  method: 'GET',
  path: '/onboard/api/:slug/',
  who: 'anyone',
  summary: 'The residence that a student moves into',
  params: slugParams,
  reply: onboardedCompany,
})

export const listOfferedRooms = endpoint({
  method: 'GET',
  path: '/onboard/rooms/:slug/',
  who: 'anyone',
  summary: 'The rooms that have a free place from a day on (today unless told)',
  params: slugParams,
  query: z.object({ from: optionalDay }),
  reply: z.array(offeredRoom),
})

export const listColleges = endpoint({
  method: 'GET',
  path: '/onboard/get_colleges/',
  who: 'anyone',
  summary: 'The colleges of the students',
  reply: z.array(college),
})

export const listFaculties = endpoint({
  method: 'GET',
  path: '/onboard/get_faculties/:id/',
  who: 'anyone',
  summary: 'The faculties of a college',
  params: z.object({ id: chosenId('Please choose your college.') }),
  reply: z.object({ faculties: z.array(faculty) }),
})

/** Whoever is signed in keeps their account; anybody else gets one. */
export const onboardStudent = endpoint({
  method: 'POST',
  path: '/onboard/api/company/:slug/onboard/student/',
  who: 'anyone',
  summary: 'Move in: an account, a tenancy and a place in a room',
  status: 201,
  params: slugParams,
  body: studentOnboarding,
  files: ['photo', 'id_photo'],
  reply: z.object({
    account_number: z.string(),
    paybill: z.string(),
    room_number: z.string(),
    rate: z.int(),
    /** How to sign in: the phone, or what a member had before. */
    username: z.string(),
    /** Whether the ID number is the password until it is changed. */
    default_password: z.boolean(),
  }),
})
