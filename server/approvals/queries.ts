import { type Selectable, sql } from 'kysely'
import type { ApprovalState, WaitingAct } from '#contract/approvals.ts'
import type { Page } from '#contract/page.ts'
import type { ApprovalAct, ApprovalOutcome } from '#rules/approval.ts'
import { type Day, isoTime } from '#rules/calendar.ts'
import { rolesWith, type StaffRole } from '#rules/staff-roles.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { balanceOf } from '../ledger/balance.ts'
import type { Actor } from '../staff-log.ts'

export type ApprovalRow = Selectable<Schema['approvals']>

/** The limit above which acts wait for a second person; null when none do. */
export async function findLimit(db: Db, company_id: number): Promise<number | null> {
  const { approval_limit } = await db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select('approval_limit')
    .executeTakeFirstOrThrow()
  return approval_limit
}

export const updateLimit = (tx: Db, company_id: number, approval_limit: number | null) =>
  tx.updateTable('companies').set({ approval_limit }).where('id', '=', company_id).execute()

/** The shillings that one member of staff has given away since an instant without a second person. */
export async function sumGivenSince(
  db: Db,
  { company_id, id }: Actor,
  since: Date,
): Promise<number> {
  const { given } = await db
    .selectFrom('given_away')
    .where('company_id', '=', company_id)
    .where('given_by', '=', id)
    .where('given_at', '>=', since)
    .select(sql<number>`coalesce(sum(shillings), 0)::float8`.as('given'))
    .executeTakeFirstOrThrow()
  return given
}

export const insertGiven = (
  tx: Db,
  { company_id, id: given_by }: Actor,
  shillings: number,
  given_at: Date,
) => tx.insertInto('given_away').values({ company_id, given_by, shillings, given_at }).execute()

/** The staff who decide about money. */
export async function listDeciders(db: Db, company_id: number) {
  const roles = [...rolesWith('money')]
  const rows = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('staff_role', 'in', roles)
    .select(['id', 'email', 'first_name'])
    .select(sql<StaffRole>`staff_role`.as('role'))
    .orderBy('id')
    .execute()
  return rows
}

export async function findRole(db: Db, company_id: number, id: number): Promise<StaffRole | null> {
  const row = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select('staff_role')
    .executeTakeFirst()
  return row?.staff_role ?? null
}

export const findOpen = (tx: Db, company_id: number, act: ApprovalAct, subject: string) =>
  tx
    .selectFrom('approvals')
    .where('company_id', '=', company_id)
    .where('act', '=', act)
    .where('subject', '=', subject)
    .where('outcome', 'is', null)
    .select(['id', 'due_at', 'asked_by', 'payload'])
    .executeTakeFirst()

export const findBySubmission = (tx: Db, company_id: number, submission_id: string) =>
  tx
    .selectFrom('approvals')
    .where('company_id', '=', company_id)
    .where('submission_id', '=', submission_id)
    .select(['id', 'due_at', 'outcome', 'payload'])
    .executeTakeFirst()

/** Acts that wait for approval, by what they would change. */
export interface WaitingActs {
  /** By payment that would be taken back; for a shared payment, by each of its parts. */
  payments: Map<number, NonNullable<WaitingAct>>
  /** By ledger entry that would be taken back (see `ledgerId`). */
  entries: Map<number, NonNullable<WaitingAct>>
  /** By desk item. */
  items: Map<number, NonNullable<WaitingAct>>
}

export async function findWaitingActs(db: Db, company_id: number): Promise<WaitingActs> {
  const { rows } = await sql<{
    id: number
    due_at: Date | null
    entry: number | null
    item: number | null
    payments: number[]
  }>`
    select approvals.id, due_at,
      case when act = 'undo' then (payload->>'entry')::int end as entry,
      case when act in ('correction', 'confirmation', 'reversal', 'restoration')
        then (payload->>'item')::int end as item,
      case when act = 'reversal' then array(
        select (payload->>'payment_id')::int
        union select part.payment_id from receipts of
        join receipts part on part.receipt = of.receipt and part.company_id = of.company_id
          and part.reversed_before = of.reversed_before
        where of.company_id = approvals.company_id
          and of.payment_id = (payload->>'payment_id')::int) else '{}' end as payments
    from approvals
    where company_id = ${company_id} and outcome is null`.execute(db)
  const waiting: WaitingActs = { payments: new Map(), entries: new Map(), items: new Map() }
  for (const { id, due_at, entry, item, payments } of rows) {
    const one = { id, due_at: due_at && isoTime(due_at) }
    if (entry !== null) waiting.entries.set(entry, one)
    if (item !== null) waiting.items.set(item, one)
    for (const payment of payments) waiting.payments.set(payment, one)
  }
  return waiting
}

