import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { sameCompany } from '../../server/db/same-company.ts'
import type { Installation } from './installation.ts'

/** Everything in the database that is about money. */
export type MoneyRows = Awaited<ReturnType<typeof read>>

async function read(db: Db) {
  const accounts = await db.selectFrom('account_numbers').selectAll().execute()
  const requests = await db
    .selectFrom('payment_requests')
    .leftJoin('open_pushes', sameCompany('open_pushes.request_id', 'payment_requests.id'))
    .select([
      'payment_requests.id',
      'payment_requests.checkout_request_id',
      'payment_requests.wire_reference',
      'payment_requests.status',
      'payment_requests.result_code',
      'payment_requests.daraja_checkout_id',
      'open_pushes.phone as held_phone',
    ])
    .execute()
  const payments = await db
    .selectFrom('payments')
    .leftJoin('receipts', sameCompany('receipts.payment_id', 'payments.id'))
    .select([
      'payments.id',
      'payments.kind',
      'payments.purpose',
      'payments.user_id',
      'payments.amount',
      'payments.request_id',
      'receipts.receipt',
    ])
    .execute()
  const vouchers = await db
    .selectFrom('vouchers')
    .leftJoin('radius.radcheck', 'radius.radcheck.username', 'vouchers.code')
    .groupBy(['vouchers.payment_id', 'vouchers.code'])
    .select(['vouchers.payment_id', 'vouchers.code'])
    .select(({ fn }) => fn.count<string>('radius.radcheck.id').as('attributes'))
    .execute()
  const desk = await db
    .selectFrom('desk_items')
    .where('closed_at', 'is', null)
    .select(['receipt', 'amount', 'reason'])
    .execute()
  const { unhandled } = await db
    .selectFrom('raw_reports')
    .where('handled_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unhandled'))
    .executeTakeFirstOrThrow()
  return { accounts, requests, payments, vouchers, desk, unhandled: Number(unhandled) }
}

/** Each bundle has a price of its own, which identifies its payment. */
export const bundlePrice = (number: number) => 100_000 + number
export const bundleId = (number: number) => `package_drill_${number}`

/** Inserts bundles into the database of a server that is not running. */
export async function sellBundles({ databaseUrl, dataDir }: Installation, most: number) {
  const database =
    databaseUrl === null
      ? await openEmbedded(dataDir)
      : openPostgres(databaseUrl, { patient: true })
  const bundle = { company_id: 1, data_bytes: 2 ** 31, duration_s: 172_800, position: 9 }
  const packages = Array.from({ length: most }, (_, number) => ({
    ...bundle,
    id: bundleId(number),
    name: '2GB, 2 days',
    price: bundlePrice(number),
    offered: true,
  }))
  try {
    for (let first = 0; first < most; first += 1000) {
      await database.db
        .insertInto('packages')
        .values(packages.slice(first, first + 1000))
        .execute()
    }
  } finally {
    await database.close()
  }
}

/** Reads the database of a killed server; an embedded one is read from a copy. */
export async function readMoneyRows({ databaseUrl, dataDir }: Installation): Promise<MoneyRows> {
  if (databaseUrl !== null) {
    const database = openPostgres(databaseUrl, { patient: true })
    return read(database.db).finally(() => database.close())
  }
  const copy = mkdtempSync(join(tmpdir(), 'bweni-drill-'))
  cpSync(join(dataDir, 'database'), join(copy, 'database'), { recursive: true })
  const database = await openEmbedded(copy)
  try {
    return await read(database.db)
  } finally {
    await database.close()
    rmSync(copy, { recursive: true, force: true })
  }
}
