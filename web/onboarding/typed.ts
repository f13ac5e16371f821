import type { CallInput } from '#contract/endpoint.ts'
import type { onboardTenant } from '#contract/onboarding.ts'
import type { Day } from '#rules/calendar.ts'

/** The form as it stands on the page: what the contract asks for, before it is read. */
export interface Typed {
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
export type FieldName = keyof Typed

/** The images beside it. */
export type PhotoName = keyof NonNullable<CallInput<typeof onboardTenant>['files']>

export const blank = (today: Day): Typed => ({
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

/** What a field is called, on the page and in the list of what needs a fix. */
export const labels: Record<FieldName | PhotoName, string> = {
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

export type Problems = Partial<Record<FieldName | PhotoName, string>>