/** A request, open or decided, locked until the transaction ends. */
export const lockApproval = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('approvals')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

interface Decision {
  outcome: ApprovalOutcome
  decided_by: number | null
  decided_at: Date
  note?: string | null
}

export const decideRow = (
  tx: Db,
  { company_id, id }: Pick<ApprovalRow, 'company_id' | 'id'>,
  decision: Decision,
) =>
  tx
    .updateTable('approvals')
    .set(decision)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/** Open requests of all residences that take effect by themselves now, or were asked for before `asked_before`. */
export const listOverdue = (db: Db, now: Date, asked_before: Date) =>
  db
    .selectFrom('approvals')
    .where('outcome', 'is', null)
    .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('asked_at', '<=', asked_before)]))
    .select(['company_id', 'id'])
    .orderBy('company_id')
    .orderBy('id')
    .execute()

const selectApprovals = (db: Db, company_id: number) =>
  db
    .selectFrom('approvals')
    .innerJoin('users as asker', sameCompany('asker.id', 'approvals.asked_by'))
    .leftJoin('users as decider', sameCompany('decider.id', 'approvals.decided_by'))
    .leftJoin('users as person', sameCompany('person.id', 'approvals.user_id'))
    .where('approvals.company_id', '=', company_id)
    .select([
      'approvals.id',
      'approvals.act',
      'approvals.about',
      'approvals.shillings',
      'approvals.changes',
      'approvals.reason',
      'approvals.asked_by',
      'approvals.asked_at',
      'approvals.due_at',
      'approvals.outcome',
      'approvals.decided_at',
      'approvals.note',
      'approvals.user_id',
    ])
    .select(fullName('asker').as('asker_name'))
    .select(fullName('decider').as('decider_name'))
    .select(fullName('person').as('person_name'))

export type ListedApproval = Awaited<ReturnType<typeof listApprovalRows>>[number]

export const listApprovalRows = (
  db: Db,
  company_id: number,
  { state, limit, before, after }: Page & { state: ApprovalState },
) =>
  selectApprovals(db, company_id)
    .where('approvals.outcome', state === 'open' ? 'is' : 'is not', null)
    .$if(before !== undefined, (query) => query.where('approvals.id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('approvals.id', '>', after ?? 0))
    .orderBy('approvals.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()

/** What each of these tenants owes on a day. */
export async function listOwed(db: Db, company_id: number, user_ids: number[], today: Day) {
  if (user_ids.length === 0) return new Map<number, number>()
  const rows = await db
    .selectFrom('users')
    .innerJoinLateral(balanceOf('users.id', today), (join) => join.onTrue())
    .where('users.company_id', '=', company_id)
    .where('users.id', 'in', user_ids)
    .select(['users.id', 'balance.due'])
    .execute()
  return new Map(rows.map(({ id, due }) => [id, due]))
}

export const findRow = (db: Db, company_id: number, id: number) =>
  selectApprovals(db, company_id).where('approvals.id', '=', id).executeTakeFirst()

export const countOpenApprovals = (db: Db, { company_id, id }: Key) =>
  db
    .selectFrom('approvals')
    .where('company_id', '=', company_id)
    .where('outcome', 'is', null)
    .select([
      sql<number>`count(*)::int`.as('open'),
      sql<number>`coalesce(sum(shillings), 0)::float8`.as('shillings'),
      sql<number>`(count(*) filter (where asked_by <> ${id}))::int`.as('for_you'),
    ])
    .executeTakeFirstOrThrow()
