import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'

/** A receipt has at most one desk item. */
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

/** Many of them, in one order. */
export const lockReceipts = (tx: Db, receipts: string[]) =>
  sql`select lock_receipt(code) from (select code
    from jsonb_array_elements_text(${JSON.stringify(receipts)}::jsonb) as of_file (code)
    order by code) ordered`.execute(tx)

/** What M-Pesa hasn't reported with its account so far: it waits, or staff have dismissed it. */
export const isHeld = sql<boolean>`(desk_items.reason in ('only_in_upload', 'confirmed_code')
  and (desk_items.closed_at is null or desk_items.outcome = 'dismissed'))`

/** The same, where only M-Pesa's answer about its code is known. */
export const isHeldCode = sql<boolean>`(desk_items.reason = 'confirmed_code' and ${isHeld})`

/** Staff have dismissed what only a file had. */
export const isDismissedUpload = sql<boolean>`(desk_items.reason = 'only_in_upload'
  and desk_items.outcome = 'dismissed')`

/**
 * Of a receipt a residence has one item, which keeps its history: a new one, or one for which `over` is true, changed and open again.
 * @returns its id; undefined when the item that there is stays as it is
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
 * A push's receipt. Of what is open already only the push and the reason change.
 * @returns false when staff have resolved the item of that receipt already
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

/** An upper bound: brackets within strings count too. */
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

/** The open items of a receipt: unmatched money waits in the first company, that of a push in the push's own. */
export const selectOpenItems = (db: Db, receipt: string | null) =>
  itemsOfReceipt(db, receipt)
    .where('desk_items.closed_at', 'is', null)
    .orderBy('desk_items.company_id')

const lockOpenItems = prepared((db, { receipt }: { receipt: string }) =>
  selectOpenItems(db, receipt).forUpdate('desk_items'),
)

export const lockItemsOfReceipt = (db: Db, receipt: string) => lockOpenItems(db, { receipt })

export type ItemOfReceipt = Awaited<ReturnType<typeof lockItemsOfReceipt>>[number]

/** Staff of another residence decide about the receipt. */
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

/** The item of a payment that M-Pesa hasn't reported with its account so far, locked; `closed_at` when staff dismissed it. */
export const lockHeldItem = (tx: Db, receipt: string) =>
  itemsOfReceipt(tx, receipt)
    .where(isHeld)
    .select('desk_items.closed_at')
    .orderBy('desk_items.closed_at', (order) => order.desc().nullsFirst())
    .forUpdate('desk_items')
    .executeTakeFirst()

/** The items' receipt counts now, or a note says why nobody has to decide. */
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

/** A push that was silent has ended. */
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
 * The items with which staff have taken a receipt's payment back, because M-Pesa had taken back the money or it was on the wrong
 * account: then only staff credit it again.
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
