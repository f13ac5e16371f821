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
import type { PullRegistration } from './pull.ts'
import type { Payment } from './pushes.ts'
import type { Registration } from './requests.ts'
import type { Token } from './tokens.ts'

/** One line of the file: a whole record as it now is. The last line about a record holds. */
type Line =
  | { payment: Payment }
  | { registration: Registration }
  | { pull: PullRegistration }
  | { token: Token }

export interface Journal {
  payments: Map<string, Payment>
  registrations: Map<string, Registration>
  pulls: Map<string, PullRegistration>
  token: Token | null
  /** Puts down a new or changed record; it is in the file when this returns. */
  keep(line: Line): void
  close(): void
}

const remembered_ms = 7 * 24 * 60 * 60 * 1000

const startOf = (payment: Payment) =>
  payment.kind === 'push' ? payment.submitted_at : payment.paid_at

/** The last line may be torn: the process that wrote it was killed, and told nobody about it. */
function parsed(line: string): Line | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Everything the pretend M-Pesa knows, in memory and in a file that survives kill -9. */
export function openJournal(folder: string, now: number): Journal {
  const payments: Journal['payments'] = new Map()
  const registrations: Journal['registrations'] = new Map()
  const pulls: Journal['pulls'] = new Map()
  const path = join(folder, 'journal.jsonl')
  let token: Token | null = null

  function remember(line: Line) {
    if ('payment' in line) payments.set(line.payment.id, line.payment)
    else if ('registration' in line)
      registrations.set(line.registration.shortcode, line.registration)
    else if ('pull' in line) pulls.set(line.pull.shortcode, line.pull)
    else token = line.token
  }

  function read() {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = text ? parsed(text) : null
      if (line) remember(line)
    }
    for (const payment of payments.values())
      if (startOf(payment) < now - remembered_ms) payments.delete(payment.id)
  }

  mkdirSync(folder, { recursive: true })
  if (existsSync(path)) read()

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
    keep(line) {
      remember(line)
      append(line)
    },
    close: () => closeSync(file),
  }
}
