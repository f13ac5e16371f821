import { randomCode } from './account-number.ts'
import { formatNumber } from './money.ts'
import { compactTyped } from './typed.ts'

/** 1 GB of a bundle. */
export const GIGABYTE = 2 ** 30
const DAY_S = 86_400

/** The contents of a bundle, as agreed when it was ordered. */
export interface Bundle {
  data_bytes: number
  /** Counted from the payment, not from the first use. */
  duration_s: number
}

const CODE_LENGTH = 8

/**
 * A new voucher code: eight of the 31 characters of account numbers, 8.5 × 10¹¹ codes. With a
 * thousand valid codes, one guess in 850 million is right (docs/wifi.md).
 */
export const createVoucherCode = (random: (below: number) => number): string =>
  randomCode(CODE_LENGTH, random)

/** The stored form of a voucher code: in capitals, without dash and spaces. */
export const normaliseVoucherCode: (typed: string) => string = compactTyped

/** `H4TX-92KD` */
export const formatVoucherCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** When a bundle that was paid now expires; bundles do not add up. */
export const voucherExpiry = (paid_at: Date, { duration_s }: Bundle): Date =>
  new Date(paid_at.getTime() + duration_s * 1000)

export const voucherStates = ['active', 'used_up', 'expired'] as const
export type VoucherState = (typeof voucherStates)[number]

export const isExpired = (expires_at: Date, now: Date): boolean => expires_at <= now

export function voucherState(
  voucher: { data_bytes: number; used_bytes: number; expires_at: Date },
  now: Date,
): VoucherState {
  if (isExpired(voucher.expires_at, now)) return 'expired'
  return voucher.used_bytes >= voucher.data_bytes ? 'used_up' : 'active'
}

/** The bytes that are left of a bundle; a hotspot may report more than there were. */
export const dataLeft = (voucher: { data_bytes: number; used_bytes: number }): number =>
  Math.max(0, voucher.data_bytes - voucher.used_bytes)

const MAX_PANES = 10

/** The indexes of the window panes that price lists draw for a bundle: one for each gigabyte, at least one. */
export function dataPanes(bytes: number): number[] {
  const count = Math.min(MAX_PANES, Math.max(1, Math.round(bytes / GIGABYTE)))
  return Array.from({ length: count }, (_, pane) => pane)
}

/** `2GB`, `1.5GB`, `850MB`; rounded down. */
export function formatDataSize(bytes: number): string {
  const tenths = Math.floor((Math.max(0, bytes) * 10) / GIGABYTE)
  if (tenths >= 10) return `${tenths / 10}GB`
  return `${Math.floor(Math.max(0, bytes) / 2 ** 20)}MB`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A bundle's duration: `2 days`, `1 month` for 30 days. */
export function formatBundleDuration(seconds: number): string {
  if (seconds >= 30 * DAY_S && seconds % (30 * DAY_S) === 0)
    return count(seconds / (30 * DAY_S), 'month')
  if (seconds >= DAY_S && seconds % DAY_S === 0) return count(seconds / DAY_S, 'day')
  return count(Math.floor(seconds / 3600), 'hour')
}

/** The same of a number of days, such as staff type; 0 stays `0 days`. */
export const formatBundleDays = (days: number): string =>
  days > 0 ? formatBundleDuration(days * DAY_S) : count(days, 'day')

/** `2 days 4 hours`, `3 hours`, `12 minutes`; rounded down. */
export function formatTimeLeft(seconds: number): string {
  const days = Math.floor(seconds / DAY_S)
  const hours = Math.floor((seconds % DAY_S) / 3600)
  if (days > 0) return count(days, 'day') + (hours > 0 ? ` ${count(hours, 'hour')}` : '')
  if (hours > 0) return count(hours, 'hour')
  return count(Math.max(0, Math.floor(seconds / 60)), 'minute')
}

/** `KSH 100`: the currency of bundle prices is in capitals. */
export const formatBundlePrice = (shillings: number): string => `KSH ${formatNumber(shillings)}`

/** The place of a bundle that is in the list before, with the same price; -1 when there is none. */
export const findRepeatedBundle = (
  bundles: readonly { gigabytes: number; days: number; price: number }[],
): number => {
  const keys = bundles.map(({ gigabytes, days, price }) => `${gigabytes} ${days} ${price}`)
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}
