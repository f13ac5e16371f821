import { normaliseAccountNumber } from './account-number.ts'
import { type Day, formatDay } from './calendar.ts'
import { ksh, parseMpesaAmount } from './money.ts'
import { findMpesaCode } from './mpesa-code.ts'
import type { Purpose } from './payment.ts'
import { looseRoomKey, roomsIn } from './room-pattern.ts'

/** Why staff have to decide. */
export const deskReasons = [
  'differing_amount',
  'unmatched',
  'other_paybill',
  'fraction',
  'possible_twin',
  'second_receipt',
  'counted_twice',
  'silent',
  'unknown_code',
  'unreadable',
  'taken_back_by_mpesa',
  'only_in_upload',
  'wrong_account',
  'confirmed_code',
  'dismissed_before',
  'other_kind',
] as const
export type DeskReason = (typeof deskReasons)[number]

/** How an item ended; `by_itself` when a later event of M-Pesa settled it. */
export const deskOutcomes = [
  'assigned',
  'split',
  'attached',
  'corrected',
  'confirmed',
  'dismissed',
  'by_itself',
] as const
export type DeskOutcome = (typeof deskOutcomes)[number]

export const deskActions = ['assign', 'split', 'attach', 'correct', 'confirm', 'dismiss'] as const
export type DeskAction = (typeof deskActions)[number]

export const FEWEST_PARTS = 2
export const MOST_PARTS = 10

/** Why money can't be credited in these parts; null when it can. Each part is whole shillings of its own account. */
export function splitProblem(
  whole: number,
  parts: { account_number: string; amount: number }[],
): string | null {
  if (new Set(parts.map(({ account_number }) => account_number)).size < parts.length) {
    return 'Each account can have one part only.'
  }
  const rest = whole - parts.reduce((sum, { amount }) => sum + amount, 0)
  if (rest > 0) return `${ksh(rest)} is still left to share.`
  return rest < 0 ? `The parts are ${ksh(-rest)} more than was received.` : null
}

/**
 * How a closed item can be opened again: what was dismissed as it is, a credit by an opposite entry, and so is what was taken
 * back because M-Pesa was thought to have taken it back, and a payment that got an M-Pesa code of other money.
 */
export function undoFor(outcome: DeskOutcome, reason: DeskReason): 'reopen' | 'reverse' | null {
  if (outcome === 'dismissed') return 'reopen'
  if (outcome === 'corrected') return reason === 'taken_back_by_mpesa' ? 'reverse' : null
  return outcome === 'assigned' || outcome === 'split' || outcome === 'attached' ? 'reverse' : null
}

/**
 * Whether a payment can be taken off the account that it was credited to, by whomever: then its money waits on the desk. Without a
 * code it couldn't be credited again, and wifi that was bought stays bought.
 */
export const canBeTakenBack = (payment: {
  kind: string
  purpose: Purpose
  amount: number
  /** Null while M-Pesa has not named it. */
  mpesa_receipt_number: string | null
  voided: boolean
}): boolean =>
  (payment.kind === 'push' || payment.kind === 'paybill') &&
  payment.purpose !== 'wifi' &&
  payment.amount > 0 &&
  payment.mpesa_receipt_number !== null &&
  !payment.voided

/**
 * Whether M-Pesa can have returned the money of a payment to its payer: unlike what was credited to a wrong account, wifi too.
 */
export const canBeTakenByMpesa = (payment: Parameters<typeof canBeTakenBack>[0]): boolean =>
  canBeTakenBack({ ...payment, purpose: 'rent' })

interface OpenItem {
  reason: DeskReason
  /** As M-Pesa wrote it. */
  amount: string | null
  /** The amount of its push's payment, when that has no receipt: the item may be the same money. */
  receiptless_amount: number | null
  /** For money that M-Pesa took back: the amount with which it still counts. */
  taken_back_amount?: number | null
  /** For an item about a push: the amount asked for, or null when it is paid. */
  unpaid_amount?: number | null | undefined
}

/**
 * The acts that staff can do with an item. Money that has arrived is credited, or attached to a payment; a payment that counts
 * with another amount, twice, or though M-Pesa took it back, is corrected; money that isn't a customer's payment can be
 * credited if it turns out to be one; a silent push is confirmed or dismissed, and so is a push for wifi that only an
 * uploaded file has as paid.
 */
