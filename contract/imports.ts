import * as z from 'zod/mini'
import { importKinds } from '#rules/import-columns.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'

const params = z.object({ kind: z.enum(importKinds, 'There is no such import.') })

const badRow = z.object({
  /** In the file, the heading being line 1. */
  line: z.int(),
  reason: z.string(),
  cells: z.array(z.string()),
})

/** What an import would do. */
const importPreview = z.object({
  headings: z.array(z.string()),
  /** The field that each heading stands for; null for a column that is left out. */
  columns: z.array(z.nullable(z.string())),
  /** Labels of required fields for which there is no column: no row is read until then. */
  missing: z.array(z.string()),
  rows: z.int(),
  added: z.int(),
  /** There already, just so. */
  unchanged: z.int(),
  bad: z.int(),
  /** The first of them. */
  bad_rows: z.array(badRow),
  /** What the first rows that are added do, a sentence each. */
  effects: z.array(z.string()),
  /** What staff should look at first, a sentence each. */
  notices: z.array(z.string()),
  /** Names the file, its columns and what it would do: an import of something else is refused, with the new preview as `effect`. */
  fingerprint: z.string(),
})
export type ImportPreview = z.infer<typeof importPreview>

/** A JSON array with a field or null for each heading; matched by name when it is left out. */
const columns = z.optional(z.string().check(z.maxLength(5000)))

/** A JSON object with a field or null by heading, as chosen for an earlier file: for those that this one has, too. */
const by_heading = z.optional(z.string().check(z.maxLength(5000)))

export const previewImport = endpoint({
  method: 'POST',
  path: '/staff/imports/:kind/preview/',
  who: 'staff:tables',
  tries: 'import a table',
  summary: 'What importing a CSV file would do; changes nothing',
  params,
  body: z.object({ columns, by_heading }),
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
  body: z.object({ columns }),
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
  /** When something of it was undone last. */
  undone_at: z.nullable(z.iso.datetime()),
  /** Whether anything is there that it made or changed, and that wasn't undone. */
  left: z.boolean(),
  /** Until when it, or what is left of it, can be undone; null when it can’t. */
  undo_until: z.nullable(z.iso.datetime()),
})
export type ImportDone = z.infer<typeof importDone>

export const importTable = endpoint({
  method: 'POST',
  path: '/staff/imports/:kind/',
  who: 'staff:tables',
  tries: 'import a table',
  summary: 'Import a CSV file: all of its rows or none',
  status: 201,
  params,
  body: z.object({
    columns,
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
