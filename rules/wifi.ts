import { randomCode } from './account-number.ts'
import { formatNumber } from './money.ts'

/** 1 GB of a bundle (design 5). */
export const gigabyte = 2 ** 30
const day_s = 86_400

/** What a bundle gives, as it was agreed when it was asked for. */
export interface Bundle {
  data_bytes: number
  /** Counted from the payment, whenever it is first used. */
  duration_s: number
}

const code_length = 8

/**
 * A new voucher code: eight of the 31 characters of account numbers, 8.5 × 10¹¹ codes. With a
 * thousand good ones at a time a guess is right once in 850 million tries (docs/wifi.md).
 */
export const makeVoucherCode = (random: (below: number) => number): string =>
  randomCode(code_length, random)

/** As it is kept and compared: without the dash, gaps and small letters people type. */
export const normaliseVoucherCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase()

/**
 * A payment's reference as M-Pesa writes it, from what people copy out of its message: in any case,
 * with gaps, or with the words that follow it (`UKL41H4ZKU Confirmed.`).
 */
export const normalisePaymentReference = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/\bCONFIRMED\b.*$/s, '')
    .replace(/[^A-Z0-9]/g, '')

/**
 * Whether M-Pesa may have written it: ten signs that begin with the letters of a year and a month. Words
 * with gaps are words, also when there are ten letters in them.
 */
export function isPaymentReference(typed: string): boolean {
  const reference = normalisePaymentReference(typed)
  const are_words = !/\d/.test(reference) && /\S\s+\S/.test(typed.replace(/\bconfirmed\b.*$/is, ''))
  return /^[A-Z][A-L][A-Z0-9]{8}$/.test(reference) && !are_words
}

/** As it is shown: `H4TX-92KD`. */
export const shownVoucherCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** When a bundle ends that was paid at this moment; bundles do not stack. */
export const voucherEnd = (paid_at: Date, { duration_s }: Bundle): Date =>
  new Date(paid_at.getTime() + duration_s * 1000)

export const voucherStates = ['active', 'used_up', 'expired'] as const
export type VoucherState = (typeof voucherStates)[number]

/** Whether the time of a voucher has run out. */
export const isOver = (expires_at: Date, now: Date): boolean => expires_at <= now

/** Whether a voucher still opens the door. */
export function voucherState(
  voucher: { data_bytes: number; used_bytes: number; expires_at: Date },
  now: Date,
): VoucherState {
  if (isOver(voucher.expires_at, now)) return 'expired'
  return voucher.used_bytes >= voucher.data_bytes ? 'used_up' : 'active'
}

const most_panes = 10

/** Price lists draw a lit pane for every gigabyte, one at least: the panes, counted from 0. */
export function panesOf(bytes: number): number[] {
  const count = Math.min(most_panes, Math.max(1, Math.round(bytes / gigabyte)))
  return Array.from({ length: count }, (_, pane) => pane)
}

/** `2GB`, `1.5GB`, `850MB`: rounded down, so that nobody is promised more than there is. */
export function dataWords(bytes: number): string {
  const tenths = Math.floor((Math.max(0, bytes) * 10) / gigabyte)
  if (tenths >= 10) return `${tenths / 10}GB`
  return `${Math.floor(Math.max(0, bytes) / 2 ** 20)}MB`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A bundle's time as the price list says it: `2 days`, `1 month` for 30 days. */
export function durationWords(seconds: number): string {
  if (seconds >= 30 * day_s && seconds % (30 * day_s) === 0)
    return count(seconds / (30 * day_s), 'month')
  if (seconds >= day_s && seconds % day_s === 0) return count(seconds / day_s, 'day')
  return count(Math.floor(seconds / 3600), 'hour')
}

/** What is left of a bundle's time: `2 days 4 hours`, `3 hours`, `12 minutes`; rounded down. */
export function timeLeftWords(seconds: number): string {
  const days = Math.floor(seconds / day_s)
  const hours = Math.floor((seconds % day_s) / 3600)
  if (days > 0) return count(days, 'day') + (hours > 0 ? ` ${count(hours, 'hour')}` : '')
  if (hours > 0) return count(hours, 'hour')
  return count(Math.max(0, Math.floor(seconds / 60)), 'minute')
}

/** `KSH 100`: bundles are priced in capitals (spec 9). */
export const bundlePrice = (shillings: number): string => `KSH ${formatNumber(shillings)}`
