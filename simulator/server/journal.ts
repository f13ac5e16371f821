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
import { type Balances, type Book, balancesOf, type Transfer } from './movements.ts'
import type { SimulatedPayment } from './payments.ts'
import type { PullRegistration } from './reconciliation.ts'
import type { UrlRegistration } from './requests.ts'

/** One line of the file: a record as it is now. The last line about a record counts. */
type Line =
  | { payment: SimulatedPayment }
  | { transfer: Transfer }
  | { opening: Balances & { shortcode: string } }
  | { registration: UrlRegistration }
  | { pull: PullRegistration }
  | { token: Token }

export interface Journal {
  payments: Map<string, SimulatedPayment>
  transfers: Map<string, Transfer>
  /** The money of a paybill. */
  book(shortcode: string): Book
  registrations: Map<string, UrlRegistration>
  pulls: Map<string, PullRegistration>
  token: Token | null
  /** Writes a new or changed record; it is in the file when this returns. */
  write(line: Line): void
  close(): void
}

/** Longer than a month, since the portal gives statements of a month. */
const JOURNAL_RETENTION_MS = 40 * 24 * 60 * 60 * 1000

const lastChangeOf = (payment: SimulatedPayment) =>
  payment.reversed_at ?? (payment.kind === 'push' ? payment.submitted_at : payment.paid_at)

const NOTHING: Balances = { utility: 0, settlement: 0 }

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
  const transfers: Journal['transfers'] = new Map()
  const openings = new Map<string, Balances>()
  const registrations: Journal['registrations'] = new Map()
  const pulls: Journal['pulls'] = new Map()
  const path = join(folder, 'journal.jsonl')
  let token: Token | null = null

  function apply(line: Line) {
    if ('payment' in line) payments.set(line.payment.id, line.payment)
    else if ('transfer' in line) transfers.set(line.transfer.receipt, line.transfer)
    else if ('opening' in line) openings.set(line.opening.shortcode, line.opening)
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
    forgetOld(now - JOURNAL_RETENTION_MS)
  }

  const openingOf = (shortcode: string) => openings.get(shortcode) ?? NOTHING

  /** Balances don't change: the sums of movements that are forgotten become opening balances. */
  function forgetOld(before: number) {
    const carry = (shortcode: string, old: Partial<Book>) => {
      const opening = openingOf(shortcode)
      openings.set(shortcode, balancesOf({ payments: [], transfers: [], ...old, opening }, now))
    }
    for (const payment of payments.values()) {
      if (lastChangeOf(payment) >= before) continue
      carry(payment.shortcode, { payments: [payment] })
      payments.delete(payment.id)
    }
    for (const transfer of transfers.values()) {
      if (transfer.at >= before) continue
      carry(transfer.shortcode, { transfers: [transfer] })
      transfers.delete(transfer.receipt)
    }
  }

  mkdirSync(folder, { recursive: true })
  if (existsSync(path)) readFile()

  const compacted = `${path}.new`
  const file = openSync(compacted, 'w')
  const append = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`)
  for (const [shortcode, { utility, settlement }] of openings) {
    append({ opening: { shortcode, utility, settlement } })
  }
  for (const payment of payments.values()) append({ payment })
  for (const transfer of transfers.values()) append({ transfer })
  for (const registration of registrations.values()) append({ registration })
  for (const pull of pulls.values()) append({ pull })
  if (token) append({ token })
  renameSync(compacted, path)

  return {
    payments,
    transfers,
    book: (shortcode) => ({
      opening: openingOf(shortcode),
      payments: [...payments.values()].filter((payment) => payment.shortcode === shortcode),
      transfers: [...transfers.values()].filter((transfer) => transfer.shortcode === shortcode),
    }),
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
