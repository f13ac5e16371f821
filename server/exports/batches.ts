import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import type { Db } from '../db/connect.ts'
import type { Cell, Heading } from './csv.ts'

/** Rows read by one statement: other requests get their turn between two batches. */
export const BATCH = 2000

export interface Span {
  company_id: number
  /** Rows from this instant on and before `before`. */
  from: Date | null
  before: Date | null
  today: Day
}

export interface Table {
  headings: readonly Heading[]
  batches(db: Db, span: Span): AsyncGenerator<Cell[][]>
}

/** Reads batches by id, so that no statement takes long, and no transaction stays open during a download. */
export async function* inBatches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let after = 0
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows.map(toCells)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

/** A column of a table: its heading, which is the import's label for fields that an import reads too, and its cells. */
export type Column<Row> = [heading: Heading, cell: (row: Row) => Cell]

export const tableOf = <Row extends { id: number }>(
  read: (db: Db, span: Span, after: number) => Promise<Row[]>,
  columns: readonly Column<Row>[],
): Table => ({
  headings: columns.map(([heading]) => heading),
  batches: (db, span) =>
    inBatches(
      (after) => read(db, span, after),
      (row) => columns.map(([, cell]) => cell(row)),
    ),
})

/** The condition that a time is within the span. */
export const within = (time: RawBuilder<unknown>, { from, before }: Span) =>
  sql<boolean>`(${from}::timestamptz is null or ${time} >= ${from})
    and (${before}::timestamptz is null or ${time} < ${before})`

export const phone = (number: string | null) => number && formatPhone(number)
