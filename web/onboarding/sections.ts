import type { FieldName, PhotoName, Problems } from './typed.ts'

export interface Section {
  id: string
  title: string
  fields: (FieldName | PhotoName)[]
}

/** The stair, step by step (spec 2); fields in the order in which they stand on the page. */
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

export type StepState = 'error' | 'done' | 'open'

/**
 * How far a step is. `shown` are the errors a person sees, `problems` everything that is still
 * wrong or missing. Documents are optional: their step is done once there is one.
 */
export function stepState(
  section: Section,
  shown: Problems,
  problems: Problems,
  photos: PhotoName[],
): StepState {
  if (section.fields.some((name) => shown[name])) return 'error'
  if (section.id === 'documents') return photos.length > 0 ? 'done' : 'open'
  return section.fields.some((name) => problems[name]) ? 'open' : 'done'
}

/** The fields with an error, from the top of the page to its end. */
export const inOrder = (shown: Problems) =>
  sections.flatMap((section) => section.fields.filter((name) => shown[name]))
