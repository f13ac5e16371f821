import { randomBytes, randomInt } from 'node:crypto'
import { randomCode } from '#rules/account-number.ts'
import { toMpesaTime } from '#rules/calendar.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const day_characters = `0123456789${letters}`

/** `UKL4ABC123`: U is 2026, K November, L the 21st in Nairobi; the rest is of its own. */
export function makeReceipt(instant: Date, taken: (receipt: string) => boolean): string {
  const stamp = toMpesaTime(instant)
  const year = letters[(Number(stamp.slice(0, 4)) - 2006) % letters.length]
  const month = letters[Number(stamp.slice(4, 6)) - 1]
  const day = day_characters[Number(stamp.slice(6, 8))]
  const receipt = `${year}${month}${day}${randomCode(7, randomInt)}`
  return taken(receipt) ? makeReceipt(instant, taken) : receipt
}

/** `ws_CO_` + Nairobi time, day first + three digits + the phone without its 254. */
export function makeCheckoutId(
  instant: Date,
  msisdn: string,
  taken: (id: string) => boolean,
): string {
  const stamp = toMpesaTime(instant)
  const day_first = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  const id = `ws_CO_${day_first}${String(randomInt(1000)).padStart(3, '0')}${msisdn.slice(-9)}`
  return taken(id) ? makeCheckoutId(instant, msisdn, taken) : id
}

/** `5dbd-4f93-a478-41cdaf2b9acd86873`, the form of Daraja's own request ids. */
export function makeRequestId(): string {
  const hex = randomBytes(12).toString('hex')
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}${randomInt(10_000, 100_000)}`
}

/** `AG_20261120_00004d1e2f…`, for what is answered later. */
export const makeConversationId = (instant: Date): string =>
  `AG_${toMpesaTime(instant).slice(0, 8)}_0000${randomBytes(8).toString('hex')}`
