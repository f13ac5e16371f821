import * as z from 'zod/mini'
import { importKinds } from '#rules/import-columns.ts'
import { dayOrders } from '#rules/typed-day.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'

const params = z.object({ kind: z.enum(importKinds, 'There is no such import.') })

const badRow = z.object({
  /** In the file, the heading being line 1. */
  line: z.int(),
  reason: z.string(),
  cells: z.array(z.string()),
})

/** The effect of an import. */
const importPreview = z.object({
  headings: z.array(z.string()),
  /** The field that each heading stands for; null for a column that is left out. */
  columns: z.array(z.nullable(z.string())),
  /** Labels of required fields for which there is no column: no row is read until then. */
  missing: z.array(z.string()),
  rows: z.int(),
  added: z.int(),
  /** Rows that exist already, with the same values. */
  unchanged: z.int(),
  bad: z.int(),
  /** The first of them. */
  bad_rows: z.array(badRow),
  /** The effects of the first rows that are added, a sentence each. */
  effects: z.array(z.string()),
  /** The sums of the rows that are added. */
  totals: z.array(z.object({ label: z.string(), shillings: z.int(), of: z.string() })),
  /** A date that may be two days, and what it is if the day or the month comes first; null `order` until staff say which. */
  dates: z.nullable(
    z.object({
      order: z.nullable(z.enum(dayOrders)),
      example: z.string(),
      day: z.string(),
      month: z.string(),
    }),
  ),
  /** Things that staff should look at first, a sentence each. */
  notices: z.array(z.string()),
  /** Names the file, its columns and what it would do: an import of something else is refused, with the new preview as `effect`. */
  fingerprint: z.string(),
})
export type ImportPreview = z.infer<typeof importPreview>

/** A JSON array with a field or null for each heading; matched by name when it is left out. */
const columns = z.optional(z.string().check(z.maxLength(5000)))

/** A JSON object with a field or null by heading, as chosen for an earlier file: for those that this one has, too. */
const by_heading = z.optional(z.string().check(z.maxLength(20_000)))

/** Whether day or month comes first in dates such as 1/9/2026; without it, what was said for the latest file. */
const dates = z.optional(z.enum(dayOrders, 'Please say which comes first, the day or the month.'))

export const previewImport = endpoint({
  method: 'POST',
  path: '/staff/imports/:kind/preview/',
  who: 'staff:tables',
  tries: 'import a table',
  summary: 'What importing a CSV file would do; changes nothing',
  params,
  body: z.object({ columns, by_heading, dates }),
  files: ['table'],
  reply: importPreview,
})

export const getBadRows = endpoint({
  method: 'POST',
  path: '/staff/imports/:kind/bad-rows/',
  who: 'staff:tables',
  tries: 'import a table',
  summary: 'The rows that can’t be imported, as CSV with the reason of each',
  params,
  body: z.object({ columns, dates }),
  files: ['table'],
  file: 'text/csv; charset=utf-8',
})

const importDone = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  added: z.int(),
  unchanged: z.int(),
  by: z.string(),
  at: z.iso.datetime(),
  /** When a part of the import was last undone. */
  undone_at: z.nullable(z.iso.datetime()),
  /** Whether something it made or changed still exists and wasn't undone. */
  left: z.boolean(),
  /** Until when the import, or the rest of it, can be undone; null when it can’t. */
  undo_until: z.nullable(z.iso.datetime()),
})
export type ImportDone = z.infer<typeof importDone>

export const importTable = endpoint({
  method: 'POST',
  path: '/staff/imports/:kind/',
  who: 'staff:tables',
  tries: 'import a table',
  summary: 'Import a CSV file: all of its rows or none, or only the good ones',
  status: 201,
  params,
  body: z.object({
    columns,
    dates,
    /** Leaves out the rows that can't be imported: without it, one of them refuses all. */
    only_good: z.optional(z.literal('true')),
    fingerprint: z.string('Please look at the preview first.').check(z.maxLength(100)),
  }),
  files: ['table'],
  reply: importDone,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/staff/imports/',
  who: 'staff:tables',
  tries: 'see the imports',
  summary: 'The latest imports',
  reply: z.array(importDone),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/staff/imports/:id/undo/',
  who: 'staff:tables',
  tries: 'undo an import',
  summary:
    'Undo an import of the last 24 hours, or what is left of it, except what has been used since',
  params: idParams,
  /** Rooms and tenants that stay, by number or name. */
  reply: z.object({ import: importDone, kept: z.array(z.string()) }),
})
