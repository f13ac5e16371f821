import type { ImportPreview } from '#contract/imports.ts'
import { formatDay } from '#rules/calendar.ts'
import {
  chosenColumns,
  type FieldName,
  type ImportKind,
  importFields,
  MAX_EMBEDDED_IMPORT_ROWS,
  MAX_IMPORT_ROWS,
  matchColumns,
  missingFields,
  plainHeading,
  withFullName,
} from '#rules/import-columns.ts'
import {
  type ColumnDays,
  columnDays,
  headingRow,
  isNothing,
  readColumnDay,
} from '#rules/import-rows.ts'
import { type DayOrder, readDay } from '#rules/typed-day.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { invalid } from '../http/errors.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { findRememberedColumns, findRememberedDates } from './queries.ts'
import { readTable, type Table } from './read-table.ts'
import { type BadRow, cutCell, inBatches, type Row } from './rows.ts'

export interface ImportFile {
  kind: ImportKind
  file: Upload | undefined
  /** A JSON array with a field or null for each heading. */
  columns?: string | undefined
  /** A JSON object with a field or null by heading. */
  by_heading?: string | undefined
  /** Whether the day or the month comes first in dates such as 1/9/2026. */
  dates?: DayOrder | undefined
}

export interface ReadImport extends Pick<Table, 'headings' | 'hash' | 'notices'> {
  columns: (FieldName | null)[]
  missing: string[]
  dates: ImportPreview['dates']
  rows: Row[]
  /** Rows that can't be read. */
  unfit: BadRow[]
}

/** Fewer rows on the embedded database, whose only connection is busy during an import or its preview. */
function mostRowsOf({ database }: Context, kind: ImportKind): [rows: number, refusal: string] {
  const most = MAX_IMPORT_ROWS[kind].toLocaleString('en')
  if (database.engine.kind === 'postgres') {
    return [MAX_IMPORT_ROWS[kind], `The file has more than ${most} rows. Please split it.`]
  }
  const here = MAX_EMBEDDED_IMPORT_ROWS[kind]
  return [
    here,
    `The file has more than ${here.toLocaleString('en')} rows, the most that the embedded database imports at once. Please split it, or let Bweni use PostgreSQL, which takes ${most}.`,
  ]
}

/** @throws {HttpError} 400 that says what is wrong with the file */
export async function readImport(
  context: Context,
  { company_id }: AuthUser,
  { kind, file, columns, by_heading, dates }: ImportFile,
): Promise<ReadImport> {
  const [mostRows, refusal] = mostRowsOf(context, kind)
  const fields = importFields[kind]
  const remembered = {
    ...(await findRememberedColumns(context.db, company_id, kind)),
    ...parseByHeading(by_heading),
  }
  const findHeading = (rows: string[][]) => headingRow(fields, rows, remembered)
  const { headings, lines, unfit, hash, notices } = await readTable(file, {
    mostRows,
    refusal,
    findHeading,
  })
  const chosen = columns === undefined ? null : parseColumns(columns)
  if (chosen && chosen.length !== headings.length) throw misfit()
  const matched = chosen
    ? chosenColumns(fields, chosen)
    : matchColumns(fields, headings, remembered)
  const rows: Row[] = []
  for await (const batch of inBatches(lines)) {
    for (const line of batch) {
      const cells = matched.flatMap((name, at) =>
        name ? [[name, withoutNothing(name, line.cells[at] ?? '')]] : [],
      )
      rows.push({ ...line, fields: withFullName(Object.fromEntries(cells)) })
    }
  }
  const missing = missingFields(kind, matched)
  const asked = dates ?? (await findRememberedDates(context.db, company_id, kind))
  const days = await readDays(rows, asked)
  return {
    ...{ headings, columns: matched, missing, hash, notices },
    ...{ rows: days.rows, unfit: [...unfit, ...days.unfit], dates: days.dates },
  }
}

/** Fields whose cells are never taken for empty: `N/A` may be a room, and Nil a name. */
const literal: FieldName[] = [
  ...['full_name', 'first_name', 'middle_name', 'last_name', 'room_number', 'room', 'notes'],
]

const withoutNothing = (name: FieldName, cell: string) =>
  !literal.includes(name) && isNothing(cell) ? '' : cell

const dayLabels = { start_date: 'Moved in', end_date: 'Leaves' } as const

/**
 * Reads the columns of days as a whole, and writes each day as `2026-09-01`. If one column shows whether day or month comes
 * first, that holds for the others too; if none does, staff are asked.
 */
async function readDays(rows: Row[], asked: DayOrder | null) {
  const names = ['start_date', 'end_date'] as const
  const columns = names.map((name) => columnDays(rows.map(({ fields }) => fields[name] ?? '')))
  const sure = columns.flatMap(({ order }) => (order === 'day' || order === 'month' ? order : []))
  const [first] = sure
  const ofFile = first !== undefined && sure.every((order) => order === first) ? first : null
  const open = columns.find(({ order }) => order === 'either')
  const isAsked = ofFile === null && open !== undefined
  const orderOf = ({ order }: ColumnDays) =>
    order === 'either' ? (ofFile ?? asked ?? 'day') : order
  const read: Row[] = []
  const unfit: BadRow[] = []
  for await (const batch of inBatches(rows)) {
    for (const row of batch) {
      const days = names.flatMap((name, at) => {
        const [cell, column] = [row.fields[name], columns[at]]
        return cell && column ? [[name, readColumnDay(cell, orderOf(column)) ?? cell] as const] : []
      })
      const unclear = days.find(([, day]) => day === 'unclear')
      if (unclear) unfit.push(unclearRow(row, unclear[0]))
      else read.push({ ...row, fields: { ...row.fields, ...Object.fromEntries(days) } })
    }
  }
  const dates = isAsked && open.example !== null ? question(open.example, asked) : null
  return { rows: read, unfit, dates }
}

const question = (example: string, order: DayOrder | null) => {
  const text = (first: DayOrder) => formatDay(readDay(example, first) ?? '')
  return { order, example, day: text('day'), month: text('month') }
}

function unclearRow({ line, cells, fields }: Row, name: keyof typeof dayLabels): BadRow {
  const cell = fields[name] ?? ''
  const { day, month } = question(cell, null)
  const reason = `${dayLabels[name]}: “${cutCell(cell)}” may be ${day} or ${month}, as this column has dates of both kinds. Write it as ${readDay(cell)}, with the year first.`
  return { line, cells, reason }
}

const misfit = () => invalid('columns', 'The columns don’t fit this file. Please choose it again.')

/** @param text a JSON array with a field or null for each heading */
export function parseColumns(text: string): (string | null)[] {
  try {
    const columns: unknown = JSON.parse(text)
    const isName = (one: unknown) => one === null || typeof one === 'string'
    if (Array.isArray(columns) && columns.every(isName)) return columns
  } catch {
    // Unreadable JSON is refused below.
  }
  throw misfit()
}

/** The fields by heading. Keys are those of `columnsByHeading`, or headings as they are in a file. */
function parseByHeading(text = '{}'): Record<string, string | null> {
  try {
    const chosen: unknown = JSON.parse(text)
    if (typeof chosen !== 'object' || chosen === null) return {}
    const known = Object.entries(chosen).filter(
      ([, name]) => name === null || typeof name === 'string',
    )
    return Object.fromEntries(
      known.map(([key, name]) => {
        const [, heading = '', place = ''] = /^(.*?)( #\d+)?$/s.exec(key) ?? []
        return [plainHeading(heading) + place, name]
      }),
    )
  } catch {
    return {}
  }
}
