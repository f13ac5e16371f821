import type { Db } from '../db/connect.ts'
import { insertAttributes } from './queries.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `22 Nov 2026 11:31:00` in UTC, which is FreeRADIUS's own clock here (docs/wifi.md). */
export function radiusDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, '0')
  const time = date.toISOString().slice(11, 19)
  return `${day} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time}`
}

/** Lets a code through the hotspot's door: what FreeRADIUS asks about it at every sign-in. */
export async function insertRadiusRows(
  tx: Db,
  voucher: { code: string; expires_at: Date; data_bytes: number },
): Promise<void> {
  const { code: username, expires_at, data_bytes } = voucher
  const check = (attribute: string, value: string) => ({ username, attribute, op: ':=', value })
  await insertAttributes(tx, [
    check('Cleartext-Password', username),
    check('Simultaneous-Use', '1'),
    check('Expiration', radiusDate(expires_at)),
    check('Bweni-Max-Octets', String(data_bytes)),
  ])
}
