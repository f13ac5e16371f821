import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'

/** Inserts a desk item, unless its receipt has one already. */
export function insertDeskItem(db: Db, item: Insertable<Schema['desk_items']>) {
  return db
    .insertInto('desk_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Waits until no other transaction counts this receipt or moves it to the desk. Pushes are locked before it, items after it. */
export const lockReceipt = prepared(
  (_, { receipt }: { receipt: string }) => sql`select lock_receipt(${receipt})`,
)

/** Locks many receipts, always in the same order. */
export const lockReceipts = (tx: Db, receipts: string[]) =>
  sql`select lock_receipt(code) from (select code
    from jsonb_array_elements_text(${JSON.stringify(receipts)}::jsonb) as of_file (code)
    order by code) ordered`.execute(tx)

/** Whether an item is about money that M-Pesa hasn't reported with its account so far, and waits or was dismissed. */
export const isHeld = sql<boolean>`(desk_items.reason in ('only_in_upload', 'confirmed_code')
  and (desk_items.closed_at is null or desk_items.outcome = 'dismissed'))`

/** Whether such an item is known only from M-Pesa's answer about its code. */
export const isHeldCode = sql<boolean>`(desk_items.reason = 'confirmed_code' and ${isHeld})`

/** Whether staff have dismissed an item that only a file had. */
export const isDismissedUpload = sql<boolean>`(desk_items.reason = 'only_in_upload'
  and desk_items.outcome = 'dismissed')`

/**
 * Inserts an item for a receipt. If the residence has one already, that item is changed and opened again if `over` is true for it,
 * so that a receipt has one item with all its history.
 * @returns its id; undefined when an existing item stays as it is
 */
export async function upsertDeskItem(
  db: Db,
  item: Insertable<Schema['desk_items']> & { receipt: string },
  over: RawBuilder<boolean>,
  change: Updateable<Schema['desk_items']> = item,
): Promise<number | undefined> {
  const open = { closed_at: null, outcome: null, closed_by: null, note: null }
  const upserted = await db
    .insertInto('desk_items')
    .values(item)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'receipt'])
        .where('receipt', 'is not', null)
        .doUpdateSet({ ...open, payment_company_id: null, payment_id: null, ...change })
        .where(over),
    )
    .returning('id')
    .executeTakeFirst()
  return upserted?.id
}

/**
 * Inserts an item about a push's receipt. If an open item exists, only its push and reason change.
 * @returns false when staff have already resolved the receipt's item
 */
export async function upsertPushDeskItem(
  db: Db,
  item: Insertable<Schema['desk_items']> & { receipt: string },
): Promise<boolean> {
  const { reason, request_id, account_user_id } = item
  const over = sql<boolean>`(desk_items.closed_at is null or ${isHeld})`
  const change = { reason, request_id, account_user_id }
  return (await upsertDeskItem(db, item, over, change)) !== undefined
}

/** An unreadable event has no receipt that identifies it, so its text does: the same text gets one item. */
export async function insertUnreadableOnce(
  db: Db,
  item: { company_id: number; request_id?: number | null; raw: string },
) {
  const { company_id, request_id = null, raw } = item
  const existing = await db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('reason', '=', 'unreadable')
    .where('request_id', 'is not distinct from', request_id)
    .where(sql<boolean>`raw = ${raw}::jsonb`)
    .select('id')
    .executeTakeFirst()
  if (!existing) await insertDeskItem(db, { ...item, reason: 'unreadable' })
}

const MAX_JSON_DEPTH = 64

/** An upper bound of the nesting, since brackets within strings count too. */
function depthOf(json: string): number {
  let depth = 0
  let most = 0
  for (const character of json) {
    if (character === '{' || character === '[') most = Math.max(most, ++depth)
    if (character === '}' || character === ']') depth--
  }
  return most
}

