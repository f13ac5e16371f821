import * as z from 'zod/mini'
import { staffRoles } from '#rules/staff-roles.ts'
import { findRepeatedBundle } from '#rules/wifi.ts'
import { orWaiting, waits } from './approvals.ts'
import { facilities } from './company.ts'
import { endpoint } from './endpoint.ts'
import { day, idParams, integer, multilineText, telephone, text, wholeShillings } from './form.ts'

/** Settings of the residence that staff change. */

export const residence = z.object({
  name: text('Please give the residence’s name.', 80),
  tagline: text('Please describe the residence in a sentence.', 160),
  address: text('Please say where the residence is.', 160),
  phone: telephone(
    'Please give a phone number that tenants can call.',
    'Please give a phone number, such as 0709 000 123.',
  ),
  email: text('Please give an email address that tenants can write to.', 254).check(
    z.email('Please enter a valid email address.'),
  ),
  hours: text('Please say when the office can be reached.', 120),
})

const FIRST_MONTH_MISSING = 'Please choose how the month of moving in is charged.'
export const firstMonths = ['full', 'pro_rata'] as const

/** The residence as staff edit it. */
export const residenceSettings = z.object({
  ...residence.shape,
  /** The name of the wifi; empty when there is none. */
  wifi_network: z.string().check(z.trim(), z.maxLength(32, 'At most 32 characters.')),
  /** Below every page; empty when there is none. */
  footer: z.string().check(z.trim(), z.maxLength(160, 'At most 160 characters.')),
  /** Facilities of the house, as visitors read them. */
  facilities: z.array(z.enum(facilities)),
  /** Whether the month of moving in is charged in full or by its days. */
  first_month: z.pipe(z.string(FIRST_MONTH_MISSING), z.enum(firstMonths, FIRST_MONTH_MISSING)),
})

/** As stored, which may be from before there were rules for it. */
const storedResidence = z.object({
  name: z.string(),
  tagline: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  hours: z.string(),
  wifi_network: z.string(),
  footer: z.string(),
  facilities: z.array(z.enum(facilities)),
  /** Null until staff have chosen; it is charged in full until then. */
  first_month: z.nullable(z.enum(firstMonths)),
} satisfies Record<keyof typeof residenceSettings.shape, z.ZodMiniType>)
export type ResidenceSettings = z.infer<typeof storedResidence>

export const CHANGED_MEANWHILE =
  'Someone else has just changed this. Check what is there now, then save again.'

/**
 * A change with the values as they were loaded: if they are different by now, nothing is saved and the reply is a
 * 409, so that nobody undoes another's change without seeing it.
 */
export const changeOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object({ was: z.unknown(), now: schema })

export const getResidence = endpoint({
  method: 'GET',
  path: '/staff/settings/residence/',
  who: 'staff:view',
  summary: 'The residence, as staff edit it',
  reply: storedResidence,
})

export const changeResidence = endpoint({
  method: 'PUT',
  path: '/staff/settings/residence/',
  who: 'staff:settings',
  tries: 'change the residence’s details',
  summary: 'Change the residence',
  body: changeOf(residenceSettings),
  reply: storedResidence,
})

/** A wifi bundle of the price list. */
const bundlePrice = z.object({
  /** Null for a new one. */
  id: z.nullable(z.string().check(z.maxLength(40))),
  gigabytes: integer('Please give whole gigabytes, 1 to 1,000.', 1, 1000),
  days: integer('Please give whole days, 1 to 366.', 1, 366),
  price: wholeShillings('Please give whole shillings, 1 to 250,000.', 1, 250_000),
})
const storedBundlePrice = z.object({
  id: z.nullable(z.string()),
  gigabytes: z.int(),
  days: z.int(),
  /** Whole shillings. */
  price: z.int(),
})
export type BundlePrice = z.infer<typeof storedBundlePrice>

const frequentQuestion = z.object({
  question: text('Please type the question.', 160),
  answer: multilineText('Please type the answer.', 1000),
})
const storedQuestion = z.object({ question: z.string(), answer: z.string() })
export type FrequentQuestion = z.infer<typeof storedQuestion>

const service = z.object({
  name: text('Please name the service.', 60),
  description: text('Please describe the service in a sentence.', 200),
  coming_soon: z.boolean(),
})
const storedService = z.object({
  name: z.string(),
  description: z.string(),
  coming_soon: z.boolean(),
})
export type Service = z.infer<typeof storedService>

