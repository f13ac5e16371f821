import { type Day, formatDay } from '#rules/calendar.ts'
import { ksh, readOwed } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { type genders, latestPlannableDay, type Relationship } from '#rules/tenancy.ts'
import { readDay } from '#rules/typed-day.ts'
import { loginKey } from '../auth/user-queries.ts'
import { normaliseNumber } from '../tenancy/numbers.ts'
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

/** Nobody has been here since before this day: an earlier date is a typing mistake. */
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
  /** The onboarding form's details, as far as known; null when none is. */
  details: Details | null
  /** Details in the file that can't be stored in their fields, in words. */
  partial: string | null
}

interface Details {
  registration_number: string | null
  year_of_study: number | null
  college_id: number | null
  faculty_id: number | null
  gender: (typeof genders)[number] | null
  emergency_phone_number: string | null
  emergency_contact_relationship: Relationship | null
}

/** A name begins with a letter of any language, or a mark before one; other cells are formulas, or belong in other columns. */
const NAME = /^[\p{L}'’‘`("“][^=<>{}|\\^~@%]*$/u

function readName({ full_name = '', ...parts }: Row['fields']): string {
  if (full_name === '' && parts.first_name === '' && (parts.middle_name || parts.last_name)) {
    throw missing('first name')
  }
  const name = readAs('full_name', full_name)
  if (NAME.test(name)) return name
  throw new RowError(`Full name: “${cutCell(name)}” can’t be a name.`)
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

/** Reads every cell that isn't empty, so that a wrong one never goes unnoticed. */
function readDetails(
  fields: Row['fields'],
  faculties: KnownFaculty[],
  once: Once,
): Pick<NewTenant, 'details' | 'partial'> {
  const cell = (name: string) => fields[name] ?? ''
  const known = <Read>(name: string, read: (cell: string) => Read) =>
    cell(name) === '' ? null : read(cell(name))
  const { studies, ...read } = readAll({
    registration_number: () =>
      known('registration_number', (typed) => {
        const number = readAs('registration_number', typed)
        once('Registration number', normaliseNumber(number), number)
        return number
      }),
    year_of_study: () => known('year_of_study', readYear),
    gender: () => known('gender', readGender),
    studies: () => readStudies(cell('college'), cell('faculty'), faculties),
    emergency_phone_number: () => known('emergency_phone_number', readEmergencyPhone),
    emergency_contact_relationship: () => known('emergency_contact_relationship', readRelationship),
  })
  const details = { ...read, ...studies.found }
  const isEmpty = Object.values(details).every((value) => value === null)
  return { details: isEmpty ? null : details, partial: studies.partial }
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

/** Reads a sum; an empty cell is 0. */
function readSum(label: string, typed = '', least: number, most: number): number {
  const sum = typed === '' ? 0 : readOwed(typed)
  if (sum !== null && sum >= least && sum <= most) return sum
  const cell = `${label}: “${cutCell(typed)}”`
  if (sum !== null && least === 0) {
    throw new RowError(`${cell} can’t be a deposit: it is from 0 to ${ksh(most)}.`)
  }
  const hasCents = /\d[.,]\d{1,2}\D*$/.test(typed)
  throw new RowError(
    `${cell} isn’t a sum in whole shillings${hasCents ? ': leave out the cents' : ''}.`,
  )
}

/** @throws {RowError} with everything that is wrong with the cells */
export function readTenant(
  { fields }: Row,
  { today, faculties, once }: { today: Day; faculties: KnownFaculty[]; once: Once },
): NewTenant {
  const { days, details, ...read } = readAll({
    full_name: () => readName(fields),
    phone_number: () => {
      const phone = readPhone(fields.phone_number ?? '')
      once('Phone', phone, formatPhone(phone))
      return phone
    },
    id_number: () => {
      const number = readAs('id_number', fields.id_number ?? '')
      once('ID number', normaliseNumber(number), number)
      return number
    },
    email: () => {
      if (!fields.email) return null
      const email = readEmail(fields.email)
      once('Email', loginKey(email), email)
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
      throw new RowError(
        `Leaves: they left on ${formatDay(end)}. Only import people who live here.`,
      )
    },
  })
  if (end_date !== null && end_date <= start_date) {
    throw new RowError('Leaves: they leave before they move in.')
  }
  return { start_date, end_date }
}
