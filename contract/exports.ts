import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { optionalDay } from './form.ts'

export const exportKinds = ['rooms', 'tenants', 'ledger', 'payments', 'deposits', 'posts'] as const
export type ExportKind = (typeof exportKinds)[number]

/** Exports whose rows have a time, so that an export can be limited to some days. */
export const timedExports: readonly ExportKind[] = ['ledger', 'payments', 'deposits', 'posts']

export const exportTable = endpoint({
  method: 'GET',
  path: '/staff/exports/:kind/',
  who: 'staff:tables',
  tries: 'download a table',
  summary:
    'A table as CSV: UTF-8 with a byte order mark, ISO dates and times of Nairobi, whole shillings',
  params: z.object({ kind: z.enum(exportKinds, 'There is no such table.') }),
  /** Both days are included. */
  query: z.object({ from: optionalDay, until: optionalDay }),
  file: 'text/csv; charset=utf-8',
})
