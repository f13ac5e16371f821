import { randomInt } from 'node:crypto'
import { makeVoucherCode, voucherEnd } from '#rules/wifi.ts'
import type { Db } from '../db/connect.ts'
import { findOrder, insertVoucher, takeCode } from './queries.ts'
import { insertRadiusRows } from './radius-rows.ts'

interface PaidBundle {
  company_id: number
  user_id: number
  request_id: number
  payment_id: number
  paid_at: Date
}

/**
 * The code of a bundle whose payment has just been counted, as it was agreed; in the same transaction,
 * so that neither is ever without the other. The database refuses a second one.
 */
export async function giveVoucher(
  tx: Db,
  { paid_at, ...bundle }: PaidBundle,
  draw = () => makeVoucherCode(randomInt),
): Promise<void> {
  const { company_id, request_id } = bundle
  const order = await findOrder(tx, company_id, request_id)
  if (!order) throw new Error(`push ${request_id} of company ${company_id} has no bundle`)
  let code = draw()
  while (!(await takeCode(tx, { code, company_id, request_id }))) code = draw()
  const expires_at = voucherEnd(paid_at, order)
  await insertVoucher(tx, { ...bundle, code, starts_at: paid_at, expires_at })
  await insertRadiusRows(tx, { code, expires_at, data_bytes: order.data_bytes })
}
