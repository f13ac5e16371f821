import { type Day, formatDay } from '#rules/calendar.ts'
import { readDay } from '#rules/import-columns.ts'
import { ksh, readShillings } from '#rules/money.ts'
import { type genders, latestPlannableDay, type Relationship } from '#rules/tenancy.ts'
import { loginKey } from '../auth/user-queries.ts'
import { normaliseNumber } from '../onboarding/queries.ts'
import {
  cutCell,
  missing,
  type Once,
  type Row,
  RowError,
  readAll,
  readAs,
  readEmail,
  readEmergencyPhone,
  readPhone,
  readRelationship,
} from './rows.ts'

/** What nobody has been here longer than, or has typed wrongly. */
const EARLIEST = '2000-01-01'

export interface NewTenant {
  full_name: string
  phone_number: string
  id_number: string
  email: string | null
  start_date: Day
  end_date: Day | null
  opening_balance: number
  deposit_held: number
  /** Null unless everything is there that the onboarding form asks for. */
  details: Details | null
  /** What is there of it otherwise, in words. */
  partial: string | null
}

interface Details {
  registration_number: string
  year_of_study: number
  college_id: number
  faculty_id: number
  gender: (typeof genders)[number] | null
  emergency_phone_number: string
  emergency_contact_relationship: Relationship
}

