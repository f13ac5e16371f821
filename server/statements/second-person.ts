import { sql } from 'kysely'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import { mustWait } from '#rules/approval.ts'
import { dayOf, dayStart } from '#rules/calendar.ts'
import { findLimit } from '../approvals/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { isHeldCode, lockReceipts, toDeskJson, upsertDeskItem } from '../ledger/desk-items.ts'
import { findAccountUser, listKnownReceipts } from '../ledger/queries.ts'
import type { PaybillPayment } from '../payments/daraja-messages.ts'
import { lockPush } from '../payments/push-queries.ts'

/** A payment of an uploaded file that the books don't have. */
export interface Found {
  row_id: number
  payment: PaybillPayment
  raw: unknown
}

/**
 * Anybody can edit a file, so that what only a file has is no word of M-Pesa's. Together with what the same person has
 * uploaded on this day, above the limit it waits for somebody else.
 * @returns what is applied, and what waits
 */
export async function holdBack(
  tx: Db,
  context: Context,
  user: AuthUser,
  found: Found[],
): Promise<{ now: Found[]; held: Found[] }> {
  const limit = await findLimit(tx, user.company_id)
  const confirmed = await listConfirmed(tx, found)
  const unconfirmed = found.filter(({ row_id }) => !confirmed.has(row_id))
  const uploaded = await sumUploadedSince(tx, user, dayStart(dayOf(context.now())))
  const at_stake = unconfirmed.reduce((sum, { payment }) => sum + Number(payment.amount_text), 0)
  return mustWait({ limit, at_stake: at_stake && at_stake + uploaded })
    ? { now: found.filter(({ row_id }) => confirmed.has(row_id)), held: unconfirmed }
    : { now: found, held: [] }
}

/** Rows of pushes that M-Pesa has confirmed without naming the receipt: such a row adds no money. */
async function listConfirmed(tx: Db, found: Found[]): Promise<Set<number>> {
  const list = found.map(({ row_id, payment: { reference, amount } }) => ({
    ...{ row_id, reference: normaliseAccountNumber(reference), amount },
  }))
  const { rows } = await sql<{ row_id: number }>`
    select row_id from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as row (row_id int, reference text, amount int)
    join push_references push on push.wire_reference = row.reference
    join ledger_payments payment on payment.company_id = push.company_id
      and payment.request_id = push.request_id and payment.amount = row.amount
    where payment.receipt is null and not payment.reversed`.execute(tx)
  return new Set(rows.map(({ row_id }) => row_id))
}

/** In shillings, what files of one person brought without waiting for somebody else. */
async function sumUploadedSince(tx: Db, { company_id, id }: AuthUser, since: Date) {
  const { rows } = await sql<{ shillings: number }>`
    select coalesce(sum(cents), 0)::float8 / 100 as shillings from statement_uploads
    where company_id = ${company_id} and uploaded_by = ${id} and uploaded_at >= ${since}`.execute(
    tx,
  )
  return rows[0]?.shillings ?? 0
}

/** Held payments wait in the statement's residence. A payment for wifi there names its push, so that its code can be issued. */
export async function insertHeld(
  tx: Db,
  { company_id }: Pick<AuthUser, 'company_id'>,
  held: Found[],
) {
  const items = []
  for (const { row_id, payment, raw } of held) {
    const { receipt, amount_text: amount, reference, paid_at } = payment
    const typed = normaliseAccountNumber(reference)
    const account = await findAccountUser(tx, typed)
    const push = account ? undefined : await findBundlePush(tx, company_id, typed)
    const account_user_id =
      push?.account_user_id ?? (account?.company_id === company_id ? account.user_id : null)
    items.push({
      ...{ company_id, receipt, reason: 'only_in_upload' as const, statement_row_id: row_id },
      ...{ amount, reference, paid_at, raw: toDeskJson(raw), account_user_id },
      request_id: push?.id ?? null,
    })
  }
  // As whoever settles a push does: an item that names a push waits for its lock.
  const pushes = new Set(items.flatMap(({ request_id }) => request_id ?? []))
  for (const id of [...pushes].sort((one, other) => one - other)) await lockPush(tx, company_id, id)
  const receipts = items.map(({ receipt }) => receipt)
  await lockReceipts(tx, receipts)
  // M-Pesa has reported it while the file was read.
  const known = await listKnownReceipts(tx, receipts)
  for (const item of items) {
    // The file knows more of it than M-Pesa's answer about its code.
    if (!known.has(item.receipt)) await upsertDeskItem(tx, item, isHeldCode)
  }
}

const findBundlePush = (tx: Db, company_id: number, wire_reference: string) =>
  tx
    .selectFrom('push_references as sent')
    .innerJoin('payment_requests as push', sameCompany('push.id', 'sent.request_id'))
    .where('sent.wire_reference', '=', wire_reference)
    .where('push.company_id', '=', company_id)
    .where('push.purpose', '=', 'wifi')
    .select(['push.id', 'push.account_user_id'])
    .executeTakeFirst()