const listOf = <Schema extends z.ZodMiniType>(schema: Schema, max: number) =>
  z.array(schema).check(z.maxLength(max, `At most ${max} entries.`))

/**
 * A list as it is stored, which may be from before there were rules for it, and as staff type it. Both have the same
 * fields, or it doesn't compile.
 */
export const listSettings = <
  const Path extends `/${string}`,
  Stored extends z.ZodMiniType<z.output<Schema>>,
  Schema extends z.ZodMiniType<z.output<Stored>>,
>(
  path: Path,
  noun: string,
  stored: Stored,
  schema: Schema,
  max: number,
) => ({
  get: endpoint({
    method: 'GET',
    path,
    who: 'staff:view',
    summary: `The ${noun}, in their order`,
    reply: z.array(stored),
  }),
  change: endpoint({
    method: 'PUT',
    path,
    who: 'staff:settings',
    tries: `change the ${noun}`,
    summary: `Change the ${noun}: the whole list`,
    body: changeOf(listOf(schema, max)),
    reply: z.array(stored),
  }),
})

const bundleList = listOf(bundlePrice, 12).check(({ value, issues }) => {
  const path = [findRepeatedBundle(value), 'gigabytes']
  const message = 'This bundle is there twice. Change one of them, or delete it.'
  if (path[0] !== -1) issues.push({ code: 'custom', input: value, path, message })
})

const bundlePrices = listSettings(
  '/staff/settings/bundles/',
  'wifi bundles on sale',
  storedBundlePrice,
  bundlePrice,
  12,
)
export const { get: getBundlePrices } = bundlePrices

/** Prices that fall by more than the limit wait for a second person. */
export const changeBundlePrices = endpoint({
  ...bundlePrices.change,
  body: changeOf(bundleList),
  reply: orWaiting(bundlePrices.change.reply),
})

/** The effect of another price list: the bundles that cost something else, are new, or are no longer sold. */
const priceEffect = z.object({
  changes: z.array(
    z.object({
      /** `2 GB, 2 days` */
      of: z.string(),
      /** Null for a new bundle. */
      before: z.nullable(z.int()),
      /** Null for one that is no longer sold. */
      after: z.nullable(z.int()),
    }),
  ),
  waits,
})
export type PriceEffect = z.infer<typeof priceEffect>

export const previewBundlePrices = endpoint({
  ...changeBundlePrices,
  method: 'POST',
  path: '/staff/settings/bundles/preview/',
  summary: 'What other wifi prices would change, and whether they would wait; nothing is changed',
  reply: priceEffect,
})

const plannedPrices = z.object({ from: z.iso.date(), bundles: z.array(storedBundlePrice) })
export type PlannedPrices = z.infer<typeof plannedPrices>

export const getPlannedPrices = endpoint({
  method: 'GET',
  path: '/staff/settings/bundles/planned/',
  who: 'staff:view',
  summary: 'The wifi prices that apply from a later day; null without any',
  reply: z.nullable(plannedPrices),
})

export const planPrices = endpoint({
  method: 'PUT',
  path: '/staff/settings/bundles/planned/',
  who: 'staff:settings',
  tries: 'plan other wifi prices',
  summary: 'Plan wifi prices that apply from a later day; null cancels them',
  body: changeOf(
    z.nullable(
      z.object({
        from: day('Please choose the first day of the new prices.'),
        bundles: bundleList,
      }),
    ),
  ),
  reply: orWaiting(z.nullable(plannedPrices)),
})

export const previewPlannedPrices = endpoint({
  ...planPrices,
  method: 'POST',
  path: '/staff/settings/bundles/planned/preview/',
  summary: 'What planned wifi prices, or with null taking them back, would change; nothing is done',
  reply: priceEffect,
})

export const { get: getFrequentQuestions, change: changeFrequentQuestions } = listSettings(
  '/staff/settings/faq/',
  'frequent questions',
  storedQuestion,
  frequentQuestion,
  100,
)