/** Begins with a letter of any language, or a mark around one: anything else is a formula, or belongs in another column. */
const NAME = /^[\p{L}'’‘`("“][^=<>{}|\\^~@%]*$/u

function readName({ full_name = '', ...parts }: Row['fields']): string {
  if (full_name === '' && parts.first_name === '' && (parts.middle_name || parts.last_name)) {
    throw missing('first name')
  }
  const name = readAs('full_name', full_name)
  if (NAME.test(name)) return name
  throw new RowError(`“${cutCell(name)}” can’t be a name.`)
}

function readDate(label: string, cell: string): Day {
  const day = readDay(cell)
  if (day === null)
    throw new RowError(`${label}: “${cutCell(cell)}” isn’t a day such as 2026-09-01.`)
  return day
}

const genderOf = new Map<string, (typeof genders)[number]>([
  ['m', 'male'],
  ['male', 'male'],
  ['f', 'female'],
  ['female', 'female'],
])

/** What the onboarding form asks for beside name, phone and ID number; the last two may be missing. */
const detailLabels = {
  registration_number: 'registration number',
  year_of_study: 'year of study',
  college: 'college',
  faculty: 'faculty',
  emergency_phone_number: 'emergency phone',
  gender: 'gender',
  emergency_contact_relationship: 'emergency contact is',
} as const
type DetailField = keyof typeof detailLabels
const detailFields = Object.keys(detailLabels) as DetailField[]
const requiredDetails = [
  'registration_number',
  'year_of_study',
  'faculty',
  'emergency_phone_number',
] as const
export const hasAllDetails = (fields: Row['fields']) =>
  requiredDetails.every((name) => fields[name])

/** Each cell that is there is read, so that a wrong one is never left out unseen. */
function readDetails(
  fields: Row['fields'],
  faculties: KnownFaculty[],
  once: Once,
): Pick<NewTenant, 'details' | 'partial'> {
  const given = detailFields.filter((name) => fields[name])
  const cell = (name: DetailField) => fields[name] ?? ''
  const has = (name: DetailField) => cell(name) !== ''
  const { number, year, gender, faculty, emergency } = readAll({
    number: () => {
      if (!has('registration_number')) return null
      const read = readAs('registration_number', cell('registration_number'))
      // Otherwise it becomes part of a note.
      if (hasAllDetails(fields)) once('This registration number', normaliseNumber(read))
      return read
    },
    year: () => (has('year_of_study') ? readYear(cell('year_of_study')) : null),
    gender: () => (has('gender') ? readGender(cell('gender')) : null),
    faculty: () => readFaculty(cell('college'), cell('faculty'), faculties),
    emergency: () =>
      has('emergency_phone_number') ? readEmergencyPhone(cell('emergency_phone_number')) : null,
  })
  if (given.length === 0) return { details: null, partial: null }
  if (number === null || year === null || faculty === null || emergency === null) {
    const words = given.map((name) => `${detailLabels[name]} ${cell(name)}`)
    return { details: null, partial: words.join(', ') }
  }
  const details = {
    registration_number: number,
    year_of_study: year,
    college_id: faculty.college_id,
    faculty_id: faculty.id,
    gender,
    emergency_phone_number: emergency,
    emergency_contact_relationship: readRelationship(cell('emergency_contact_relationship')),
  }
  return { details, partial: null }
}

function readYear(cell: string): number {
  const year = Number(cell)
  if (Number.isInteger(year) && year >= 1 && year <= 6) return year
  throw new RowError(`Year of study: “${cutCell(cell)}” isn’t a year from 1 to 6.`)
}

function readGender(cell: string): (typeof genders)[number] {
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

/** Null when none is named; a faculty that only one college has needs no college. */
function readFaculty(college: string, faculty: string, known: KnownFaculty[]): KnownFaculty | null {
  const isSame = (one: string, typed: string) => one.toLowerCase() === typed.toLowerCase()
  const ofCollege = college === '' ? known : known.filter((one) => isSame(one.college, college))
  if (ofCollege.length === 0 && college !== '') {
    throw new RowError(`There is no college “${cutCell(college)}”.`)
  }
  if (faculty === '') return null
  const found = ofCollege.filter(({ name }) => isSame(name, faculty))
  if (found.length === 0) {
    throw new RowError(
      college === ''
        ? `There is no faculty “${cutCell(faculty)}”.`
        : `There is no faculty “${cutCell(faculty)}” in “${cutCell(college)}”.`,
    )
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Blank is 0. */
function readSum(label: string, typed = '', least: number, most: number): number {
  const sum = typed === '' ? 0 : readShillings(typed)
  if (sum === null || sum < least || sum > most) {
    throw new RowError(
      sum !== null && least === 0
        ? `${label}: “${cutCell(typed)}” can’t be a deposit: it is from 0 to ${ksh(most)}.`
        : `${label}: “${cutCell(typed)}” isn’t a sum in whole shillings.`,
    )
  }
  return sum
}

/** @throws {RowError} with all that is wrong with the cells */
export function readTenant(
  { fields }: Row,
  { today, faculties, once }: { today: Day; faculties: KnownFaculty[]; once: Once },
): NewTenant {
  const { days, details, ...read } = readAll({
    full_name: () => readName(fields),
    phone_number: () => {
      const phone = readPhone(fields.phone_number ?? '')
      once('This phone number', phone)
      return phone
    },
    id_number: () => {
      const number = readAs('id_number', fields.id_number ?? '')
      once('This ID number', normaliseNumber(number))
      return number
    },
    email: () => {
      if (!fields.email) return null
      const email = readEmail(fields.email)
      once('This email address', loginKey(email))
      return email
    },
    days: () => readDays(fields, today),
    opening_balance: () => readSum('Owes', fields.opening_balance, -10_000_000, 10_000_000),
    deposit_held: () => readSum('Deposit held', fields.deposit_held, 0, 1_000_000),
    details: () => readDetails(fields, faculties, once),
  })
  return { ...read, ...days, ...details }
}

export function readStart(cell = '', today: Day): Day {
  if (cell === '') throw missing('day they moved in')
  const start = readDate('Moved in', cell)
  if (start >= EARLIEST && start <= latestPlannableDay(today)) return start
  throw new RowError(`Moved in: ${formatDay(start)} is too far away.`)
}

function readDays(fields: Row['fields'], today: Day): Pick<NewTenant, 'start_date' | 'end_date'> {
  const { start_date, end_date } = readAll({
    start_date: () => readStart(fields.start_date, today),
    end_date: () => {
      const end = fields.end_date ? readDate('Leaves', fields.end_date) : null
      if (end === null || end > today) return end
      throw new RowError(`They left on ${formatDay(end)}. Only import people who live here.`)
    },
  })
  if (end_date !== null && end_date <= start_date) {
    throw new RowError('They leave before they move in.')
  }
  return { start_date, end_date }
}
