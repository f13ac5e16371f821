import * as z from 'zod/mini'
import { letterKinds } from '#rules/letter.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noteText, optionalDay } from './form.ts'
import { statementRow, statementSums } from './ledger.ts'

const datetime = z.iso.datetime()
const day = z.iso.date()
const shillings = z.int()

/** The facts of a letter, see `LetterFacts`; stored and signed as they are here. */
export const letterFacts = z.object({
  kind: z.enum(letterKinds),
  code: z.string(),
  number: z.string(),
  issued_at: datetime,
  day,
  owes: shillings,
  deposit: z.optional(shillings),
  residence: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  tenant: z.object({
    full_name: z.string(),
    account_number: z.nullable(z.string()),
    room_number: z.nullable(z.string()),
    from: z.nullable(day),
    until: z.nullable(day),
  }),
  statement: z.nullable(
    z.object({
      from: z.nullable(day),
      opening: shillings,
      charged: shillings,
      credited: shillings,
      sums: z.optional(statementSums),
      rows_hash: z.string(),
    }),
  ),
})

export const letterRows = z.array(statementRow)

const withdrawn = z.object({ at: datetime, reason: z.string() })

const letter = z.object({
  facts: letterFacts,
  /** The lines of a statement, the earliest first. */
  rows: letterRows,
  user_id: z.int(),
  withdrawn: z.nullable(withdrawn),
  /** Where anybody can check it. */
  check_url: z.string(),
  /** The QR code of the paper, as a path of an SVG that is `size` wide and high. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type Letter = z.infer<typeof letter>

const letterInList = z.object({
  number: z.string(),
  kind: z.enum(letterKinds),
  day,
  issued_at: datetime,
  withdrawn: z.boolean(),
})
export type LetterInList = z.infer<typeof letterInList>

/** A tenant's letters, and what a clearance letter still waits for. */
const tenantLetters = z.object({
  /** The debt today; 0 for credit. */
  owes: shillings,
  /** The debt by the month of the rent, the earliest first; without a month for what corrections added. */
  months: z.array(z.object({ month: z.nullable(z.string()), owed: shillings })),
  /** Payment requests on the account that have not ended. */
  open_requests: z.array(z.object({ amount: shillings, at: datetime })),
  /** The latest first. */
  letters: z.array(letterInList),
})
export type TenantLetters = z.infer<typeof tenantLetters>

const letterForm = z.object({
  kind: z.enum(letterKinds, 'Please choose a clearance letter or a statement.'),
  /** The days of a statement, both included; from the first entry on, and until today, when left out. */
  from: optionalDay,
  until: optionalDay,
  /** Made by the form: sent again, it is the same letter. */
  submission_id: z.uuid('Please reload the page and try again.'),
})

export const listLetters = endpoint({
  method: 'GET',
  path: '/letters/',
  who: 'user',
  summary: 'My letters, and what I owe before I can get a clearance letter',
  reply: tenantLetters,
})

export const issueLetter = endpoint({
  method: 'POST',
  path: '/letters/',
  who: 'user',
  summary: 'Get a clearance letter, which is refused while something is owed, or a statement',
  status: 201,
  body: letterForm,
  reply: letter,
})

const numberParams = z.object({ number: z.string().check(z.maxLength(20)) })

export const getLetter = endpoint({
  method: 'GET',
  path: '/letters/:number/',
  who: 'user',
  summary: 'A letter of mine; staff see those of their company',
  params: numberParams,
  reply: letter,
})

export const getLetterPdf = endpoint({
  method: 'GET',
  path: '/letters/:number/pdf/',
  who: 'user',
  summary: 'The same as a signed PDF, which /check-letter.mjs checks without network',
  params: numberParams,
  file: 'application/pdf',
})

export const listTenantLetters = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/letters/',
  who: 'staff:view',
  summary: 'The letters of a tenant, and what a clearance letter still waits for',
  params: idParams,
  reply: tenantLetters,
})

export const issueTenantLetter = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/letters/',
  who: 'staff:tenancies',
  tries: 'issue a letter for a tenant',
  summary: 'Issue a letter for a tenant',
  status: 201,
  params: idParams,
  body: letterForm,
  reply: letter,
})

export const withdrawLetter = endpoint({
  method: 'POST',
  path: '/staff/letters/:number/withdraw/',
  who: 'staff:money',
  tries: 'withdraw a letter',
  summary: 'Withdraw a letter; it stays, and whoever checks it reads that it was withdrawn',
  params: numberParams,
  body: z.object({ reason: noteText('Please say why it is withdrawn.', 500) }),
  reply: letter,
})

export const checkLetter = endpoint({
  method: 'GET',
  path: '/check/:code/',
  who: 'anyone',
  summary: 'Whether a letter is genuine, and what it says',
  params: z.object({ code: z.string().check(z.maxLength(60)) }),
  reply: z.object({
    facts: letterFacts,
    /** The lines of a statement: whoever has the code has them on paper. */
    rows: letterRows,
    /** When it was withdrawn; why is the tenant's own business. */
    withdrawn_at: z.nullable(datetime),
    /** With which the script checks it, see `getLetterKey`. */
    public_key: z.string(),
  }),
})

export const getLetterKey = endpoint({
  method: 'GET',
  path: '/letter-key/',
  who: 'anyone',
  summary: 'The key that letters are signed with (Ed25519, base64url), for /check-letter.mjs',
  reply: z.object({ algorithm: z.literal('Ed25519'), public_key: z.string() }),
})
