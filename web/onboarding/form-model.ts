import type { CallInput } from '#contract/endpoint.ts'
import { type OnboardingForm, onboardingForm, type onboardTenant } from '#contract/onboarding.ts'
import { type Day, isDay } from '#rules/calendar.ts'
import { agreedEndError, startDateError } from '#rules/tenancy.ts'

/** Parts of the form that nobody fills in. */
type SentAlong = 'company' | 'terms_version' | 'deposit_rule' | 'submission_id'

/** The values of the fields: the input of the contract's schema. */
export type FormValues = {
  [Name in Exclude<keyof OnboardingForm, SentAlong>]: Name extends 'terms' ? boolean : string
}
export type ImageName = keyof NonNullable<CallInput<typeof onboardTenant>['files']>
export type FieldName = keyof FormValues | ImageName
export type FieldErrors = Partial<Record<FieldName, string>>

export const isImage = (name: string): name is ImageName => name === 'photo' || name === 'id_photo'

/** The labels of the fields by section, in the order of the page. */
const labelsOf = {
  personal: {
    full_name: 'Full name',
    phone_number: 'Phone number',
    id_number: 'ID number',
    gender: 'Gender',
    sponsor_phone: 'Sponsor phone',
  },
  emergency: {
    emergency_phone_number: 'Emergency phone number',
    emergency_contact_relationship: 'Relationship',
  },
  academic: {
    college: 'College',
    faculty: 'Faculty',
    registration_number: 'Registration number',
    year_of_study: 'Year of study',
  },
  accommodation: { start_date: 'Start date', end_date: 'End date', room: 'Room' },
  documents: { photo: 'Your photo', id_photo: 'ID photo' },
  agreement: { terms: 'Agreement' },
}
export type SectionId = keyof typeof labelsOf

export const labels: Record<FieldName, string> = {
  ...labelsOf.personal,
  ...labelsOf.emergency,
  ...labelsOf.academic,
  ...labelsOf.accommodation,
  ...labelsOf.documents,
  ...labelsOf.agreement,
}

const section = (id: SectionId, title: string) => ({
  id,
  title,
  fields: Object.keys(labelsOf[id]) as FieldName[],
})
type Section = ReturnType<typeof section>

/** In the order of the page. */
export const sections = [
  section('personal', 'Personal Information'),
  section('emergency', 'Emergency Contact'),
  section('academic', 'Academic Information'),
  section('accommodation', 'Accommodation Details'),
  section('documents', 'Documents'),
  section('agreement', 'Agreement'),
] as const

export const emptyForm = (today: Day): FormValues => {
  const names = Object.keys(labels).filter((name) => !isImage(name))
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Record<keyof FormValues, ''>
  return { ...empty, year_of_study: '1', start_date: today, terms: false }
}

export type SectionState = 'error' | 'done' | 'open'

/**
 * @param shown the errors that are shown
 * @param errors all errors, also those of fields that have not been visited yet
 */
export function sectionState(
  section: Section,
  shown: FieldErrors,
  errors: FieldErrors,
  images: ImageName[],
): SectionState {
  if (section.fields.some((name) => shown[name])) return 'error'
  // Documents are optional: the section is done once there is at least one.
  if (section.id === 'documents') return images.length > 0 ? 'done' : 'open'
  return section.fields.some((name) => errors[name]) ? 'open' : 'done'
}

/** The fields with errors, from top to bottom. */
export const fieldsWithErrors = (errors: FieldErrors): FieldName[] =>
  sections.flatMap((section) => section.fields.filter((name) => errors[name]))

/** The errors of the fields, with the server's messages. */
export function validate(values: FormValues, today: Day, byStaff = false): FieldErrors {
  const errors: FieldErrors = {}
  const add = (name: FieldName, message: string | null) => {
    if (message !== null) errors[name] ??= message
  }
  for (const { path, message } of onboardingForm.safeParse(values).error?.issues ?? []) {
    add(path[0] as FieldName, message)
  }
  // A faculty can only be chosen together with a college.
  if (errors.college) delete errors.faculty
  const { start_date, end_date } = values
  if (!isDay(start_date)) return errors
  add('start_date', startDateError(start_date, today, byStaff))
  if (isDay(end_date)) add('end_date', agreedEndError(end_date, start_date, today))
  return errors
}
