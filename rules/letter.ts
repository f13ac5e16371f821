import { groupByFour } from './account-number.ts'
import { balanceText, type StatementSums, statementFacts } from './account-statement.ts'
import { type Day, dayOf, formatDateTime, formatDay } from './calendar.ts'
import { LARGEST_ID } from './id.ts'
import { ksh } from './money.ts'
import { compactTyped } from './typed.ts'

export const letterKinds = ['clearance', 'statement'] as const
export type LetterKind = (typeof letterKinds)[number]

export const letterTitles: Record<LetterKind, string> = {
  clearance: 'Clearance letter',
  statement: 'Statement of account',
}

/** The facts of a letter, as they were on its day. They are signed, and its page, PDF and check page show nothing else. */
export interface LetterFacts {
  kind: LetterKind
  code: string
  number: string
  issued_at: string
  /** The letter is true at the end of this day, as far as was known when it was issued. */
  day: Day
  /** Negative means credit; nothing in a clearance letter. */
  owes: number
  /** The deposit that the residence holds, in a clearance letter; older ones don’t say. */
  deposit?: number
  residence: { name: string; address: string; phone: string; email: string }
  tenant: {
    full_name: string
    account_number: string | null
    /** The latest one. */
    room_number: string | null
    from: Day | null
    /** The first day on which they no longer had a room; null for somebody who has one. */
    until: Day | null
  }
  statement: {
    /** Null from the first entry on. */
    from: Day | null
    opening: number
    charged: number
    credited: number
    /** Older letters have none. */
    sums?: StatementSums | undefined
    /** SHA-256 of the rows, so that the signature covers them. */
    rows_hash: string
  } | null
}

/** A line of a statement: a charge or payment with what is owed after it. */
export interface LetterRow {
  day: Day
  entry: string
  detail: string | null
  /** Positive for what was charged, negative for what was paid. */
  amount: number
  balance: number
}

export const letterNumber = (number: number): string => `L${String(number).padStart(6, '0')}`

/** Reads the number of a residence's letter; null when it is none. */
export function readLetterNumber(typed: string): number | null {
  const digits = /^L(\d{6,10})$/.exec(compactTyped(typed))?.[1]
  const number = Number(digits)
  return digits && number > 0 && number <= LARGEST_ID && letterNumber(number) === `L${digits}`
    ? number
    : null
}

/** Without look-alikes: 26 of them are 130 bits. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 26

/** A code as somebody typed it from paper; null when it can't be one. */
export function readLetterCode(typed: string): string | null {
  const code = compactTyped(typed).replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((one) => CODE_ALPHABET.includes(one))
    ? code
    : null
}

/** `7K2M 9XQA …`, to be read and typed. */
export const groupCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

/** The statement of a letter, in one sentence. */
export function letterSentence({ kind, day, owes, residence, tenant }: LetterFacts): string {
  const { full_name } = tenant
  if (kind === 'clearance') {
    return `${residence.name} confirms that ${full_name} owed nothing on ${formatDay(day)}.`
  }
  const closing =
    owes > 0 ? `owed ${ksh(owes)}` : owes < 0 ? `had ${ksh(-owes)} of credit` : 'owed nothing'
  return `On ${formatDay(day)} ${full_name} ${closing}.`
}

/** The facts below the sentence, label by label. */
export function letterFactRows(facts: LetterFacts): { label: string; value: string }[] {
  const { tenant, statement, day } = facts
  const rows: [string, string | null][] = [
    ['Tenant', tenant.full_name],
    ['Account number', tenant.account_number && groupByFour(tenant.account_number)],
    ['Room', tenant.room_number],
    ['Lived there', stayText(tenant, dayOf(new Date(facts.issued_at)))],
    ...(statement
      ? statementFacts({ ...statement, until: day, closing: facts.owes }).map(
          ({ label, value }): [string, string] => [label, value],
        )
      : ([
          ['Owed', balanceText(facts.owes)],
          ['Deposit held', facts.deposit ? ksh(facts.deposit) : null],
        ] satisfies [string, string | null][])),
    ['Issued', formatDateTime(new Date(facts.issued_at))],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

function stayText({ from, until }: LetterFacts['tenant'], issued: Day): string | null {
  if (from === null) return null
  if (from > issued) return `From ${formatDay(from)}`
  return until !== null ? `${formatDay(from)} to ${formatDay(until)}` : `Since ${formatDay(from)}`
}

/** The limits of a letter: what it doesn't say. */
export const letterLimit: Record<LetterKind, string> = {
  clearance:
    'It doesn’t cover rent that was charged, or payments that were taken back, after it was issued.',
  statement: 'It shows what was known when it was issued. Later entries aren’t in it.',
}
