import { normaliseAccountNumber } from './account-number.ts'
import { type Day, formatDay } from './calendar.ts'
import { parseMpesaAmount } from './money.ts'

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
] as const
export type DeskReason = (typeof deskReasons)[number]

/** How an item ended; `by_itself` when a later event of M-Pesa settled it. */
export const deskOutcomes = [
  'assigned',
  'attached',
  'corrected',
  'confirmed',
  'dismissed',
  'by_itself',
] as const
export type DeskOutcome = (typeof deskOutcomes)[number]

export const deskActions = ['assign', 'attach', 'correct', 'confirm', 'dismiss'] as const
export type DeskAction = (typeof deskActions)[number]

/** How a closed item can be opened again: what was dismissed as it is, a credit by an opposite entry. */
export function undoFor(outcome: DeskOutcome): 'reopen' | 'reverse' | null {
  if (outcome === 'dismissed') return 'reopen'
  return outcome === 'assigned' ? 'reverse' : null
}

interface OpenItem {
  reason: DeskReason
  /** As M-Pesa wrote it. */
  amount: string | null
  /** Of its push's payment, when that has no receipt: the item may be the same money. */
  receiptless_amount: number | null
}

/**
 * What staff can do with an item. Money that has arrived is credited, or attached to a payment; what
 * counts with another amount, or twice, is corrected; a silent push is confirmed or dismissed.
 */
export function actionsFor({ reason, amount, receiptless_amount }: OpenItem): DeskAction[] {
  const { creditable } = parseMpesaAmount(amount)
  if (reason === 'silent' || reason === 'unknown_code') return ['confirm', 'dismiss']
  if (reason === 'counted_twice') return ['correct', 'dismiss']
  if (reason === 'unreadable' || creditable === null) return ['dismiss']
  if (reason === 'differing_amount' && receiptless_amount !== null) {
    // The same whole shillings, in another notation or with a fraction: nothing to correct.
    return creditable === receiptless_amount ? ['attach', 'dismiss'] : ['correct', 'dismiss']
  }
  // Only a paybill payment can turn out to be the receipt of another payment: a push has its own.
  const attachable = reason === 'unmatched' || reason === 'possible_twin'
  return attachable ? ['assign', 'attach', 'dismiss'] : ['assign', 'dismiss']
}

/** A negative `due` is credit. */
export interface DeskAccount {
  account_number: string
  full_name: string
  room_number: string | null
  rate: number | null
  due: number
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

/** Whose money this may be, by what the payer typed and by the amount, the likeliest first. */
export function suggestAccounts<A extends DeskAccount>(
  typed: string,
  amount: number | null,
  accounts: A[],
  earlierTenants: EarlierTenant[] = [],
): AccountSuggestion<A>[] {
  return accounts
    .map((account) => {
      const earlier = earlierTenants.find((one) => one.account_number === account.account_number)
      return { account, ...score(typed, amount, account, earlier) }
    })
    .filter(({ named }) => named > 0)
    .sort((a, b) => b.named + b.amount - (a.named + a.amount))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ account, named, amount, reasons }) => ({
      account,
      likely: named + amount >= LIKELY_SCORE,
      reasons,
    }))
}

/** What was typed as words, in lower case: a name or a room may be among them. */
export const wordsOf = (typed: string): string[] =>
  typed.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

function score(
  typed: string,
  amount: number | null,
  account: DeskAccount,
  earlier: EarlierTenant | undefined,
) {
  const reasons: string[] = []
  let named = 0
  const reference = normaliseAccountNumber(typed)
  const distance = distanceTo(reference, account.account_number)
  if (distance <= 2) {
    named += [6, 5, 2][distance] ?? 0
    reasons.push(
      distance === 0
        ? 'What the payer typed contains this account number.'
        : distance === 1
          ? 'One character differs from the account number.'
          : 'Two characters differ from the account number.',
    )
  }
  const words = wordsOf(typed)
  if (account.room_number && words.includes(account.room_number.toLowerCase())) {
    named += 3
    reasons.push(`The payer typed room ${account.room_number}.`)
  } else if (earlier) {
    named += 2
    reasons.push(
      `The payer typed room ${earlier.room_number}. This tenant lived there until ${formatDay(earlier.until_day)}.`,
    )
  }
  const names = account.full_name.toLowerCase().split(/[^\p{L}\p{N}']+/u)
  for (const name of names.filter((part) => part.length >= 3 && words.includes(part))) {
    named += 2
    reasons.push(`The payer typed the name ${name.charAt(0).toUpperCase()}${name.slice(1)}.`)
  }
  const fits = amount === null ? 0 : amount === account.due ? 2 : amount === account.rate ? 1 : 0
  if (fits === 2) reasons.push('They owe exactly this amount.')
  if (fits === 1) reasons.push('The amount is one month of rent.')
  return { named, amount: fits, reasons }
}

/** The edit distance; 0 also when the reference begins with the account number. */
function distanceTo(typed: string, account_number: string): number {
  if (typed.startsWith(account_number)) return 0
  // Most references are words of another length: not worth computing.
  if (Math.abs(typed.length - account_number.length) > 2) return 3
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
