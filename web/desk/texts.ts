import type { DepositList } from '#contract/deposits.ts'
import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'

/** Which of the two lists is shown. It is part of the URL, as is the chosen item. */
export type DeskState = 'open' | 'closed'

export const deskPath = (state: DeskState, item?: number): string =>
  `/staff/desk${item === undefined ? '' : `/${item}`}${state === 'closed' ? '?show=closed' : ''}`

/** The codes that M-Pesa never reported. */
export const codesPath = '/staff/codes'

export const depositsPath = (of: DepositList): string =>
  of === 'held' ? '/staff/deposits' : `/staff/deposits?show=${of}`

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
  taken_back_by_mpesa: 'Taken back by M‑Pesa',
  only_in_upload: 'Only in an uploaded statement',
  wrong_account: 'On the wrong account',
  confirmed_code: 'Known by its code only',
  dismissed_before: 'Dismissed before',
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
    case 'taken_back_by_mpesa':
      return `M‑Pesa took ${money} back`
    case 'differing_amount':
      if (!item.push || item.amount === null) return 'How much was paid?'
      return `${money} was received; we asked for ${ksh(item.push.amount)}.${item.acts.includes('assign') ? ' Whose is it?' : ''}`
    case 'only_in_upload':
      return item.acts.includes('confirm')
        ? `Was ${money} paid for wifi?`
        : `Who is this ${money} for?`
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
        return `${ksh(push.amount)} was counted without M‑Pesa’s receipt. M‑Pesa now reports ${amountOf(item)}.`
      }
      return push && item.amount !== null
        ? `We asked for ${ksh(push.amount)}, but M‑Pesa reports ${amountOf(item)}. ${push.status === 'completed' ? 'What we asked for has already been counted.' : 'Nothing has been credited yet.'}`
        : 'M‑Pesa reports a different amount from the one we asked for, and it includes cents.'
    case 'second_receipt':
      return 'This was already paid and counted. It was paid again, with a different receipt.'
    case 'counted_twice':
      return 'This payment was counted before M‑Pesa’s receipt arrived, and staff credited that receipt as well. Only one of the two should count.'
    case 'taken_back_by_mpesa':
      return takenBackExplanation(item)
    case 'confirmed_code':
      return 'Somebody gave this code, and M‑Pesa says that it was paid to our paybill, but not which account was typed. Nothing has been credited yet.'
    case 'dismissed_before':
      return 'It was dismissed before M‑Pesa reported it. Now M‑Pesa has, with the account that was typed. Nothing has been credited.'
    case 'wrong_account':
      return `It counted for ${item.account ? personLabel(item.account) : 'another account'} until staff took it back. Now it counts for nobody until you decide.`
    case 'only_in_upload':
      return `M‑Pesa hasn’t reported this payment: it’s only in a statement that staff uploaded. Somebody other than who uploaded it compares it with M‑Pesa and ${item.acts.includes('confirm') ? 'counts it as paid, which makes the wifi code' : 'credits it'}.`
    case 'possible_twin':
      return 'The same amount has already been counted for this account, without M‑Pesa’s receipt. This could be the same money.'
    case 'unknown_code':
      return 'M‑Pesa answered with a code we don’t know. Check M‑Pesa’s statement to see whether the money arrived.'
    case 'silent':
      return 'M‑Pesa hasn’t answered for 48 hours. Check M‑Pesa’s statement to see whether the money arrived.'
    case 'fraction':
      return parseMpesaAmount(item.amount).creditable === null
        ? 'It’s less than one shilling, so it can’t be credited.'
        : 'Balances are in whole shillings. Choose how much to credit.'
    case 'unreadable':
      return 'M‑Pesa sent something we can’t read. If it was a payment, it’s on M‑Pesa’s statement.'
  }
}

function takenBackExplanation({ account, acts }: DeskDetail): string {
  if (acts.includes('correct')) {
    return account
      ? `M‑Pesa’s statement has a reversal of this payment, which still counts for ${personLabel(account)}.`
      : 'M‑Pesa’s statement has a reversal of this payment, which still counts.'
  }
  return 'M‑Pesa’s statement has a reversal, and we can’t tell of which payment that still counts with this sum. Find out which payment it was. If it still counts, correct it on the tenant’s page.'
}

/** The origin of an item: the reference that the payer typed, or the phone of the push. */
export function sourceOf({ push, account, reference, reason }: DeskItem) {
  if (push) {
    const suffix = account ? ` for ${personLabel(account)}` : ''
    return { text: `PIN prompt to ${formatPhone(push.phone_number)}${suffix}`, typed: null }
  }
  if (reason === 'unreadable') return { text: 'Sent by M‑Pesa', typed: null }
  if (reason === 'taken_back_by_mpesa') {
    const suffix = account ? ` of ${personLabel(account)}` : ''
    return { text: `Payment${suffix} that M‑Pesa took back`, typed: null }
  }
  if (reason === 'wrong_account' && !reference) {
    const suffix = account ? ` for ${personLabel(account)}` : ''
    return { text: `PIN prompt${suffix}`, typed: null }
  }
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
    case 'split':
      return `${arrived} shared among ${closed.parts.length} accounts`
    case 'attached':
      return payee
        ? `Receipt of ${money} attached for ${personLabel(payee)}`
        : `Receipt of ${money} attached`
    case 'corrected':
      if (item.reason === 'taken_back_by_mpesa') {
        return payee ? `${arrived} taken back from ${personLabel(payee)}` : `${arrived} taken back`
      }
      return payee ? `${arrived} corrected for ${personLabel(payee)}` : `${arrived} corrected`
    case 'confirmed':
      return account ? `${money} counted for ${personLabel(account)}` : `${money} counted as paid`
    case 'dismissed':
      if (item.reason === 'counted_twice' || item.reason === 'taken_back_by_mpesa') {
        return `${arrived} left as it was`
      }
      return item.reason === 'unreadable'
        ? 'Dismissed, nothing credited'
        : `${arrived} dismissed, not credited`
    case 'by_itself':
      if (item.reason === 'counted_twice') return `${arrived} is now counted only once`
      return `${arrived} settled by M‑Pesa`
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
