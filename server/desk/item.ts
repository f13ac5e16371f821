import type { DeskItem } from '#contract/desk.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { ItemRow } from './queries.ts'

const iso = (date: Date) => date.toISOString()

const person = (account_number: string | null, name: string | null, room: string | null) =>
  account_number && name ? { account_number, full_name: name, room_number: room } : null

/** A row of the desk as staff see it. */
export const deskItem = (row: ItemRow): DeskItem => ({
  id: row.id,
  reason: row.reason,
  amount: row.amount,
  receipt: row.receipt,
  reference: row.reference,
  paid_at: row.paid_at && iso(row.paid_at),
  created_at: iso(row.created_at),
  push: pushOf(row),
  account: person(row.account_number, row.owner_name, row.owner_room),
  closed: closedOf(row),
})

function pushOf(row: ItemRow): DeskItem['push'] {
  const { push_amount, push_phone, push_status, push_initiated_at } = row
  if (!push_amount || !push_phone || !push_status || !push_initiated_at) return null
  return {
    amount: push_amount,
    phone_number: push_phone,
    status: push_status,
    initiated_at: iso(push_initiated_at),
    unknown_code: row.unknown_code,
    unknown_desc: row.unknown_desc,
  }
}

function closedOf(row: ItemRow): DeskItem['closed'] {
  if (!row.closed_at || !row.outcome) return null
  return {
    at: iso(row.closed_at),
    outcome: row.outcome,
    by: row.closer_name,
    note: row.note,
    payment: row.payment_company_id === null ? null : paymentOf(row),
  }
}

const paymentOf = (row: ItemRow) => ({
  receipt_number: row.payment_id === null ? null : receiptNumber(row.payment_id),
  amount: row.payment_amount,
  account: person(row.payee_account, row.payee_name, row.payee_room),
})
