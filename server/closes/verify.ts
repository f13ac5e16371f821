import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { formatDay } from '#rules/calendar.ts'
import { CLOSE_RULES, compareDay } from '#rules/day-close.ts'
import type { DayFacts, LedgerPayment } from '#rules/day-facts.ts'
import type { Db } from '../db/connect.ts'
import { findPaybillCompany } from '../payments/paybill.ts'
import { ids, selectPayments, selectRows } from './facts.ts'
import { type Frozen, hashClose, hashSecond, hex } from './frozen.ts'
import { readFigures } from './sign.ts'

/**
 * Checks every close: that its hash is that of its figures and of the close before, that no number is missing, and that the
 * entries it names still give its figures.
 * @returns the number of closes, the number of those whose figures weren't computed again because they were made by other rules,
 * and all problems in plain words
 */
export async function verifyCloses(
  db: Db,
): Promise<{ closes: number; by_other_rules: number; problems: string[] }> {
  const companies = await db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute()
  const problems: string[] = []
  let closes = 0
  let by_other_rules = 0
  for (const { id, name } of companies) {
    let number = 0
    let hash: Uint8Array | null = null
    for (;;) {
      const close = await findNext(db, id, number)
      if (!close) break
      closes++
      const which = `${name}, close ${close.number} of ${formatDay(close.day)}: `
      const say = (problem: string) => problems.push(which + problem)
      if (close.number !== number + 1) {
        say(`close ${number + 1} is missing before it.`)
      } else if (hexOrNull(close.previous_hash) !== hexOrNull(hash)) {
        say('it doesn’t follow from the close before, which has been changed.')
      }
      if (hex(hashClose(close)) !== hex(close.hash)) {
        say('what was signed has been changed: its hash is another one.')
      }
      const { second_by, second_at } = close
      if (second_by !== null && second_at !== null) {
        const second = hashSecond({ ...close, second_by, second_at })
        if (!close.second_hash || hex(second) !== hex(close.second_hash)) {
          say('the second signature has been changed.')
        }
      }
      const checked = await checkFigures(db, id, close)
      for (const problem of checked.problems) say(problem)
      if (checked.by_other_rules) by_other_rules++
      number = close.number
      hash = close.hash
    }
  }
  return { closes, by_other_rules, problems }
}

const hexOrNull = (bytes: Uint8Array | null) => bytes && hex(bytes)

/** The next close. They are read one at a time, because each has the ids of all entries of its day. */
const findNext = (db: Db, company_id: number, after: number) =>
  db
    .selectFrom('day_closes')
    .where('company_id', '=', company_id)
    .where('number', '>', after)
    .selectAll()
    .select(sql<number>`open_cents::float8`.as('open_cents'))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

async function checkFigures(
  db: Db,
  company_id: number,
  close: { day: string; figures: string; open_cents: number },
): Promise<{ problems: string[]; by_other_rules: boolean }> {
  const stored = parseFigures(close.figures)
  if (!stored) return { problems: ['its figures can’t be read.'], by_other_rules: false }
  const { day, open_cents } = stored.figures
  const by_other_rules = stored.rules !== CLOSE_RULES
  if (day !== close.day || open_cents !== close.open_cents) {
    return { problems: ['its figures are another day’s.'], by_other_rules }
  }
  const { missing, facts } = await readEntries(db, company_id, stored)
  if (missing.length > 0 || by_other_rules) return { problems: missing, by_other_rules }
  if (isDeepStrictEqual(compareDay(facts), stored.figures)) return { problems: [], by_other_rules }
  const changed = 'the entries that it was made of no longer give the figures that were signed.'
  return { problems: [changed], by_other_rules }
}