const triedQuestion = z.object({
  /** `words`, `topic` and `similar`: an entry answers, and why; `app`: an answer that Bweni has of its own. */
  kind: z.enum(['words', 'topic', 'similar', 'service', 'app', 'personal', 'nothing']),
  /** The question of the entry, or the name of the service. */
  entry: z.nullable(z.string()),
  /** Longer words that the question and the entry have in common. */
  words: z.array(z.string()),
  answer: z.nullable(z.string()),
  /** The questions that are offered instead. */
  near: z.array(z.string()),
})
export type TriedQuestion = z.infer<typeof triedQuestion>

export const tryQuestion = endpoint({
  method: 'POST',
  path: '/staff/settings/faq/try/',
  who: 'staff:view',
  summary: 'Which answer a question would find, with entries that need not be saved',
  body: z.object({
    question: text('Please type a question.', 500),
    entries: listOf(frequentQuestion, 100),
  }),
  reply: triedQuestion,
})

export const { get: getServices, change: changeServices } = listSettings(
  '/staff/settings/services/',
  'services',
  storedService,
  service,
  20,
)

const collegeName = text('Please give a name.', 120)
const college = z.object({
  /** Null for a new one. */
  id: z.nullable(z.int()),
  name: collegeName,
  faculties: listOf(z.object({ id: z.nullable(z.int()), name: collegeName }), 60).check(
    z.minLength(1, 'Please add at least one faculty.'),
  ),
})
const storedCollege = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  faculties: z.array(z.object({ id: z.nullable(z.int()), name: z.string() })),
})
export type College = z.infer<typeof storedCollege>

/** These settings belong to the installation: its residences share them. */
export const { get: getColleges, change: changeColleges } = listSettings(
  '/staff/settings/colleges/',
  'colleges with their faculties',
  storedCollege,
  college,
  60,
)

/** Steps that a residence needs before it can take rent. */
export const checklistItems = [
  'rooms',
  'first_month',
  'bundles',
  'questions',
  'services',
  'terms',
  'mpesa',
  'mail',
  'staff',
  'first_payment',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

export const getChecklist = endpoint({
  method: 'GET',
  path: '/staff/checklist/',
  who: 'staff:view',
  summary: 'What is done and what is left to do before the residence takes rent; empty in the demo',
  reply: z.array(z.object({ item: z.enum(checklistItems), done: z.boolean() })),
})

const staffMember = z.object({
  id: z.int(),
  full_name: z.string(),
  email: z.string(),
  /** The signed-in user. */
  is_you: z.boolean(),
  role: z.enum(staffRoles),
  /** When a session of theirs was last used; null when they have never logged in, or have been logged out. */
  last_used: z.nullable(z.iso.datetime()),
  /** They have not chosen a password yet. */
  is_invited: z.boolean(),
})
export type StaffMember = z.infer<typeof staffMember>

export const listStaff = endpoint({
  method: 'GET',
  path: '/staff/settings/staff/',
  who: 'staff:view',
  summary: 'The staff accounts',
  reply: z.array(staffMember),
})

const role = z.enum(staffRoles, 'Please choose a role.')

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/staff/settings/staff/',
  who: 'staff:staff',
  tries: 'add a staff account',
  summary: 'A new staff account, whose owner chooses its password by a link',
  status: 201,
  body: z.object({
    first_name: text('Please give their first name.', 60),
    last_name: text('Please give their last name.', 60),
    email: text('Please give their email address.', 254).check(
      z.email('Please enter a valid email address.'),
    ),
    role,
  }),
  /** The link is also sent by email. */
  reply: z.object({ link: z.string() }),
})

export const changeStaffRole = endpoint({
  method: 'PUT',
  path: '/staff/settings/staff/:id/role/',
  who: 'staff:staff',
  tries: 'change the role of a staff account',
  summary: 'What a member of staff may do from now on',
  params: idParams,
  body: z.object({ role }),
  reply: z.array(staffMember),
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/staff/settings/staff/:id/invite/',
  who: 'staff:staff',
  tries: 'send a new link for a staff account',
  summary: 'A new link for somebody who has not chosen a password yet; earlier ones end',
  params: idParams,
  reply: inviteStaff.reply,
})

export const removeStaff = endpoint({
  method: 'POST',
  path: '/staff/settings/staff/:id/remove/',
  who: 'staff:staff',
  tries: 'remove a staff account',
  summary: 'They keep their account but are no staff any more, and are logged out',
  params: idParams,
  reply: z.array(staffMember),
})
