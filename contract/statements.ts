import * as z from 'zod/mini'
import { rowKinds, rowStates, statementShapes, statementSources } from '#rules/statement.ts'
import { endpoint } from './endpoint.ts'
import { idParams, textOrEmpty } from './form.ts'
import { pageQuery } from './page.ts'

/** Statements have cents. */
const cents = z.int()
const datetime = z.iso.datetime()

const stateCount = z.object({
  state: z.enum(rowStates),
  rows: z.int(),
  /** Their sum; negative for money that went out. */
  cents,
})
export type StateCount = z.infer<typeof stateCount>

const statement = z.object({
  id: z.int(),
  source: z.enum(statementSources),
  shape: z.enum(statementShapes),
  file_name: z.string(),
  /** The paybill's number, or what staff call the bank's account. */
  account: z.string(),
  /** The first and the last instant that it covers. */
  from: datetime,
  until: datetime,
  /** Rows in the file. */
  rows: z.int(),
  by: z.string(),
  at: datetime,
})
export type Statement = z.infer<typeof statement>

const rowAccount = z.object({
  user_id: z.int(),
  account_number: z.string(),
  full_name: z.string(),
  room_number: z.nullable(z.string()),
})

const statementRow = z.object({
  id: z.int(),
  at: datetime,
  receipt: z.nullable(z.string()),
  details: z.string(),
  kind: z.enum(rowKinds),
  state: z.enum(rowStates),
  cents,
  /** The reference that the payer typed, and the payer as the statement masks them. */
  reference: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  /** Our receipt, and whose account it is on; null for an account of another residence. */
  receipt_number: z.nullable(z.string()),
  account: z.nullable(rowAccount),
  /** For a payment that was shared: every part. */
  parts: z.array(z.object({ account: rowAccount, receipt_number: z.string(), cents })),
  /** The item of the desk, open or closed. */
  item: z.nullable(z.int()),
  /** For a bank's money that isn't entered: a likely account, and the code to enter it with. */
  suggestion: z.nullable(rowAccount),
  entry_reference: z.nullable(z.string()),
})
export type ShownRow = z.infer<typeof statementRow>

const preview = z.object({
  /** The statement with the same file, when it was uploaded before: nothing is left to do. */
  known: z.nullable(statement),
  /** For a bank's file: its headings and what each stands for; labels of fields without a column. */
  bank: z.nullable(
    z.object({
      headings: z.array(z.string()),
      columns: z.array(z.nullable(z.string())),
      missing: z.array(z.string()),
    }),
  ),
  /** Null while something about the columns or the account has to be said first. */
  statement: z.nullable(
    z.object({
      source: z.enum(statementSources),
      account: z.string(),
      from: datetime,
      until: datetime,
      rows: z.int(),
      /** Left out, because nothing moved. */
      not_completed: z.int(),
      /** The checks that were made, a sentence each. */
      checks: z.array(z.string()),
    }),
  ),
  /** Rows that no earlier statement had. */
  new_rows: z.int(),
  /** The rows of its time by state, as they would be afterwards. */
  states: z.array(stateCount),
  /** Payments that the books don't have yet: credited, or on the desk. */
  found: z.object({
    credited: z.object({ rows: z.int(), cents }),
    desk: z.object({ rows: z.int(), cents }),
    /** The part of `desk` that is above the limit, so that somebody else decides. */
    held: z.object({ rows: z.int(), cents }),
    /** New items of the desk about money that M-Pesa took back. */
    taken_back_by_mpesa: z.int(),
    /** The first of these payments. */
    rows: z.array(statementRow),
  }),
  /** Names the file and what it would do: an upload of something else is refused. */
  fingerprint: z.string(),
})
export type StatementPreview = z.infer<typeof preview>

const upload = z.object({
  /** M-Pesa's newer files say only by their name which paybill they are from, and of which days. */
  file_name: z.string('Please choose a file.').check(z.trim(), z.maxLength(200)),
  /** Staff's name for the bank's account. */
  account: z.optional(textOrEmpty('Please give the account a name.', 60)),
  /** For a bank's file: a JSON array with a field or null for each heading. */
  columns: z.optional(z.string().check(z.maxLength(5000))),
})

export const previewStatement = endpoint({
  method: 'POST',
  path: '/staff/statements/preview/',
  who: 'staff:money',
  tries: 'upload a statement',
  summary: 'What uploading a statement of M-Pesa or of a bank would do; changes nothing',
  body: upload,
  files: ['table'],
  reply: preview,
})

export const uploadStatement = endpoint({
  method: 'POST',
  path: '/staff/statements/',
  who: 'staff:money',
  tries: 'upload a statement',
  summary: 'Keep a statement, and credit what the books don’t have or move it to the desk',
  status: 201,
  body: z.extend(upload, {
    fingerprint: z.string('Please look at the preview first.').check(z.maxLength(100)),
  }),
  files: ['table'],
  reply: statement,
})

export const listStatements = endpoint({
  method: 'GET',
  path: '/staff/statements/',
  who: 'staff:view',
  summary: 'Statements that staff have uploaded, newest first',
  query: pageQuery,
  reply: z.array(statement),
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/staff/statements/:id/',
  who: 'staff:view',
  summary: 'A statement, and what became of the rows of its time',
  params: idParams,
  reply: z.extend(statement, { states: z.array(stateCount) }),
})

export const listStatementRows = endpoint({
  method: 'GET',
  path: '/staff/statements/:id/rows/',
  who: 'staff:view',
  summary: 'The rows of a statement’s time, the latest first',
  params: idParams,
  query: z.extend(pageQuery, { state: z.optional(z.enum(rowStates)) }),
  reply: z.array(statementRow),
})