/** @returns null when somebody has changed the text so that it isn't figures any more */
function parseFigures(text: string): Frozen | null {
  try {
    const stored = readFigures(text)
    const { covered, payments, rows, desk, counts } = stored.entries
    const areRead =
      typeof stored.figures.day === 'string' &&
      [covered, payments, desk].every(areObjects) &&
      [rows, counts].every((list) => list.every(Number.isInteger)) &&
      payments.every(([company, id]) => Number.isInteger(company) && Number.isInteger(id)) &&
      [...covered.flat(), ...desk.flatMap(({ at }) => at ?? [])].every(isInstant)
    return areRead ? stored : null
  } catch {
    return null
  }
}

const areObjects = (list: unknown[]) => list.every((one) => typeof one === 'object' && one !== null)
const isInstant = (text: string) => !Number.isNaN(Date.parse(text))

/** The entries as they are in the database, with what was known of them at the time. */
async function readEntries(db: Db, company_id: number, { figures, entries }: Frozen) {
  const missing: string[] = []
  const companies = new Set(entries.payments.map(([company]) => company))
  const present = new Map<string, LedgerPayment>()
  for (const company of companies) {
    const own = entries.payments.filter(([one]) => one === company).map(([, id]) => id)
    const found = await selectPayments(
      db,
      sql`payment.company_id = ${company} and payment.id in ${ids(own)}`,
    )
    for (const one of found) present.set(`${company}/${one.id}`, one)
  }
  const paidAt = await listPaidAt(db, entries)
  const payments: LedgerPayment[] = []
  for (const [company, id, receipt, reversal_id, corrected] of entries.payments) {
    const one = present.get(`${company}/${id}`)
    if (!one) missing.push(`payment ${id} is gone.`)
    else if (receipt !== null && one.receipt !== receipt) {
      missing.push(`payment ${id} no longer has its M-Pesa code ${receipt}.`)
    } else if (reversal_id !== null && one.reversal_id !== reversal_id) {
      missing.push(`entry ${reversal_id}, which took payment ${id} back, is gone.`)
    } else {
      // A code that became known later may have come with another time.
      const at = receipt === null ? (paidAt.get(`${company}/${id}`) ?? one.at) : one.at
      payments.push({ ...one, at, receipt, reversal_id, corrected })
    }
  }
  const rows = await selectRows(
    db,
    sql`company_id in ${ids([company_id, await findPaybillCompany(db)])} and id in ${ids(entries.rows)}`,
  )
  if (rows.length < entries.rows.length) {
    missing.push(`${entries.rows.length - rows.length} of its statement rows are gone.`)
  }
  const counts = await db
    .selectFrom('cash_counts')
    .where('company_id', '=', company_id)
    .where(sql<boolean>`id in ${ids(entries.counts)}`)
    .select(['id', 'expected', 'counted', 'reason'])
    .execute()
  const facts: DayFacts = {
    company_id,
    day: figures.day,
    covered: entries.covered.map(([from, until]) => ({
      from: new Date(from),
      until: new Date(until),
    })),
    rows: inOrder(rows, entries.rows),
    payments,
    desk: entries.desk.map(({ at, ...item }) => ({
      ...item,
      at: at === null ? null : new Date(at),
    })),
    balance_before: entries.balance_before,
    counts: inOrder(counts, entries.counts),
  }
  return { facts, missing }
}

function inOrder<Row extends { id: number }>(found: Row[], wanted: number[]): Row[] {
  const rows = new Map(found.map((row) => [row.id, row]))
  return wanted.flatMap((id) => rows.get(id) ?? [])
}

/** The payments' own times, without those of their receipts. */
async function listPaidAt(db: Db, { payments }: Frozen['entries']) {
  const unnamed = payments.filter(([, , receipt]) => receipt === null)
  const found = await db
    .selectFrom('payments')
    .where(sql<boolean>`company_id in ${ids(new Set(unnamed.map(([company]) => company)))}`)
    .where(sql<boolean>`id in ${ids(unnamed.map(([, id]) => id))}`)
    .select(['company_id', 'id', 'paid_at'])
    .execute()
  return new Map(found.map(({ company_id, id, paid_at }) => [`${company_id}/${id}`, paid_at]))
}