export function actionsFor({
  reason,
  amount,
  receiptless_amount,
  taken_back_amount = null,
  unpaid_amount,
}: OpenItem): DeskAction[] {
  const { creditable, exact } = parseMpesaAmount(amount)
  if (reason === 'silent' || reason === 'unknown_code') return ['confirm', 'dismiss']
  if (reason === 'counted_twice') return ['correct', 'dismiss']
  if (reason === 'taken_back_by_mpesa') {
    // A part of a payment is for staff to work out: they enter it by hand.
    const isWhole = exact !== null && exact === taken_back_amount
    return isWhole ? ['correct', 'dismiss'] : ['dismiss']
  }
  if (reason === 'unreadable' || creditable === null) return ['dismiss']
  if (reason === 'differing_amount' && receiptless_amount !== null) {
    // Both have the same whole shillings, in another notation or with a fraction: nothing to correct.
    return creditable === receiptless_amount ? ['attach', 'dismiss'] : ['correct', 'dismiss']
  }
  if (reason === 'only_in_upload' && unpaid_amount !== undefined) {
    if (receiptless_amount !== null) {
      return creditable === receiptless_amount ? ['attach', 'dismiss'] : ['dismiss']
    }
    return exact !== null && exact === unpaid_amount
      ? ['confirm', 'assign', 'dismiss']
      : ['assign', 'dismiss']
  }
  // Only a paybill payment can turn out to be the receipt of another payment: a push has its own.
  const attachable =
    reason === 'unmatched' ||
    reason === 'possible_twin' ||
    reason === 'only_in_upload' ||
    reason === 'wrong_account' ||
    reason === 'confirmed_code' ||
    reason === 'dismissed_before'
  const splittable = (attachable || reason === 'other_paybill') && (exact ?? 0) >= FEWEST_PARTS
  return [
    'assign',
    ...(splittable ? (['split'] as const) : []),
    ...(attachable ? (['attach'] as const) : []),
    'dismiss',
  ]
}

/** A negative `due` is credit. */
export interface DeskAccount {
  account_number: string
  full_name: string
  room_number: string | null
  rate: number | null
  due: number
}

/** Other hints at whose money it is. */
export interface Hints {
  earlierTenants?: EarlierTenant[]
  /** Accounts to which staff have credited payments with the same words before, and how often. */
  creditedBefore?: { account_number: string; times: number }[]
  /** Accounts with a payment whose M-Pesa code was typed, with a slip or without. */
  typedCodes?: { account_number: string; code: string }[]
  /** The accounts of those who have quoted its M-Pesa code. */
  claimants?: string[]
}

/** An account whose user has lived in the room that was typed, and when they left it. */
interface EarlierTenant {
  account_number: string
  room_number: string
  until_day: Day
}

export interface AccountSuggestion<A extends DeskAccount = DeskAccount> {
  account: A
  likely: boolean
  /** Whole sentences, the strongest first. */
  reasons: string[]
}

const MAX_SUGGESTIONS = 3
const LIKELY_SCORE = 5

/**
 * Accounts this money may belong to, by what the payer typed, by who says that they paid it and by the amount, the likeliest
 * first. Whoever alone says so comes before all others; but if an account was typed in full, the claim makes nobody likely.
 */
export function suggestAccounts<A extends DeskAccount>(
  typed: string,
  amount: number | null,
  accounts: A[],
  hints: Hints = {},
): AccountSuggestion<A>[] {
  const reference = normaliseAccountNumber(typed)
  const isTyped = accounts.some((one) => distanceTo(reference, one.account_number) === 0)
  const rooms = roomsIn(typed)
  const claimScore = isTyped || hints.claimants?.length !== 1 ? 3 : 20
  return accounts
    .map((account) => ({ account, ...score(typed, rooms, amount, account, hints, claimScore) }))
    .filter(({ named }) => named > 0)
    .sort((a, b) => b.named + b.amount - (a.named + a.amount))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ account, named, amount, reasons }) => ({
      account,
      likely: named + amount >= LIKELY_SCORE,
      reasons,
    }))
}

/** The words that were typed, in lower case: a name or a room may be among them. */
export const wordsOf = (typed: string): string[] =>
  typed.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

