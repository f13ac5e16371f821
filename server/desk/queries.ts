import { sql, type Updateable } from 'kysely'
import type { FoundPayment } from '#contract/desk.ts'
import type { Page } from '#contract/page.ts'
import type { DeskReason } from '#rules/desk.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { readCents } from '#rules/statement-cells.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { balanceOf } from '../ledger/balance.ts'
import { selectReceiptless } from '../ledger/queries.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

/** Finds the pushes and payments of an item, which every transaction locks before the item. */
export function findKeysOfItem(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['company_id', 'reason', 'request_id', 'receipt', 'counted_receipt', 'outcome'])
    .select('payment_id')
    .executeTakeFirst()
}

/** Locks an item. The second of two concurrent members of staff waits and finds the item closed. */
export function lockItem(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select([
      'company_id',
      'id',
      'reason',
      'receipt',
      'counted_receipt',
      'amount',
      'reference',
      'paid_at',
      'request_id',
      'account_user_id',
      'created_at',
      'closed_at',
      'closed_by',
      'outcome',
      'note',
      'payment_company_id',
      'payment_id',
      'statement_row_id',
    ])
    .forUpdate()
    .executeTakeFirst()
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>

/** Whoever uploaded the file that a row is from: several people when somebody else has completed it. */
export async function listUploaders(db: Db, company_id: number, row_id: number) {
  const uploads = await db
    .selectFrom('statement_rows as row')
    .innerJoin('statements', sameCompany('statements.id', 'row.statement_id'))
    .leftJoin('statement_uploads as upload', sameCompany('upload.statement_id', 'statements.id'))
    .where('row.company_id', '=', company_id)
    .where('row.id', '=', row_id)
    .select(['statements.uploaded_by', 'upload.uploaded_by as completed_by'])
    .execute()
  return new Set(uploads.flatMap(({ uploaded_by, completed_by }) => [uploaded_by, completed_by]))
}

export function updateItem(
  db: Db,
  company_id: number,
  id: number,
  change: Updateable<Schema['desk_items']>,
) {
  return db
    .updateTable('desk_items')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** Items with their push, users and payment; rooms are those of `day`. */
const selectItems = (db: Db, company_id: number, day: string) =>
  db
    .selectFrom('desk_items as item')
    .leftJoin('payment_requests as push', sameCompany('push.id', 'item.request_id'))
    .leftJoin('users as tenant', sameCompany('tenant.id', 'item.account_user_id'))
    .leftJoin('account_numbers as account', sameCompany('account.user_id', 'item.account_user_id'))
    .leftJoin('users as closer', sameCompany('closer.id', 'item.closed_by'))
    // Joined only within this company: staff don't see what was credited in another residence.
    .leftJoin('payments as payment', (join) =>
      sameCompany(
        'payment.company_id',
        'item.payment_company_id',
      )(join).onRef('payment.id', '=', 'item.payment_id'),
    )
    .leftJoin('users as payee', sameCompany('payee.id', 'payment.user_id'))
    .leftJoin(
      'account_numbers as paid_account',
      sameCompany('paid_account.user_id', 'payment.user_id'),
    )
    .where('item.company_id', '=', company_id)
    .select([
      'item.id',
      'item.reason',
      'item.amount',
      'item.counted_receipt',
      sql<string | null>`coalesce(item.receipt, item.counted_receipt, (select statement_rows.receipt
        from statement_rows where statement_rows.company_id = item.company_id
          and statement_rows.id = item.statement_row_id))`.as('receipt'),
      'item.reference',
      sql<string | null>`case when item.reason = 'other_paybill'
        then left(item.raw ->> 'BusinessShortCode', 20) end`.as('shortcode'),
      sql<string | null>`case when item.reason = 'other_kind' then left(coalesce(
        item.raw ->> 'TransactionType', item.raw ->> 'transactiontype'), 60) end`.as('mpesa_type'),
      'item.paid_at',
      'item.created_at',
      'item.closed_at',
      'item.outcome',
      'item.note',
      'item.payment_id as credited_id',
      'push.id as push_id',
      'push.amount as push_amount',
      'push.phone as push_phone',
      'push.status as push_status',
      'push.initiated_at as push_initiated_at',
      'push.unknown_code',
      'push.unknown_desc',
      'account.account_number',
      fullName('tenant').$castTo<string | null>().as('tenant_name'),
      roomNumberOn('item.company_id', 'item.account_user_id', day).as('tenant_room'),
      fullName('closer').$castTo<string | null>().as('closer_name'),
      'payment.id as payment_id',
      'payment.amount as payment_amount',
      'paid_account.account_number as payee_account',
      fullName('payee').$castTo<string | null>().as('payee_name'),
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('payee_room'),
    ])

export function listItems(
  db: Db,
  company_id: number,
  day: string,
  page: Page & { state: 'open' | 'closed' },
) {
  return selectItems(db, company_id, day)
    .where('item.closed_at', page.state === 'open' ? 'is' : 'is not', null)
    .$if(page.before !== undefined, (list) => list.where(beyondEdge(page, '<', page.before)))
    .$if(page.after !== undefined, (list) => list.where(beyondEdge(page, '>', page.after)))
    .$if(page.state === 'closed', (list) => list.orderBy('item.closed_at', direction(page)))
    .orderBy('item.id', direction(page))
    .limit(page.limit)
    .execute()
}

const direction = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/** Open items are ordered by id, closed ones by when they were closed. */
function beyondEdge({ state }: { state: 'open' | 'closed' }, operator: '<' | '>', id = 0) {
  const compare = sql.raw(operator)
  return state === 'open'
    ? sql<boolean>`item.id ${compare} ${id}`
    : sql<boolean>`(item.closed_at, item.id) ${compare} (select closed_at, id from desk_items
        where company_id = item.company_id and id = ${id})`
}

export type DeskItemRow = Awaited<ReturnType<typeof listItems>>[number]

export function findItem(db: Db, company_id: number, day: string, id: number) {
  return selectItems(db, company_id, day)
    .where('item.id', '=', id)
    .select('item.raw')
    .executeTakeFirst()
}

export const listItemsOf = (db: Db, company_id: number, day: string, ids: number[]) =>
  selectItems(db, company_id, day)
    .where('item.id', 'in', [0, ...ids])
    .execute()

/** How many of the newest items are searched for exact matches. */
const MOST_LOOKED_AT = 1000

/** The newest open items about money that nobody has credited to an account. */
export const listUnmatched = (db: Db, company_id: number) =>
  db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)
    .where('reason', 'in', ['unmatched', 'only_in_upload'])
    .where('request_id', 'is', null)
    .where('reference', 'is not', null)
    .select(['id', 'receipt', 'reference', 'amount', 'created_at'])
    .orderBy('id', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute()

/** Pushes that count without a receipt, for any of these users: perhaps the same money as an item. */
export const listReceiptless = (db: Db, company_id: number, users: number[]) =>
  selectReceiptless(db, company_id)
    .where('user_id', 'in', [0, ...users])
    .where('purpose', '=', 'rent')
    .select(['user_id', 'amount', 'paid_at'])
    .execute()

/** The parts of shared payments in their order; `first` is the first part of each payment. */
export async function listParts(db: Db, company_id: number, firsts: number[], day?: string) {
  if (firsts.length === 0) return []
  return db
    .selectFrom('receipts as first')
    .innerJoin('receipts as part', (join) =>
      join
        .onRef('part.receipt', '=', 'first.receipt')
        .onRef('part.reversed_before', '=', 'first.reversed_before'),
    )
    .innerJoin('payments', sameCompany('payments.id', 'part.payment_id'))
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payments.user_id'))
    .where('first.company_id', '=', company_id)
    .where('first.payment_id', 'in', firsts)
    .select(['first.payment_id as first', 'payments.id', 'payments.amount'])
    .select(['account.account_number', fullName().as('full_name')])
    .select(roomNumberOn('payments.company_id', 'payments.user_id', day ?? sql`null`).as('room'))
    .orderBy('first.payment_id')
    .orderBy('part.part')
    .execute()
}

/** The number of items, the money that waits, and the money that M-Pesa took back, which staff have to decide about too. */
export function sumWaiting(rows: { amount: string | null; reason: DeskReason; items: number }[]) {
  let count = 0
  let cents = 0
  let taken_back_cents = 0
  for (const { amount, reason, items } of rows) {
    count += items
    const sum = items * ((amount && readCents(amount)) || 0)
    // Entries that aren't payments are not money that waits.
    if (reason === 'other_kind') continue
    if (reason === 'taken_back_by_mpesa') taken_back_cents += sum
    else cents += sum
  }
  return { count, cents, taken_back_cents }
}

export async function countOpen(db: Db, company_id: number) {
  const amounts = await db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)
    .groupBy(['amount', 'reason'])
    .select(['amount', 'reason', sql<number>`count(*)::int`.as('items')])
    .execute()
  const { count, ...sums } = sumWaiting(amounts)
  return { open: count, ...sums }
}

/** Every account of a company with its user, their room and what they owe on a day. */
export function listAccounts(db: Db, company_id: number, today: string) {
  return db
    .with('home', (cte) =>
      cte
        .selectFrom('tenancies')
        .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
        .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
        .where('tenancies.company_id', '=', company_id)
        .where('stays.from_day', '<=', today)
        .where(({ or, eb }) =>
          or([eb('stays.until_day', 'is', null), eb('stays.until_day', '>', today)]),
        )
        .select(['tenancies.user_id', 'rooms.room_number', 'rooms.rate']),
    )
    .selectFrom('account_numbers as account')
    .innerJoin('users', sameCompany('users.id', 'account.user_id'))
    .innerJoinLateral(balanceOf('account.user_id', today), (join) => join.onTrue())
    .leftJoin('home', 'home.user_id', 'account.user_id')
    .where('account.company_id', '=', company_id)
    .select([
      'account.account_number',
      'account.user_id',
      fullName().as('full_name'),
      'home.room_number',
      'home.rate',
      'balance.due',
    ])
    .orderBy(sql`home.room_number nulls last`)
    .orderBy('users.id')
    .execute()
}

/** Push payments of this amount since an instant that have no receipt yet: of one push, or of all. */
export function listPaymentsWithoutReceipt(
  db: Db,
  company_id: number,
  day: string,
  amount: number,
  since: Date,
  request_id: number | null,
) {
  return selectReceiptless(db, company_id)
    .innerJoin('users as tenant', sameCompany('tenant.id', 'payment.user_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payment.user_id'))
    .where('payment.amount', '=', amount)
    .where('payment.own_paid_at', '>', since)
    .$if(request_id !== null, (list) => list.where('payment.request_id', '=', request_id))
    .select([
      'payment.id as payment_id',
      'payment.paid_at',
      'account.account_number',
      fullName('tenant').as('full_name'),
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('room_number'),
    ])
    .orderBy('payment.id', 'desc')
    .limit(10)
    .execute()
}

/** Searches payments: those that count for an account of the company, and those that wait on its desk. */
export async function listFoundPayments(
  db: Db,
  company_id: number,
  day: string,
  receipts: string[],
): Promise<FoundPayment[]> {
  if (receipts.length === 0) return []
  const credited = await db
    .selectFrom('ledger_payments as payment')
    .innerJoin('users as payee', sameCompany('payee.id', 'payment.user_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payment.user_id'))
    .where('payment.company_id', '=', company_id)
    .where('payment.receipt', 'in', receipts)
    .where(({ not }) => not('payment.reversed'))
    .select(['payment.id', 'payment.amount', 'account.account_number'])
    .select(sql<string>`payment.receipt`.as('receipt'))
    .select([
      fullName('payee').as('full_name'),
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('room_number'),
    ])
    .execute()
  const waiting = await db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('receipt', 'in', receipts)
    .where('closed_at', 'is', null)
    .select(['id as item', 'amount'])
    .select(sql<string>`receipt`.as('receipt'))
    .execute()
  return [
    ...waiting.map(({ amount, ...one }) => ({
      ...one,
      amount: amount ?? '',
      receipt_number: null,
      account: null,
    })),
    ...credited.map(({ id, amount, receipt, ...account }) => ({
      receipt,
      amount: String(amount),
      item: null,
      receipt_number: receiptNumber(id),
      account,
    })),
  ]
}
