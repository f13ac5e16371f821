import { isDeepStrictEqual } from 'node:util'
import * as contract from '#contract/closes.ts'
import {
  addDays,
  type Day,
  dayEnd,
  dayOf,
  dayStart,
  firstDay,
  isoTime,
  monthOf,
  monthStart,
  nextMonth,
} from '#rules/calendar.ts'
import { isOpen } from '#rules/day-close.ts'
import type { DayFigures, Difference } from '#rules/day-facts.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { invalid } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { findPaybillCompany } from '../payments/paybill.ts'
import { listCovered, loadFacts } from './facts.ts'
import { fingerprintOf, freeze, hex, isNothing, type LateIds, lateSince } from './frozen.ts'
import {
  type CloseRow,
  countSigners,
  findClose,
  listClosedDays,
  listClosesOf,
  listDaysBesides,
  listPayees,
  listRowsById,
  sumLedgerByDay,
  sumRowsByDay,
} from './queries.ts'
import { countersignClose, readFigures, readLate, signClose } from './sign.ts'

export function closeRoutes(serve: Serve, context: Context) {
  serve(contract.listCloses, ({ user, query }) =>
    listDays(context, user, query.month ?? monthOf(context.now())),
  )
  serve(contract.getClose, ({ user, params }) => showDay(context, user, params.day))
  serve(contract.signClose, ({ user, params, body }) => signClose(context, user, params.day, body))
  serve(contract.countersignClose, ({ user, params, body }) =>
    countersignClose(context, user, params.day, body),
  )
}

async function listDays({ db, now }: Context, { company_id }: AuthUser, month: string) {
  const paybill = await findPaybillCompany(db)
  const [from, until] = [monthStart(month), monthStart(nextMonth(month))]
  const [ledger, rows, closes, besides, periods] = await Promise.all([
    sumLedgerByDay(db, company_id, month),
    sumRowsByDay(db, company_id, month),
    listClosedDays(db, company_id, month),
    listDaysBesides(db, company_id, month),
    listCovered(db, paybill, from, until),
  ])
  const days: contract.DayOfMonth[] = []
  /** Closed days whose figures differ by now from what was signed. */
  const changed: Day[] = []
  const today = dayOf(now())
  for (let day = firstDay(month); day < firstDay(nextMonth(month)); day = addDays(day, 1)) {
    if (day > today) break
    const entries = ledger.find((one) => one.day === day)
    const onStatement = rows.find((one) => one.day === day)
    const close = closes.find((one) => one.day === day)
    const covered = periods.some(
      (period) => period.from < dayEnd(day) && period.until >= dayStart(day),
    )
    const happened = entries || onStatement || besides.includes(day)
    const now = {
      ledger: { count: entries?.ledger_count ?? 0, cents: entries?.ledger_cents ?? 0 },
      statement: { count: onStatement?.count ?? 0, cents: onStatement?.cents ?? 0 },
      covered,
    }
    const signed = close && sumsOf(close)
    if (
      close &&
      ((entries && entries.last_entered_at >= close.created_at) || !isDeepStrictEqual(now, signed))
    ) {
      changed.push(day)
    }
    const { statement, ...shown } = signed ?? now
    days.push({
      day,
      state: close ? stateOf(close) : happened ? 'open' : 'nothing',
      ...shown,
      statement: company_id === paybill && shown.covered ? statement : null,
      open_cents: close?.open_cents ?? 0,
      after: null,
    })
  }
  for (const { day, figures } of changed.length > 0
    ? await listClosesOf(db, company_id, changed)
    : []) {
    const late = lateSince(readFigures(figures), await loadFacts(db, company_id, day))
    const one = days.find((one) => one.day === day)
    if (!one || isNothing(late)) continue
    const { list, ...after } = await showLate(db, company_id, late)
    one.after = after
  }
  return { month, days: days.reverse() }
}

type ClosedDay = Awaited<ReturnType<typeof listClosedDays>>[number]

/** The sums of a closed day as they were signed. */
const sumsOf = ({ mpesa: { ledger, statement, reversed }, coverage }: ClosedDay) => ({
  ledger: { count: ledger.count, cents: ledger.cents },
  statement: { count: statement.count, cents: statement.cents + reversed.cents },
  covered: coverage !== 'none',
})

function stateOf(close: Pick<CloseRow, 'alone' | 'second_by' | 'open_cents'>) {
  if (!close.alone && close.second_by === null) return 'signed'
  return close.open_cents > 0 ? 'differences' : 'closed'
}

