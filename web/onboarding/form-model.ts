import type { CallInput } from '#contract/endpoint.ts'
import { onboardingForm, type onboardTenant } from '#contract/onboarding.ts'
import { type Day, isDay } from '#rules/calendar.ts'
import { agreedEndError, startDateError } from '#rules/tenancy.ts'

/** The values of the fields: the input of the contract's schema. */
export interface FormValues {
  full_name: string
  phone_number: string
  id_number: string
  gender: string
  sponsor_phone: string
  emergency_phone_number: string
  emergency_contact_relationship: string
  college: string
  faculty: string
  registration_number: string
  year_of_study: string
  room: string
  start_date: string
  end_date: string
  terms: boolean
}
export type ImageName = keyof NonNullable<CallInput<typeof onboardTenant>['files']>
export type FieldName = keyof FormValues | ImageName
export type FieldErrors = Partial<Record<FieldName, string>>

export const isImage = (name: string): name is ImageName => name === 'photo' || name === 'id_photo'

export const emptyForm = (today: Day): FormValues => ({
  full_name: '',
  phone_number: '',
  id_number: '',
  gender: '',
  sponsor_phone: '',
  emergency_phone_number: '',
  emergency_contact_relationship: '',
  college: '',
  faculty: '',
  registration_number: '',
  year_of_study: '1',
  room: '',
  start_date: today,
  end_date: '',
  terms: false,
})

export const labels: Record<FieldName, string> = {
  full_name: 'Full name',
  phone_number: 'Phone number',
  id_number: 'ID number',
  gender: 'Gender',
  sponsor_phone: 'Sponsor phone',
  emergency_phone_number: 'Emergency phone number',
  emergency_contact_relationship: 'Relationship',
  college: 'College',
  faculty: 'Faculty',
  registration_number: 'Registration number',
  year_of_study: 'Year of study',
  room: 'Room',
  start_date: 'Start date',
  end_date: 'End date',
  photo: 'Your photo',
  id_photo: 'ID photo',
  terms: 'Agreement',
}

interface Section {
  id: string
  title: string
  fields: FieldName[]
}

/** Sections and their fields, in the order of the page. */
export const sections = [
  {
    id: 'personal',
    title: 'Personal Information',
    fields: ['full_name', 'phone_number', 'id_number', 'gender', 'sponsor_phone'],
  },
  {
    id: 'emergency',
    title: 'Emergency Contact',
    fields: ['emergency_phone_number', 'emergency_contact_relationship'],
  },
  {
    id: 'academic',
    title: 'Academic Information',
    fields: ['college', 'faculty', 'registration_number', 'year_of_study'],
  },
  {
    id: 'accommodation',
    title: 'Accommodation Details',
    fields: ['start_date', 'end_date', 'room'],
  },
  { id: 'documents', title: 'Documents', fields: ['photo', 'id_photo'] },
  { id: 'agreement', title: 'Agreement', fields: ['terms'] },
] as const satisfies Section[]
export type SectionId = (typeof sections)[number]['id']

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
