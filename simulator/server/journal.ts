import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Token } from './auth.ts'
import type { SimulatedPayment } from './payments.ts'
import type { PullRegistration } from './reconciliation.ts'
import type { UrlRegistration } from './requests.ts'

/** One line of the file: a record as it is now. The last line about a record counts. */
type Line =
  | { payment: SimulatedPayment }
  | { registration: UrlRegistration }
  | { pull: PullRegistration }
  | { token: Token }

export interface Journal {
  payments: Map<string, SimulatedPayment>
  registrations: Map<string, UrlRegistration>
  pulls: Map<string, PullRegistration>
  token: Token | null
  /** Writes a new or changed record; it is in the file when this returns. */
  write(line: Line): void
  close(): void
}

const JOURNAL_RETENTION_MS = 7 * 24 * 60 * 60 * 1000

const startOf = (payment: SimulatedPayment) =>
  payment.kind === 'push' ? payment.submitted_at : payment.paid_at

/** The last line may be incomplete when the process was killed. Nothing was answered about it yet. */
function parseLine(line: string): Line | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The simulator's state, in memory and in a file that survives kill -9. */
export function openJournal(folder: string, now: number): Journal {
  const payments: Journal['payments'] = new Map()
  const registrations: Journal['registrations'] = new Map()
  const pulls: Journal['pulls'] = new Map()
  const path = join(folder, 'journal.jsonl')
  let token: Token | null = null

  function apply(line: Line) {
    if ('payment' in line) payments.set(line.payment.id, line.payment)
    else if ('registration' in line)
      registrations.set(line.registration.shortcode, line.registration)
    else if ('pull' in line) pulls.set(line.pull.shortcode, line.pull)
    else token = line.token
  }

  function readFile() {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = text ? parseLine(text) : null
      if (line) apply(line)
    }
    for (const payment of payments.values())
      if (startOf(payment) < now - JOURNAL_RETENTION_MS) payments.delete(payment.id)
  }

  mkdirSync(folder, { recursive: true })
  if (existsSync(path)) readFile()

  const compacted = `${path}.new`
  const file = openSync(compacted, 'w')
  const append = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`)
  for (const payment of payments.values()) append({ payment })
  for (const registration of registrations.values()) append({ registration })
  for (const pull of pulls.values()) append({ pull })
  if (token) append({ token })
  renameSync(compacted, path)

  return {
    payments,
    registrations,
    pulls,
    get token() {
      return token
    },
    write(line) {
      apply(line)
      append(line)
    },
    close: () => closeSync(file),
  }
}