async function showDay(
  { db, now }: Context,
  user: AuthUser,
  day: Day,
): Promise<contract.CloseOfDay> {
  const { company_id } = user
  const today = dayOf(now())
  if (day > today) throw invalid('day', 'That day is in the future. Please choose an earlier one.')
  const facts = await loadFacts(db, company_id, day)
  const present = freeze(facts)
  const close = await findClose(db, company_id, day)
  const stored = close && readFigures(close.figures)
  const late = stored && lateSince(stored, facts)
  const { figures } = stored ?? present
  return {
    day,
    is_today: day === today,
    figures: shownFigures(figures),
    differences: await showDifferences(db, company_id, figures.differences, facts.counts),
    fingerprint: fingerprintOf(present),
    alone: (await countSigners(db, company_id)) === 1,
    close: close ? showClose(close, user) : null,
    after: late
      ? {
          entries: isNothing(late) ? null : await showLate(db, company_id, late),
          open_cents: present.figures.open_cents,
        }
      : null,
    carried: await Promise.all(
      (close ? readLate(close) : []).map((one) => showLate(db, company_id, one)),
    ),
  }
}

/** Figures as they are shown. Closes by older rules have no refunds. */
const shownFigures = ({ day, differences, refunds, ...figures }: DayFigures) => ({
  ...figures,
  refunds: refunds ?? null,
})

const showClose = (close: CloseRow, { id }: AuthUser): contract.Close => ({
  number: close.number,
  reason: close.reason,
  signed_by: close.signed_by_name,
  signed_at: isoTime(close.signed_at),
  is_mine: close.signed_by === id,
  alone: close.alone,
  second_by: close.second_by_name,
  second_at: close.second_at && isoTime(close.second_at),
  second_note: close.second_note,
  hash: hex(close.hash),
})

async function showDifferences(
  db: Db,
  company_id: number,
  differences: Difference[],
  counts: { id: number; reason: string | null }[],
): Promise<contract.ShownDifference[]> {
  const named = (ids: (number | null)[]) => ids.filter((id) => id !== null)
  const payees = await listPayees(db, company_id, named(differences.map((one) => one.payment)))
  const rows = await listRowsById(db, company_id, named(differences.map((one) => one.row)))
  return differences.map(({ book, kind, cents, receipt, payment, row, desk, count }) => {
    const payee = payment === null ? undefined : payees.get(payment)
    const onStatement = row === null ? undefined : rows.get(row)
    const at = onStatement?.at ?? payee?.at
    return {
      book,
      kind,
      open: isOpen({ kind }),
      cents,
      receipt,
      at: at ? isoTime(at) : null,
      full_name: payee?.full_name ?? null,
      user_id: payee?.user_id ?? null,
      receipt_number:
        payee && payment !== null && isReceipted(payee) ? receiptNumber(payment) : null,
      desk_id: desk ?? onStatement?.desk_id ?? null,
      statement_id: onStatement?.statement_id ?? null,
      reason: counts.find(({ id }) => id === count)?.reason ?? null,
    }
  })
}

/** Whether an entry of this kind has a receipt: refunds and corrections have none. */
const isReceipted = ({ kind }: { kind: string }) => kind !== 'refund' && kind !== 'correction'

async function showLate(db: Db, company_id: number, late: LateIds): Promise<contract.LateEntries> {
  const payments = await listPayees(db, company_id, [...late.entered, ...late.taken_back])
  const rows = await listRowsById(db, company_id, late.rows)
  const sum = (ids: number[]) => ({
    count: ids.length,
    cents: ids.reduce((total, id) => total + (payments.get(id)?.amount ?? 0) * 100, 0),
  })
  const ofPayments = (what: 'entered' | 'taken_back') =>
    late[what].flatMap((id) => {
      const payment = payments.get(id)
      if (!payment) return []
      const { at, amount, full_name, user_id } = payment
      const receipt_number = isReceipted(payment) ? receiptNumber(id) : null
      const shown = { full_name, user_id, receipt_number, receipt: null, statement_id: null }
      return [{ what, id, at: isoTime(at), cents: amount * 100, ...shown }]
    })
  const ofRows = [...rows].map(([id, { at, cents, receipt, statement_id }]) => ({
    ...{ what: 'row' as const, id, at: isoTime(at), cents, receipt, statement_id },
    ...{ full_name: null, user_id: null, receipt_number: null },
  }))
  return {
    day: late.day,
    list: [...ofPayments('entered'), ...ofPayments('taken_back'), ...ofRows].slice(
      0,
      contract.MOST_LATE,
    ),
    entered: sum(late.entered),
    taken_back: sum(late.taken_back),
    rows: {
      count: late.rows.length,
      cents: late.rows.reduce((total, id) => total + (rows.get(id)?.cents ?? 0), 0),
    },
  }
}
