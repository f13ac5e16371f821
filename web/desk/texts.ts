import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'

/** Which of the two lists is shown. It is part of the URL, as is the chosen item. */
export type DeskState = 'open' | 'closed'

export const deskPath = (state: DeskState, item?: number): string =>
  `/staff/desk${item === undefined ? '' : `/${item}`}${state === 'closed' ? '?show=closed' : ''}`

interface Person {
  full_name: string
  room_number: string | null
}

/** For headings and buttons: prevents line breaks inside an amount or "M-Pesa". */
export const withoutLineBreaks = (text: string): string =>
  text.replaceAll('Ksh ', 'Ksh\u00a0').replaceAll('M-Pesa', 'M\u2011Pesa')

/** M-Pesa's amount in our notation, with cents. A text that is not an amount is returned unchanged. */
export function formatAmount(amount: string): string {
  const { exact } = parseMpesaAmount(amount)
  if (exact !== null) return ksh(exact)
  const [, shillings, cents] = /^(\d{1,9})\.(\d{1,4})$/.exec(amount.trim()) ?? []
  return shillings ? `${ksh(Number(shillings))}.${cents}` : `Ksh ${amount}`
}

/** The amount that an item is about; null when it is unknown. */
export function amountOf({ amount, push }: DeskItem): string | null {
  if (amount !== null) return formatAmount(amount)
  return push && ksh(push.amount)
}

/** `Amina Otieno, A101` */
export const personLabel = ({ full_name, room_number }: Person): string =>
  room_number ? `${full_name}, ${room_number}` : full_name

/** The room or, without one, the name: short enough for a button. */
export const recipientOf = ({ full_name, room_number }: Person): string => room_number ?? full_name

/** Why an item is on the desk, in a few words for the list. */
export const reasonTags: Record<DeskItem['reason'], string> = {
  unmatched: 'No matching account',
  other_paybill: 'Another paybill',
  differing_amount: 'Wrong amount',
  second_receipt: 'Paid twice',
  counted_twice: 'Counted twice',
  possible_twin: 'Possible duplicate',
  unknown_code: 'Unknown code',
  silent: 'No answer for 48 hours',
  fraction: 'Includes cents',
  unreadable: 'Unreadable',
}

/** The question that staff have to decide. */
export function questionFor(item: DeskDetail): string {
  const money = amountOf(item) ?? 'an unknown amount'
  switch (item.reason) {
    case 'possible_twin':
      return `Is this ${money} a new payment?`
    case 'silent':
    case 'unknown_code':
      return `Was ${money} paid?`
    case 'unreadable':
      return 'Can you read this?'
    case 'second_receipt':
      return `${money} was paid twice. Whose is it?`
    case 'counted_twice':
      return `Was ${money} counted twice?`
    case 'differing_amount':
      if (!item.push || item.amount === null) return 'How much was paid?'
      return `${money} was received; we asked for ${ksh(item.push.amount)}.${item.acts.includes('assign') ? ' Whose is it?' : ''}`
    default:
      return `Who is this ${money} for?`
  }
}

