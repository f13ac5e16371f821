import { sql } from 'kysely'
import type * as z from 'zod/mini'
import * as contract from '#contract/cash.ts'
import { isoTime } from '#rules/calendar.ts'
import {
  type DrawerEntry,
  expectedInDrawer,
  isCash,
  leavesDrawer,
  leftInDrawer,
} from '#rules/cash-count.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { logStaffAction } from '../staff-log.ts'
import {
  type CountRow,
  findCountOfSubmission,
  findLastCount,
  listCounts,
  listUncounted,
} from './queries.ts'

export function cashRoutes(serve: Serve, context: Context) {
  serve(contract.getDrawer, async ({ user }) => {
    const { entries, last, left, expected } = await openDrawer(context.db, user.company_id)
    // An entry that was undone before it was counted is left out, and so is the one that undid it.
    const undone = new Set(entries.map(({ reverses_id }) => reverses_id))
    const uncounted = new Set(entries.map(({ id }) => id))
    const sum = (kind: DrawerEntry['kind']) =>
      entries
        .filter((one) => one.kind === kind)
        .filter(({ id, reverses_id }) => !undone.has(id) && !uncounted.has(reverses_id ?? 0))
        .reduce((total, { amount }) => total + amount, 0)
    return {
      left,
      received: sum('cash'),
      given_back: -sum('refund'),
      undone: sum('correction'),
      entries: entries.length,
      expected,
      last: last ? shown(last) : null,
    }
  })

  serve(contract.listCashCounts, async ({ user, query, request, reply }) => {
    const rows = await listCounts(context.db, user.company_id, query)
    return paged(rows, query, { request, reply }).map(shown)
  })

  serve(contract.countCash, ({ user, body }) => countCash(context, user, body))
}

async function openDrawer(db: Db, company_id: number) {
  const last = (await findLastCount(db, company_id)) ?? null
  const entries = (await listUncounted(db, company_id)).filter(isCash)
  const left = leftInDrawer(last)
  return { entries, last, left, expected: expectedInDrawer(left, entries) }
}

const shown = ({ counted_at, ...count }: CountRow): contract.CashCount => ({
  ...count,
  at: isoTime(counted_at),
})

/**
 * Stores a count of the drawer. A difference makes no entry in the ledger. The first count is the drawer's start, since nobody
 * recorded what was in it before.
 * @throws {HttpError} 400 without a reason for a difference; 409 when the expected sum has changed meanwhile
 */
async function countCash(
  { db, now }: Context,
  staff: AuthUser,
  { count, submission_id, expected, last }: z.output<typeof contract.countCash.body>,
): Promise<contract.CashCount> {
  const { company_id } = staff
  const { counted, reason = null, note = null } = count
  const handed_to = count.handed_to || null
  return db.transaction().execute(async (tx) => {
    // The lock makes counts run one after the other.
    await lockCompany(tx, company_id)
    const known = await findCountOfSubmission(tx, company_id, submission_id)
    if (known) return shown(known)
    const drawer = await openDrawer(tx, company_id)
    if (drawer.expected !== expected || (drawer.last?.id ?? null) !== last) {
      throw conflict(
        'Cash was entered or counted meanwhile. Please check what should be there now.',
        'changed_meanwhile',
      )
    }
    const should = drawer.last ? expected : counted
    if (counted !== should && reason === null) {
      throw invalid('reason', contract.MISSING_COUNT_REASON)
    }
    const handed = leavesDrawer(handed_to) ? Number(count.handed) : handed_to ? counted : 0
    const row = { expected: should, counted, reason, handed_to, handed, note }
    const { id } = await tx
      .insertInto('cash_counts')
      .values({ ...row, company_id, counted_by: staff.id, counted_at: now(), submission_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const counted_ids = JSON.stringify(drawer.entries.map((entry) => entry.id))
    await sql`insert into cash_count_entries (company_id, payment_id, count_id)
      select ${company_id}::int, value::int, ${id}::int
      from jsonb_array_elements_text(${counted_ids}::jsonb)`.execute(tx)
    await logStaffAction(tx, staff, {
      act: 'cash.count',
      subject: 'cash_count',
      subject_id: id,
      before: { expected: should },
      after: row,
    })
    const made = await findCountOfSubmission(tx, company_id, submission_id)
    if (!made) throw new Error('A count was not stored.')
    return shown(made)
  })
}
