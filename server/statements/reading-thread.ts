import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type BankHints, type BankTable, readBankStatement } from '#rules/bank-statement.ts'
import { isMpesaStatement, readMpesaStatement } from '#rules/mpesa-statement.ts'
import { rowKeys, type Statement } from '#rules/statement.ts'
import { StatementError } from '#rules/statement-cells.ts'
import { checkStatement } from '#rules/statement-checks.ts'
import { TableError } from '../uploads/table-text.ts'
import { readCells } from './read-cells.ts'

/** The thread that `readStatementFile` starts for one file. */
export interface ToRead extends BankHints {
  name: string
  path: string
}

export interface Head extends Omit<Statement, 'rows'> {
  /** The checks that were made, a sentence each. */
  checks: string[]
  row_count: number
  /** The time of its latest row. */
  latest: Date | null
}

/**
 * Messages of the thread: first the rows in parts, as the JSON that `insertRows` sends to the database. The server's main
 * thread, on which everybody waits, passes the texts on without parsing them.
 */
export type FromThread =
  | { type: 'rows'; json: string }
  | {
      type: 'done'
      head: Head | null
      bank: Omit<BankTable, 'statement'> | null
      /** The hash of the file's bytes. */
      hash: Uint8Array
    }
  | { type: 'refused'; message: string }

/** Number of rows compared or inserted at once; the embedded database does nothing else meanwhile. */
const PART = 250

async function read({ name, path, ...hints }: ToRead) {
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest()
  const file = { name, ...(await readCells(bytes)) }
  const table = isMpesaStatement(file) ? null : readBankStatement(file, hints)
  const statement = table ? table.statement : readMpesaStatement(file)
  let head: Head | null = null
  if (statement) {
    const { rows, ...rest } = statement
    const checks = checkStatement(statement, hints)
    const latest = rows.reduce<Date | null>((most, { at }) => (most && most > at ? most : at), null)
    head = { ...rest, checks, row_count: rows.length, latest }
    const keys = rowKeys(statement)
    for (let at = 0; at < rows.length; at += PART) {
      const part = rows.slice(at, at + PART)
      const keyed = part.map(({ line: _, ...row }, index) => ({
        ...row,
        row_key: keys[at + index],
      }))
      send({ type: 'rows', json: JSON.stringify(keyed) })
    }
  }
  const { headings = [], columns = [], missing = [] } = table ?? {}
  send({ type: 'done', head, bank: table && { headings, columns, missing }, hash })
}

const send = (message: FromThread) => parentPort?.postMessage(message)

try {
  await read(workerData as ToRead)
} catch (error) {
  if (!(error instanceof StatementError || error instanceof TableError)) throw error
  send({ type: 'refused', message: error.message })
}
