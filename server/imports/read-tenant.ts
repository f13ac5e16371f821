import { type Day, formatDay } from '#rules/calendar.ts'
import type { RowFields } from '#rules/import-columns.ts'
import { ksh, readOwed } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { latestPlannableDay } from '#rules/tenancy.ts'
import { readDay } from '#rules/typed-day.ts'
import { loginKey } from '../auth/user-queries.ts'
import { normaliseNumber } from '../tenancy/numbers.ts'
import { type Details, type KnownFaculty, readDetails } from './details.ts'
import {
  cutCell,
  missing,
  type Once,
  type Row,
  RowError,
  readAll,
  readAs,
  readEmail,
  readPhone,
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
  /** Null when none is known. */
  details: Details | null
  /** Details in the file that can't be stored in their fields, in words. */
  partial: string | null
}

/** A name begins with a letter of any language, or a mark before one; other cells are formulas, or belong in other columns. */
const NAME = /^[\p{L}'’‘`("“][^=<>{}|\\^~@%]*$/u

function readName({ full_name = '', ...parts }: RowFields): string {
  if (full_name === '' && parts.first_name === '' && (parts.middle_name || parts.last_name)) {
    throw missing('first name')
  }
  const name = readAs('full_name', full_name, 'a name of at most 120 characters')
  if (NAME.test(name)) return name
  throw new RowError(`Full name: “${cutCell(name)}” can’t be a name.`)
}

function readDate(label: string, cell: string): Day {
  const day = readDay(cell)
  if (day === null)
    throw new RowError(`${label}: “${cutCell(cell)}” isn’t a day such as 2026-09-01.`)
  return day
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
      const number = readAs('id_number', fields.id_number ?? '', 'an ID or passport number')
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

function readDays(fields: RowFields, today: Day): Pick<NewTenant, 'start_date' | 'end_date'> {
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
