import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { StateCount } from '#contract/statements.ts'
import {
  plainReference,
  ROW_REFERENCE,
  type RowState,
  rowStates,
  type StatementSource,
} from '#rules/statement.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { isHeldCode } from '../ledger/desk-items.ts'
import { isReversed, plainSql } from '../ledger/queries.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

const selectStatements = (db: Db, company_id: number) =>
  db
    .selectFrom('statements')
    .innerJoin('users', sameCompany('users.id', 'statements.uploaded_by'))
    .where('statements.company_id', '=', company_id)
    .select(['statements.company_id', 'statements.id', 'source', 'shape', 'file_name', 'account'])
    .select(['from_at', 'until_at', 'row_count', 'statements.created_at', 'kept_at'])
    .select(fullName().as('by'))

export const findStatement = (db: Db, company_id: number, id: number) =>
  selectStatements(db, company_id).where('statements.id', '=', id).executeTakeFirst()

export const findStatementOfFile = (db: Db, company_id: number, file_hash: Buffer) =>
  selectStatements(db, company_id).where('file_hash', '=', file_hash).executeTakeFirst()

export type StatementRecord = NonNullable<Awaited<ReturnType<typeof findStatement>>>

export const listStatements = (db: Db, company_id: number, { before, after, limit }: Page) =>
  selectStatements(db, company_id)
    .$if(before !== undefined, (list) => list.where('statements.id', '<', before ?? 0))
    .$if(after !== undefined, (list) => list.where('statements.id', '>', after ?? 0))
    .orderBy('statements.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()

/** How the columns of a bank's account were read the last time. */
export async function findRememberedColumns(db: Db, company_id: number, account: string) {
  const row = await db
    .selectFrom('statements')
    .where('company_id', '=', company_id)
    .where('source', '=', 'bank')
    .where('account', '=', account)
    .select('columns')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.columns ?? {}
}

/** A statement, or that of the same file of which rows may be missing. */
export async function insertStatement(
  tx: Db,
  statement: Insertable<Schema['statements']>,
): Promise<number> {
  const { until_at, kept_at } = statement
  const { id } = await tx
    .insertInto('statements')
    .values(statement)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'file_hash'])
        .doUpdateSet({ until_at, kept_at })
        .where('statements.kept_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const markKept = (db: Db, company_id: number, id: number, kept_at: Date) =>
  db
    .updateTable('statements')
    .set({ kept_at })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/**
 * Inserts the rows that no statement had before, sent as one value: tens of thousands of parameters are too many.
 * @param rows a JSON array of them
 * @returns how many those are
 */
export async function insertRows(
  tx: Db,
  { company_id, id, source }: Pick<StatementRecord, 'company_id' | 'id' | 'source'>,
  rows: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into statement_rows (company_id, statement_id, source, row_key, receipt, at, details,
      kind, reference, payer, cents, balance_cents, reversed_receipt)
    select ${company_id}::int, ${id}::int, ${source}::text, row.*
    from jsonb_to_recordset(${rows}::jsonb) as row ${sentColumns}
    on conflict (company_id, source, row_key) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type Period = Pick<
  StatementRecord,
  'company_id' | 'source' | 'account' | 'from_at' | 'until_at'
>

/** The payment that a receipt counts for. */
const countingPayments = sql`(select receipts.receipt, payments.*
  from receipts
  join payments on payments.company_id = receipts.company_id and payments.id = receipts.payment_id
  -- Of a payment that was shared the first part stands for all.
  where receipts.part = 1 and not ${isReversed})`

/** A statement may bring the account of what is known by its code only. */
const itemOfReceipt = (state: 'open' | 'closed') => sql<boolean>`exists (select from companies
  join desk_items on desk_items.company_id = companies.id
  where desk_items.receipt = row.receipt and not ${isHeldCode}
    and desk_items.closed_at is ${sql.raw(state === 'open' ? 'null' : 'not null')})`

/** A bank's money counts when it was entered with the bank's code, or with the number of its row. */
const enteredPayment = sql`lateral (select payments.* from payments
  where payments.company_id = row.company_id and payments.kind = 'bank'
    and ${plainSql('payments.reference')} in (
      ${plainSql('row.receipt')}, ${plainReference(ROW_REFERENCE)}::text || row.id)
    and not ${isReversed}
  limit 1)`

/** The rows of a statement's time and account. */
const rowsOfPeriod = (
  { company_id, source, account, from_at, until_at }: Period,
  which = sql`true`,
) => sql`(select row.* from statement_rows row
  join statements of on of.company_id = row.company_id and of.id = row.statement_id
    and of.account = ${account}
  where row.company_id = ${company_id} and row.source = ${source}
    and row.at between ${from_at} and ${until_at} and ${which})`

const isPayment = sql`row.kind = 'payment'`

/** The rows of a period, each with its state by the ledger and the desk as they are now. */
const rowsWithState = (period: Period, which?: RawBuilder<unknown>) =>
  withState(period.source, rowsOfPeriod(period, which))

/** The state of a row that is no payment, which nothing needs to be looked up for. */
const stateOfOther = (source: StatementSource) =>
  source === 'bank'
    ? sql`row.kind`
    : sql`case row.kind when 'reversal' then 'taken_back_by_mpesa' else row.kind end`

function withState(source: StatementSource, rows: RawBuilder<unknown>) {
  const paybill = sql`case
    when not ${isPayment} then ${stateOfOther(source)}
    when paid.id is not null then 'credited'
    when ${itemOfReceipt('open')} then 'desk'
    when exists (select from receipts where receipts.receipt = row.receipt) then 'taken_back'
    when ${itemOfReceipt('closed')} then 'dismissed'
    else 'missing' end`
  const bank = sql`case when not ${isPayment} then ${stateOfOther(source)}
    when paid.id is not null or entered.id is not null then 'credited'
    else 'to_enter' end`
  const isBank = source === 'bank'
  return sql`
    select row.*, ${isBank ? bank : paybill} as state,
      ${isBank ? sql`coalesce(paid.company_id, entered.company_id)` : sql`paid.company_id`} as paid_company,
      ${isBank ? sql`coalesce(paid.id, entered.id)` : sql`paid.id`} as payment_id
    from ${rows} row
    left join ${countingPayments} paid on paid.receipt = row.receipt and ${isPayment}
      ${isBank ? sql`and paid.company_id = row.company_id` : sql``}
    ${isBank ? sql`left join ${enteredPayment} entered on true` : sql``}`
}

/** The columns of a row as the thread that reads a file sends them. */
const sentColumns = sql`(row_key text, receipt text, at timestamptz, details text, kind text,
  reference text, payer text, cents bigint, balance_cents bigint, reversed_receipt text)`

/** The rows in a part of a file that no statement had before. */
export interface NewRows {
  states: StateCount[]
  /** A JSON array of those that staff have to decide about, or that are missing in the books; the others change nothing. */
  deciding: string[]
  missing: number
}

const DECIDING: RowState[] = ['missing', 'taken_back_by_mpesa']
export const isDeciding = (state: RowState): boolean => DECIDING.includes(state)

/** @param rows a JSON array of them */
export async function findNewRows(
  db: Db,
  { company_id, source }: Pick<Period, 'company_id' | 'source'>,
  rows: string,
): Promise<NewRows> {
  const sent = sql`(select ${company_id}::int as company_id, null::int as id, sent.*
    from jsonb_to_recordset(${rows}::jsonb) as sent ${sentColumns}
    where not exists (select from statement_rows known where known.company_id = ${company_id}
      and known.source = ${source} and known.row_key = sent.row_key))`
  const { rows: found } = await sql<StateCount & { deciding: string | null }>`
    select state, count(*)::int as rows, sum(cents)::float8 as cents,
      case when state in (${sql.join(DECIDING)}) then jsonb_agg(to_jsonb(row))::text end as deciding
    from (${withState(source, sent)}) row
    group by state`.execute(db)
  return {
    states: found.map(({ deciding: _, ...count }) => count),
    deciding: found.flatMap(({ deciding }) => deciding ?? []),
    missing: found.find(({ state }) => state === 'missing')?.rows ?? 0,
  }
}

/**
 * Most rows of a large file are charges. Looking each of them up in the ledger, too, takes longer than a statement may, as long
 * as the database hasn't counted how many rows there are.
 */
export async function countStates(db: Db, period: Period): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select state, count(*)::int as rows, sum(cents)::float8 as cents
    from (select state, cents from (${rowsWithState(period, isPayment)}) payment
      union all
      select ${stateOfOther(period.source)}, row.cents
      from ${rowsOfPeriod(period, sql`not ${isPayment}`)} row) row
    group by state`.execute(db)
  return addStates(rows)
}

/** Adds up counts of the same state, in the order of the states. */
export function addStates(counts: StateCount[]): StateCount[] {
  const sums = new Map<RowState, StateCount>()
  for (const { state, rows, cents } of counts) {
    const sum = sums.get(state)
    sums.set(state, { state, rows: rows + (sum?.rows ?? 0), cents: cents + (sum?.cents ?? 0) })
  }
  return [...sums.values()].sort(
    (one, other) => rowStates.indexOf(one.state) - rowStates.indexOf(other.state),
  )
}

export interface RowRecord {
  id: number
  at: Date
  receipt: string | null
  details: string
  kind: Schema['statement_rows']['kind']
  state: RowState
  cents: number
  reference: string | null
  payer: string | null
  reversed_receipt: string | null
  payment_id: number | null
  paid_company: number | null
  item: number | null
}

/** Own items only: staff see no other residence's desk. */
const ownItem = sql`(select max(desk_items.id) from desk_items
  where desk_items.company_id = row.company_id
    and (desk_items.statement_row_id = row.id
      or (row.kind = 'payment' and desk_items.receipt = row.receipt)))`

const rowColumns = sql`id, at, receipt, details, kind, state, cents::float8 as cents, reference,
  payer, reversed_receipt, payment_id, paid_company, ${ownItem} as item`

/** A page of rows, the latest first. */
export async function listRows(
  db: Db,
  period: Period,
  { state, before, after, limit }: Page & { state?: RowState | undefined },
): Promise<RowRecord[]> {
  const edge = before ?? after
  const compare = sql.raw(after === undefined ? '<' : '>')
  const direction = sql.raw(after === undefined ? 'desc' : 'asc')
  const beyond =
    edge === undefined
      ? sql`true`
      : sql`(at, id) ${compare} (select at, id from statement_rows
          where company_id = ${period.company_id} and id = ${edge})`
  const { rows } = await sql<RowRecord>`
    select ${rowColumns}
    from (${rowsWithState(period)}) row
    where ${state === undefined ? sql`true` : sql`state = ${state}`} and ${beyond}
    order by at ${direction}, id ${direction}
    limit ${limit}`.execute(db)
  return rows
}

/** The payments in this state, or with one of these receipts, the oldest first. */
export async function listRowsOf(
  db: Db,
  period: Period,
  which: { state: RowState } | { receipts: string[] },
  most: number,
): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${rowColumns}
    from (${rowsWithState(period, isPayment)}) row
    where ${
      'state' in which
        ? sql`state = ${which.state}`
        : sql`receipt in (
            select jsonb_array_elements_text(${JSON.stringify(which.receipts)}::jsonb))`
    }
    order by at, id
    limit ${most}`.execute(db)
  return rows
}

/** The payers of these payments, by the payments' ids. */
export async function findPayers(db: Db, company_id: number, ids: number[], day: string) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payments.user_id'))
    .where('payments.company_id', '=', company_id)
    .where('payments.id', 'in', ids.length > 0 ? ids : [0])
    .select([
      'payments.id',
      'payments.user_id',
      'account.account_number',
      fullName().as('full_name'),
    ])
    .select(roomNumberOn('payments.company_id', 'payments.user_id', day).as('room_number'))
    .execute()
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}
