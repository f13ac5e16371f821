import { randomInt } from 'node:crypto'
import { createVoucherCode, voucherExpiry } from '#rules/wifi.ts'
import type { Db } from '../db/connect.ts'
import { findBundleOrder, insertRadiusRows, insertVoucher, reserveVoucherCode } from './queries.ts'

interface PaidBundle {
  company_id: number
  user_id: number
  request_id: number
  payment_id: number
  paid_at: Date
}

/**
 * Issues the voucher of a paid bundle, in the transaction that inserts the payment. The database refuses
 * a second voucher for an order.
 */
export async function issueVoucher(
  tx: Db,
  { paid_at, ...bundle }: PaidBundle,
  createCode = () => createVoucherCode(randomInt),
): Promise<void> {
  const { company_id, request_id } = bundle
  const order = await findBundleOrder(tx, company_id, request_id)
  if (!order) throw new Error(`push ${request_id} of company ${company_id} has no bundle`)
  let code = createCode()
  while (!(await reserveVoucherCode(tx, { code, company_id, request_id }))) code = createCode()
  const expires_at = voucherExpiry(paid_at, order)
  await insertVoucher(tx, { ...bundle, code, starts_at: paid_at, expires_at })
  await insertRadiusAttributes(tx, { code, expires_at, data_bytes: order.data_bytes })
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `22 Nov 2026 11:31:00` in UTC, the time zone of FreeRADIUS (docs/wifi.md). */
export function radiusDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, '0')
  const time = date.toISOString().slice(11, 19)
  return `${day} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time}`
}

/** The attributes that FreeRADIUS checks at every sign-in with a code. */
async function insertRadiusAttributes(
  tx: Db,
  voucher: { code: string; expires_at: Date; data_bytes: number },
): Promise<void> {
  const { code: username, expires_at, data_bytes } = voucher
  const check = (attribute: string, value: string) => ({ username, attribute, op: ':=', value })
  await insertRadiusRows(tx, [
    check('Cleartext-Password', username),
    check('Simultaneous-Use', '1'),
    check('Expiration', radiusDate(expires_at)),
    check('Bweni-Max-Octets', String(data_bytes)),
  ])
}