/** An event as JSON for the desk; where jsonb would refuse that, its whole text as one JSON string. */
export function toDeskJson(raw: unknown): string {
  const json = JSON.stringify(raw ?? null, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )
  const refused = /\\u(0000|d[89a-f])/i
  if (!refused.test(json) && depthOf(json) <= MAX_JSON_DEPTH) return json
  return JSON.stringify(json.replaceAll(/\\u(0000|d[89a-f]..)/gi, ''))
}

const itemsOfReceipt = (db: Db, receipt: string | null) =>
  db
    .selectFrom('companies')
    .innerJoin('desk_items', 'desk_items.company_id', 'companies.id')
    .where('desk_items.receipt', '=', receipt)
    .select(['desk_items.company_id', 'desk_items.id', 'desk_items.request_id'])

/** The open items of a receipt. Unmatched money waits in the first company, the money of a push in the push's own. */
export const selectOpenItems = (db: Db, receipt: string | null) =>
  itemsOfReceipt(db, receipt)
    .where('desk_items.closed_at', 'is', null)
    .orderBy('desk_items.company_id')

const lockOpenItems = prepared((db, { receipt }: { receipt: string }) =>
  selectOpenItems(db, receipt).forUpdate('desk_items'),
)

export const lockItemsOfReceipt = (db: Db, receipt: string) => lockOpenItems(db, { receipt })

export type ItemOfReceipt = Awaited<ReturnType<typeof lockItemsOfReceipt>>[number]

/** Closes a receipt's items in other companies, because staff of this one decide about it. */
export async function closeInOtherCompanies(
  db: Db,
  company_id: number,
  receipt: string,
  now: Date,
) {
  const items = await lockItemsOfReceipt(db, receipt)
  const elsewhere = items.filter((item) => item.company_id !== company_id && !item.request_id)
  const note =
    'M-Pesa has since reported that this money is for a payment in another residence. Its staff will deal with it.'
  await autoResolveItems(db, elsewhere, null, now, note)
}

/** The item, locked, of a payment that M-Pesa hasn't reported with its account; `closed_at` is set if staff dismissed it. */
export const lockHeldItem = (tx: Db, receipt: string) =>
  itemsOfReceipt(tx, receipt)
    .where(isHeld)
    .select('desk_items.closed_at')
    .orderBy('desk_items.closed_at', (order) => order.desc().nullsFirst())
    .forUpdate('desk_items')
    .executeTakeFirst()

/** Closes items because their receipt counts now, or for the reason in a note why nobody has to decide. */
export async function autoResolveItems(
  db: Db,
  items: Key[],
  payment: Key | null,
  now: Date,
  note: string | null = null,
) {
  for (const { company_id, id } of items) {
    await db
      .updateTable('desk_items')
      .set({
        closed_at: now,
        outcome: 'by_itself',
        note,
        payment_company_id: payment?.company_id ?? null,
        payment_id: payment?.id ?? null,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
  }
}

/** Closes the item of a push that was silent and has ended. */
export function autoResolveWaiting(db: Db, company_id: number, request_id: number, now: Date) {
  return db
    .updateTable('desk_items')
    .set({ closed_at: now, outcome: 'by_itself' })
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .where('reason', 'in', ['silent', 'unknown_code'])
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * The items by which staff took back a receipt's payment, because M-Pesa had taken back the money or it was on the wrong account.
 * While there is one, only staff credit the receipt again.
 */
export const selectTakenBack = (db: Db, receipt: string | null) =>
  db
    .selectFrom('companies')
    .innerJoin('desk_items', 'desk_items.company_id', 'companies.id')
    .where(({ and, or, eb }) =>
      or([
        and([
          eb('desk_items.counted_receipt', '=', receipt),
          eb('desk_items.reason', '=', 'taken_back_by_mpesa'),
          eb('desk_items.outcome', '=', 'corrected'),
        ]),
        and([
          eb('desk_items.receipt', '=', receipt),
          eb('desk_items.reason', '=', 'wrong_account'),
        ]),
      ]),
    )
    .select('desk_items.id')
