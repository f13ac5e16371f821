import { type Insertable, sql } from 'kysely'
import type { Receipt } from '#contract/receipts.ts'
import { isoTime } from '#rules/calendar.ts'
import { sponsorText } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

/** The one that holds; null when none was entered, or it was taken away again. */
const latestEtimsNumber = sql<string | null>`(select number from etims_numbers
  where etims_numbers.company_id = payment.company_id and etims_numbers.payment_id = payment.id
  order by etims_numbers.id desc limit 1)`

/** Locks a payment until the transaction ends. @returns its current eTIMS number */
export async function lockEtimsNumber(tx: Db, company_id: number, payment_id: number) {
  await tx
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('id', '=', payment_id)
    .select('id')
    .forUpdate()
    .execute()
  const row = await tx
    .selectFrom('payments as payment')
    .where('company_id', '=', company_id)
    .where('id', '=', payment_id)
    .select(latestEtimsNumber.as('number'))
    .executeTakeFirst()
  return row?.number ?? null
}

export const insertEtimsNumber = (tx: Db, row: Insertable<Schema['etims_numbers']>) =>
  tx.insertInto('etims_numbers').values(row).execute()

export function findReceipt(db: Db, company_id: number, payment_id: number) {
  const day = sql`(payment.paid_at at time zone 'Africa/Nairobi')::date`
  return db
    .selectFrom('ledger_payments as payment')
    .innerJoin('users', sameCompany('users.id', 'payment.user_id'))
    .innerJoin('companies', 'companies.id', 'payment.company_id')
    .leftJoin('account_numbers', sameCompany('account_numbers.user_id', 'payment.user_id'))
    .leftJoin('bundle_orders', sameCompany('bundle_orders.request_id', 'payment.request_id'))
    .leftJoin('payment_requests as push', sameCompany('push.id', 'payment.request_id'))
    .leftJoin('pay_links as link', sameCompany('link.id', 'push.pay_link_id'))
    .leftJoin('users as entrant', (join) =>
      join
        .onRef('entrant.company_id', '=', 'payment.company_id')
        .onRef('entrant.id', '=', 'payment.entered_by'),
    )
    .leftJoin('payments as reversal', (join) =>
      join
        .onRef('reversal.company_id', '=', 'payment.company_id')
        .onRef('reversal.reverses_payment_id', '=', 'payment.id'),
    )
    .where('payment.company_id', '=', company_id)
    .where('payment.id', '=', payment_id)
    .select([
      'payment.id',
      'payment.user_id',
      'payment.amount',
      'payment.purpose',
      'payment.came_as as kind',
      'payment.reason',
      'payment.reference',
      'payment.submission_id',
      fullName('entrant').as('entered_by'),
      'payment.reverses_payment_id',
      'reversal.paid_at as voided_at',
      'reversal.reason as voided_reason',
      latestEtimsNumber.as('etims_number'),
      'payment.receipt',
      'payment.part',
      'payment.parts',
      'payment.paid_at',
      'account_numbers.account_number',
      'users.first_name',
      'users.last_name',
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('room_number'),
      'bundle_orders.name as bundle',
      'link.label as sponsor',
      'push.phone as sponsor_phone',
      'companies.name',
      'companies.address',
      'companies.phone',
      'companies.email',
    ])
    .executeTakeFirst()
}
type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** `reader` is the user who sees it: only the tenant knows whom they gave a link. */
export function toReceipt(found: ReceiptRow, reader: number): Receipt {
  const { amount, purpose, kind, account_number, bundle, room_number, reason } = found
  const { name, address, phone, email, reverses_payment_id, voided_at, voided_reason } = found
  const { sponsor, sponsor_phone } = found
  return {
    number: receiptNumber(found.id),
    amount,
    purpose,
    kind,
    sponsor:
      sponsor !== null && sponsor_phone !== null && reader === found.user_id
        ? sponsorText(sponsor, sponsor_phone)
        : null,
    account_number,
    bundle,
    room_number,
    mpesa_receipt_number: found.receipt ?? 'N/A',
    part:
      found.part !== null && found.parts !== null && found.parts > 1
        ? { number: found.part, of: found.parts }
        : null,
    paid_at: isoTime(found.paid_at),
    full_name: `${found.first_name} ${found.last_name}`,
    // Other reasons are notes among staff.
    reason:
      kind === 'correction' || found.submission_id || reverses_payment_id !== null ? reason : null,
    reference: found.reference,
    entered_by: found.submission_id && found.entered_by,
    etims_number: found.etims_number,
    voids: reverses_payment_id === null ? null : receiptNumber(reverses_payment_id),
    voided: voided_at && { at: isoTime(voided_at), reason: voided_reason ?? '' },
    waiting: null,
    company: { name, address, phone, email },
  }
}