/** Why an item is on the desk, in one or two sentences. */
export function explanationOf(item: DeskDetail): string {
  const { push, reference } = item
  switch (item.reason) {
    case 'unmatched':
      return reference
        ? 'What was typed isn’t one of our account numbers. Nothing has been credited yet.'
        : 'It arrived without an account number. Nothing has been credited yet.'
    case 'other_paybill':
      return `This was paid to ${item.shortcode ? `paybill ${item.shortcode}` : 'another paybill'}, not to ours. Nothing is credited yet. Credit it only if that money reaches you.`
    case 'differing_amount':
      if (push && item.acts.includes('correct')) {
        return `${ksh(push.amount)} was counted without M-Pesa’s receipt. M-Pesa now reports ${amountOf(item)}.`
      }
      return push && item.amount !== null
        ? `We asked for ${ksh(push.amount)}, but M-Pesa reports ${amountOf(item)}. ${push.status === 'completed' ? 'What we asked for has already been counted.' : 'Nothing has been credited yet.'}`
        : 'M-Pesa reports a different amount from the one we asked for, and it includes cents.'
    case 'second_receipt':
      return 'This was already paid and counted. It was paid again, with a different receipt.'
    case 'counted_twice':
      return 'This payment was counted before M-Pesa’s receipt arrived, and staff credited that receipt as well. Only one of the two should count.'
    case 'possible_twin':
      return 'The same amount has already been counted for this account, without M-Pesa’s receipt. This could be the same money.'
    case 'unknown_code':
      return 'M-Pesa answered with a code we don’t know. Check M-Pesa’s statement to see whether the money arrived.'
    case 'silent':
      return 'M-Pesa hasn’t answered for 48 hours. Check M-Pesa’s statement to see whether the money arrived.'
    case 'fraction':
      return parseMpesaAmount(item.amount).creditable === null
        ? 'It’s less than one shilling, so it can’t be credited.'
        : 'Balances are in whole shillings. Choose how much to credit.'
    case 'unreadable':
      return 'M-Pesa sent something we can’t read. If it was a payment, it’s on M-Pesa’s statement.'
  }
}

/** The origin of an item: the reference that the payer typed, or the phone of the push. */
export function sourceOf({ push, account, reference, reason }: DeskItem) {
  if (push) {
    const suffix = account ? ` for ${personLabel(account)}` : ''
    return { text: `PIN prompt to ${formatPhone(push.phone_number)}${suffix}`, typed: null }
  }
  if (reason === 'unreadable') return { text: 'Sent by M-Pesa', typed: null }
  return reference
    ? { text: 'Payer typed', typed: reference }
    : { text: 'Nothing typed', typed: null }
}

/** The decision about an item, as a sentence without its full stop. */
export function outcomeText(item: DeskItem): string {
  const { closed, account } = item
  if (!closed) return ''
  const arrived = amountOf(item) ?? 'Money'
  const credited = closed.payment?.amount
  const money = closed.outcome === 'assigned' && credited ? ksh(credited) : arrived
  const payee = closed.payment?.account
  switch (closed.outcome) {
    case 'assigned':
      return payee
        ? `${money} credited to ${personLabel(payee)}`
        : `${money} credited to an account of another residence`
    case 'attached':
      return payee
        ? `Receipt of ${money} attached for ${personLabel(payee)}`
        : `Receipt of ${money} attached`
    case 'corrected':
      return payee ? `${arrived} corrected for ${personLabel(payee)}` : `${arrived} corrected`
    case 'confirmed':
      return account ? `${money} counted for ${personLabel(account)}` : `${money} counted as paid`
    case 'dismissed':
      if (item.reason === 'counted_twice') return `${arrived} left as it was`
      return item.reason === 'unreadable'
        ? 'Dismissed, nothing credited'
        : `${arrived} dismissed, not credited`
    case 'by_itself':
      if (item.reason === 'counted_twice') return `${arrived} is now counted only once`
      return `${arrived} settled by M-Pesa`
  }
}

/**
 * Why the money may belong to a suggested account. For a push, the fact that it was made for this account
 * replaces the reason about the typed reference, because the payer typed none.
 */
export function reasonsFor(
  { push, account: asked }: DeskItem,
  { account, reasons }: DeskDetail['suggestions'][number],
): string[] {
  if (!push || account.account_number !== asked?.account_number) return reasons
  return [
    `The phone was asked for account ${groupByFour(account.account_number)}.`,
    ...reasons.slice(1),
  ]
}

/**
 * Splits a typed text into the beginning that it shares with `right`, the different part, and the shared end.
 */
export function splitAtDifference(
  typed: string,
  right: string,
): [before: string, different: string, after: string] {
  const max = Math.min(typed.length, right.length)
  let start = 0
  while (start < max && typed[start] === right[start]) start += 1
  let end = 0
  while (end < max - start && typed.at(-1 - end) === right.at(-1 - end)) end += 1
  return [
    typed.slice(0, start),
    typed.slice(start, typed.length - end),
    typed.slice(typed.length - end),
  ]
}
