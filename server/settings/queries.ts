import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  BundlePrice,
  FrequentQuestion,
  ResidenceSettings,
  residenceSettings,
  Service,
} from '#contract/settings.ts'
import type { FirstMonth } from '#rules/ledger.ts'
import { roomKey } from '#rules/room-pattern.ts'
import { rolesWith } from '#rules/staff-roles.ts'
import { formatBundleDuration, formatDataSize, GIGABYTE } from '#rules/wifi.ts'
import type { Db } from '../db/connect.ts'
import { MAIL_SENT } from '../mail.ts'
import { naturalOrder, roomKeyColumn } from '../tenancy/room-queries.ts'

const DAY_S = 86_400

/**
 * Settings are changed one after the other: two members of staff cannot both replace the same list. Rows that only refer
 * to the company, such as M-Pesa's reports, can still be inserted meanwhile.
 */
export const lockCompany = (tx: Db, company_id: number) =>
  tx.selectFrom('companies').where('id', '=', company_id).select('id').forNoKeyUpdate().execute()

export async function findResidence(db: Db, company_id: number): Promise<ResidenceSettings> {
  const row = await db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select([
      'name',
      'tagline',
      'address',
      'phone',
      'email',
      'hours',
      'wifi_network',
      'footer',
      'facilities',
      sql<FirstMonth | null>`case when first_month_chosen then first_month end`.as('first_month'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, wifi_network: row.wifi_network ?? '', footer: row.footer ?? '' }
}

export const updateResidence = (
  tx: Db,
  company_id: number,
  { wifi_network, footer, ...settings }: z.output<typeof residenceSettings>,
) =>
  tx
    .updateTable('companies')
    .set({
      ...settings,
      first_month_chosen: true,
      wifi_network: wifi_network || null,
      footer: footer || null,
    })
    .where('id', '=', company_id)
    .execute()

/** The bundles on sale, in whole gigabytes and days; others that were made by hand are rounded up. */
export async function listBundlePrices(db: Db, company_id: number): Promise<BundlePrice[]> {
  const rows = await db
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .where('offered', '=', true)
    .select(['id', 'price', 'duration_s', sql<number>`data_bytes::float8`.as('data_bytes')])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, price, duration_s, data_bytes }) => ({
    id,
    gigabytes: Math.ceil(data_bytes / GIGABYTE),
    days: Math.ceil(duration_s / DAY_S),
    price,
  }))
}

/**
 * Replaces the price list. What is left out is no longer sold, but stays for those who have bought it; so does a
 * bundle that gives something else now, which is sold under another id.
 */
export async function replaceBundlePrices(
  tx: Db,
  company_id: number,
  bundles: BundlePrice[],
): Promise<void> {
  const known = await tx
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .select(['id', 'duration_s', sql<number>`data_bytes::float8`.as('data_bytes')])
    .execute()
  await tx
    .updateTable('packages')
    .set({ offered: false })
    .where('company_id', '=', company_id)
    .execute()
  const taken = new Set(known.map(({ id }) => id))
  const used = new Set<string>()
  for (const [position, { id, gigabytes, days, price }] of bundles.entries()) {
    const gives = { data_bytes: gigabytes * GIGABYTE, duration_s: days * DAY_S }
    const same = known.find(
      (row) =>
        row.id === id &&
        !used.has(row.id) &&
        Math.ceil(row.data_bytes / GIGABYTE) === gigabytes &&
        Math.ceil(row.duration_s / DAY_S) === days,
    )
    if (same) {
      used.add(same.id)
      await tx
        .updateTable('packages')
        .set({ price, position, offered: true })
        .where('company_id', '=', company_id)
        .where('id', '=', same.id)
        .execute()
      continue
    }
    const next = freeId(`package_${price}`, taken)
    taken.add(next)
    const name = `${formatDataSize(gives.data_bytes)}, ${formatBundleDuration(gives.duration_s)}`
    await tx
      .insertInto('packages')
      .values({ company_id, id: next, name, price, ...gives, position, offered: true })
      .execute()
  }
}

/** `package_50`, or `package_50_2` when that is taken. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(id)) return id
  }
}

export async function replaceFrequentQuestions(
  tx: Db,
  company_id: number,
  entries: FrequentQuestion[],
): Promise<void> {
  await tx.deleteFrom('faq').where('company_id', '=', company_id).execute()
  if (entries.length === 0) return
  const rows = entries.map((entry, position) => ({ ...entry, company_id, position }))
  await tx.insertInto('faq').values(rows).execute()
}

export async function replaceServices(
  tx: Db,
  company_id: number,
  entries: Service[],
): Promise<void> {
  await tx.deleteFrom('services').where('company_id', '=', company_id).execute()
  if (entries.length === 0) return
  const rows = entries.map((entry, position) => ({ ...entry, company_id, position }))
  await tx.insertInto('services').values(rows).execute()
}

/** The numbers of those rooms that exist already, whatever their capitals and spaces. */
export async function findRooms(db: Db, company_id: number, rooms: string[]): Promise<string[]> {
  const found = await db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(roomKeyColumn, 'in', rooms.map(roomKey))
    .select('room_number')
    .orderBy(naturalOrder)
    .execute()
  return found.map(({ room_number }) => room_number)
}

export const insertRooms = (
  tx: Db,
  rooms: { company_id: number; room_number: string; rate: number; capacity: number }[],
) => tx.insertInto('rooms').values(rooms).execute()

/** What of the checklist is in the database. */
export const findProgress = (db: Db, company_id: number) =>
  db
    .selectNoFrom([
      ...(['rooms', 'services', 'faq'] as const).map((table) =>
        sql<boolean>`exists(select from ${sql.table(table)} where company_id = ${company_id})`.as(
          table,
        ),
      ),
      sql<boolean>`exists(select from packages where company_id = ${company_id} and offered)`.as(
        'bundles',
      ),
      sql<boolean>`(select first_month_chosen from companies where id = ${company_id})`.as(
        'first_month',
      ),
      sql<boolean>`exists(select from terms_versions where company_id = ${company_id})`.as('terms'),
      // Who has opened the invitation, and may do what an owner needs done.
      sql<number>`(select count(*)::int from users where company_id = ${company_id}
        and password_hash <> '' and staff_role in (${sql.join(rolesWith('money'))}))`.as('staff'),
      sql<boolean>`exists(select from installation where name = ${MAIL_SENT})`.as('mail_sent'),
    ])
    .executeTakeFirstOrThrow()