function score(
  typed: string,
  rooms: ReturnType<typeof roomsIn>,
  amount: number | null,
  account: DeskAccount,
  { earlierTenants = [], creditedBefore = [], typedCodes = [], claimants = [] }: Hints,
  claimScore: number,
) {
  const { account_number } = account
  const reasons: string[] = []
  let named = 0
  if (claimants.includes(account_number)) {
    named += claimScore
    reasons.push(`${account.full_name} says they paid this.`)
  }
  const before = creditedBefore.find((one) => one.account_number === account_number)
  if (before) {
    // Words that have meant one account only say most; those that everybody types say little.
    const isOnly = creditedBefore.length === 1
    named += isOnly ? 8 : 2
    const times = before.times === 1 ? 'once' : `${before.times} times`
    reasons.push(
      isOnly
        ? `Staff have credited payments with the same words to this account before, ${times}.`
        : `Staff have credited payments with the same words to this account ${times}, and to others too.`,
    )
  }
  const paid = typedCodes.find((one) => one.account_number === account_number)
  if (paid) {
    const isSame = findMpesaCode(typed) === paid.code
    named += isSame ? 4 : 3
    reasons.push(
      isSame
        ? `The payer typed ${paid.code}, the M-Pesa code of a payment on this account.`
        : `What the payer typed differs in one character from ${paid.code}, the M-Pesa code of a payment on this account.`,
    )
  }
  const reference = normaliseAccountNumber(typed)
  const distance = distanceTo(reference, account_number)
  if (distance <= 2) {
    named += [6, 5, 2][distance] ?? 0
    reasons.push(slipText(distance))
  }
  const words = wordsOf(typed)
  const earlier = earlierTenants.find((one) => one.account_number === account_number)
  if (account.room_number && rooms.has(looseRoomKey(account.room_number))) {
    named += 3
    reasons.push(roomText(account.room_number))
  } else if (earlier) {
    named += 2
    reasons.push(
      `The payer typed room ${earlier.room_number}. This tenant lived there until ${formatDay(earlier.until_day)}.`,
    )
  }
  for (const name of namesOf(account).filter((part) => part.length >= 3 && words.includes(part))) {
    named += 2
    reasons.push(`The payer typed the name ${name.charAt(0).toUpperCase()}${name.slice(1)}.`)
  }
  const fits = amount === null ? 0 : amount === account.due ? 2 : amount === account.rate ? 1 : 0
  if (fits === 2) reasons.push(OWES_EXACTLY)
  if (fits === 1) reasons.push('The amount is one month of rent.')
  return { named, amount: fits, reasons }
}

/** Words that people write beside a room, and that name nobody. */
const fillers = new Set(['rent', 'room', 'rm', 'rum', 'house', 'hse', 'kodi', 'for', 'no'])

/**
 * The account that certainly gets the money, so that staff can credit many at once: the payer typed its number with at most
 * one slip (a character changed, missing, added, or two swapped), or the room, with nothing but the tenant's own names
 * beside it, and the amount is what that tenant owes. Null as soon as anybody else comes into question: somebody who says
 * that they paid it, too.
 */
export function findExact<A extends DeskAccount>(
  typed: string,
  amount: number | null,
  accounts: A[],
  { earlierTenants = [], claimants = [] }: Pick<Hints, 'earlierTenants' | 'claimants'> = {},
): { account: A; reasons: string[] } | null {
  const found = fitting(typed, amount, accounts, earlierTenants)
  return found && claimants.every((one) => one === found.account.account_number) ? found : null
}

function fitting<A extends DeskAccount>(
  typed: string,
  amount: number | null,
  accounts: A[],
  earlierTenants: EarlierTenant[],
): { account: A; reasons: string[] } | null {
  if (amount === null || amount < 1) return null
  const reference = normaliseAccountNumber(typed)
  const near = accounts.filter((one) => distanceTo(reference, one.account_number) <= 2)
  const [only] = near
  if (only) {
    const distance = distanceTo(reference, only.account_number)
    const isExact = near.length === 1 && distance <= 1
    return isExact ? { account: only, reasons: [slipText(distance)] } : null
  }
  const rooms = roomsIn(typed)
  const inRoom = accounts.filter((one) => rooms.has(looseRoomKey(one.room_number ?? '')))
  const [tenant] = inRoom
  if (!tenant || inRoom.length > 1 || tenant.due !== amount) return null
  const own = new Set([...fillers, ...namesOf(tenant)])
  const others = rooms.get(looseRoomKey(tenant.room_number ?? ''))?.() ?? []
  if (!others.every((word) => own.has(word))) return null
  // Who has just left the room may still owe the same.
  const isOwedBefore = earlierTenants.some(({ account_number, room_number }) => {
    const earlier = accounts.find((one) => one.account_number === account_number)
    return room_number === tenant.room_number && earlier?.due === amount
  })
  return isOwedBefore
    ? null
    : { account: tenant, reasons: [roomText(tenant.room_number), OWES_EXACTLY] }
}

const OWES_EXACTLY = 'They owe exactly this amount.'
const roomText = (room: string | null) => `The payer typed room ${room}.`
const namesOf = ({ full_name }: DeskAccount) => full_name.toLowerCase().split(/[^\p{L}\p{N}']+/u)

const slipText = (distance: number): string =>
  [
    'What the payer typed contains this account number.',
    'One character differs from the account number.',
  ][distance] ?? 'Two characters differ from the account number.'

/** The edit distance; 0 also when the reference begins with the account number. */
function distanceTo(typed: string, account_number: string): number {
  if (typed.startsWith(account_number)) return 0
  // Most references are words of another length: not worth computing.
  if (Math.abs(typed.length - account_number.length) > 2) return 3
  let missing = 0
  for (const character of account_number) {
    if (!typed.includes(character) && ++missing > 2) return 3
  }
  return editDistance(typed, account_number)
}

/** How many single characters are changed, missing, added or swapped with a neighbour. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const edited = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed)
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : edited
      current.push(Math.min(edited, swapped))
    }
    before = above
    above = current
  }
  return above[b.length] ?? 0
}
