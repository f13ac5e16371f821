import type { DetailName } from '#contract/tenant-record.ts'
import type { EmergencyField, RowFields } from '#rules/import-columns.ts'
import { formatPhone } from '#rules/phone.ts'
import { type genders, type Relationship, relationships } from '#rules/tenancy.ts'
import { normaliseNumber } from '../tenancy/numbers.ts'
import { cutCell, type Once, RowError, readAll, readAs, readPhone } from './rows.ts'

type Gender = (typeof genders)[number]

/** Cells of an emergency contact: how each is read, and how an effect says that it changes. */
export const emergencyCells = {
  emergency_phone_number: {
    read: (cell: string) => readPhone(cell, 'emergency_phone_number'),
    name: 'emergency phone',
    say: (phone: string | null) => (phone === null ? 'none' : formatPhone(phone)),
  },
  emergency_contact_relationship: {
    /** Any that isn't on the list is `Other`. */
    read: (cell: string): Relationship =>
      relationships.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? 'Other',
    name: 'emergency contact',
    say: (who: string | null) => who ?? 'none',
  },
} satisfies Record<
  EmergencyField,
  { read: (cell: string) => string; name: string; say: (value: string | null) => string }
>

const genderOf = new Map<string, Gender>([
  ['m', 'male'],
  ['male', 'male'],
  ['f', 'female'],
  ['female', 'female'],
])

function readYear(cell: string): number {
  const year = Number(cell)
  if (Number.isInteger(year) && year >= 1 && year <= 6) return year
  throw new RowError(`Year of study: “${cutCell(cell)}” isn’t a year from 1 to 6.`)
}

function readGender(cell: string): Gender {
  const gender = genderOf.get(cell.toLowerCase())
  if (gender) return gender
  throw new RowError(
    `Gender: “${cutCell(cell)}” isn’t male or female. Leave it empty if you don’t know.`,
  )
}

export interface KnownFaculty {
  id: number
  college_id: number
  name: string
  college: string
}

interface Studies {
  found: { college_id: number | null; faculty_id: number | null }
  partial: string | null
}

/** Reads college and faculty. A faculty that only one college has needs no college; otherwise the college stays unknown. */
function readStudies(college: string, faculty: string, known: KnownFaculty[]): Studies {
  const isSame = (one: string, typed: string) => one.toLowerCase() === typed.toLowerCase()
  const ofCollege = college === '' ? known : known.filter((one) => isSame(one.college, college))
  const [any] = ofCollege
  if (!any && college !== '') {
    throw new RowError(`College: there is no college “${cutCell(college)}”.`)
  }
  const college_id = college === '' ? null : (any?.college_id ?? null)
  if (faculty === '') return { found: { college_id, faculty_id: null }, partial: null }
  const [found, ...others] = ofCollege.filter(({ name }) => isSame(name, faculty))
  if (!found) {
    throw new RowError(
      college === ''
        ? `Faculty: there is no faculty “${cutCell(faculty)}”.`
        : `Faculty: there is no faculty “${cutCell(faculty)}” in “${cutCell(college)}”.`,
    )
  }
  return others.length > 0
    ? { found: { college_id, faculty_id: null }, partial: `faculty ${cutCell(faculty)}` }
    : { found: { college_id: found.college_id, faculty_id: found.id }, partial: null }
}

/** The details that a file can have; its ID number is read for each tenant, and who pays isn't in it. */
type ReadName = Exclude<DetailName, 'id_number' | 'sponsor_phone'>

export type Details = NonNullable<ReturnType<typeof readDetails>['details']>

/**
 * Reads every cell that isn't empty, so that a wrong one never goes unnoticed.
 * @returns the details as columns, null when none is known, and those in words that can't be stored in their columns
 */
export function readDetails(fields: RowFields, faculties: KnownFaculty[], once: Once) {
  const known = <Read>(name: ReadName, read: (cell: string) => Read) => {
    const cell = fields[name]
    return cell ? read(cell) : null
  }
  const { studies, ...read } = readAll({
    registration_number: () =>
      known('registration_number', (typed) => {
        const number = readAs('registration_number', typed, 'a registration number')
        once('Registration number', normaliseNumber(number), number)
        return number
      }),
    year_of_study: () => known('year_of_study', readYear),
    gender: () => known('gender', readGender),
    studies: () => readStudies(fields.college ?? '', fields.faculty ?? '', faculties),
    emergency_phone_number: () =>
      known('emergency_phone_number', emergencyCells.emergency_phone_number.read),
    emergency_contact_relationship: () =>
      known('emergency_contact_relationship', emergencyCells.emergency_contact_relationship.read),
  } satisfies Record<Exclude<ReadName, 'college' | 'faculty'> | 'studies', () => unknown>)
  const details = { ...read, ...studies.found }
  const isEmpty = Object.values(details).every((value) => value === null)
  return { details: isEmpty ? null : details, partial: studies.partial }
}

/** The details in words, in the order of a sentence. */
export function detailsText(details: Details | null, faculties: KnownFaculty[]) {
  if (details === null) return []
  const emergency = [
    details.emergency_contact_relationship?.toLowerCase(),
    details.emergency_phone_number && formatPhone(details.emergency_phone_number),
  ].filter(Boolean)
  return Object.values({
    registration_number:
      details.registration_number && `registration number ${details.registration_number}`,
    year_of_study: details.year_of_study && `year ${details.year_of_study}`,
    faculty_id: faculties.find(({ id }) => id === details.faculty_id)?.name,
    college_id: faculties.find(({ college_id }) => college_id === details.college_id)?.college,
    gender: details.gender,
    emergency_contact_relationship: emergency.length > 0 && `emergency ${emergency.join(' ')}`,
    emergency_phone_number: null,
  } satisfies Record<keyof Details, unknown>)
}
