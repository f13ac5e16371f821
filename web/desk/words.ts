import type { DeskDetail, DeskItem } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'

interface Person {
  full_name: string
  room_number: string | null
}

/** For large letters: neither an amount nor M-Pesa's name is broken in two. */
export const unbroken = (text: string): string =>
  text.replaceAll('Ksh ', 'Ksh\u00a0').replaceAll('M-Pesa', 'M\u2011Pesa')

/** What M-Pesa wrote, as we write money; cents stay, and what is no amount stays as it came. */
export function amountWords(amount: string): string {
  const { exact } = parseMpesaAmount(amount)
  if (exact !== null) return ksh(exact)
  const [, shillings, cents] = /^(\d{1,9})\.(\d{1,4})$/.exec(amount.trim()) ?? []
  return shillings ? `${ksh(Number(shillings))}.${cents}` : `Ksh ${amount}`
}

/** How much an item is about; null when nobody knows. */
export function moneyOf({ amount, push }: DeskItem): string | null {
  if (amount !== null) return amountWords(amount)
  return push && ksh(push.amount)
}

/** `Amina Otieno, A101` */
export const personWords = ({ full_name, room_number }: Person): string =>
  room_number ? `${full_name}, ${room_number}` : full_name

/** Short, for a button: the room, else the name. */
export const whomWords = ({ full_name, room_number }: Person): string => room_number ?? full_name

export const dueWords = (due: number): string =>
  due > 0 ? `owes ${ksh(due)}` : due < 0 ? `has ${ksh(-due)} credit` : 'owes nothing'

/** Why it waits, for a list. */
export const reasonTag: Record<DeskItem['reason'], string> = {
  unmatched: 'No account fits',
  differing_amount: 'Another amount',
  second_receipt: 'Paid once more',
  counted_twice: 'Counted twice',
  possible_twin: 'Perhaps counted already',
  unknown_code: 'Unknown code',
  silent: 'Silent for 48 hours',
  fraction: 'Not whole shillings',
  unreadable: 'Unreadable',
}

/** What a person has to decide. */
export function questionFor(item: DeskDetail): string {
  const money = moneyOf(item) ?? 'an unknown amount'
  switch (item.reason) {
    case 'possible_twin':
      return `Is this ${money} new money?`
    case 'silent':
    case 'unknown_code':
      return `Was ${money} paid?`
    case 'unreadable':
      return 'Can you read this?'
    case 'second_receipt':
      return `${money} once more: for whom?`
    case 'counted_twice':
      return `Is ${money} counted twice?`
    case 'differing_amount':
      if (!item.push || item.amount === null) return 'How much was paid?'
      return `${money} instead of ${ksh(item.push.amount)}${item.acts.includes('assign') ? ': for whom?' : ''}`
    default:
      return `${money} for whom?`
  }
}

/** Why it waits, in a sentence or two. */
export function whyWords(item: DeskDetail): string {
  const { push, reference } = item
  switch (item.reason) {
    case 'unmatched':
      return reference
        ? 'What was typed is no account number of ours. Nothing is credited yet.'
        : 'No account number came with it. Nothing is credited yet.'
    case 'differing_amount':
      if (push && item.acts.includes('correct')) {
        return `${ksh(push.amount)} is counted, without M-Pesa’s receipt. Now M-Pesa reports ${moneyOf(item)}.`
      }
      return push && item.amount !== null
        ? `We asked for ${ksh(push.amount)}, and M-Pesa reports ${moneyOf(item)}. ${push.status === 'completed' ? 'What we asked for is counted already.' : 'Nothing is credited yet.'}`
        : 'M-Pesa reports another amount than we asked for, and not in whole shillings.'
    case 'second_receipt':
      return 'This was paid and counted before. Now it came once more, with another receipt.'
    case 'counted_twice':
      return 'This payment is counted without M-Pesa’s receipt, and staff have credited that receipt as well. One of the two is too many.'
    case 'possible_twin':
      return 'The same amount is counted for this account already, without M-Pesa’s receipt. This may be that very money.'
    case 'unknown_code':
      return 'M-Pesa answered with a code that says nothing to us. Its own statement tells whether the money came.'
    case 'silent':
      return 'M-Pesa has said nothing about it for 48 hours. Its own statement tells whether the money came.'
    case 'fraction':
      return parseMpesaAmount(item.amount).creditable === null
        ? 'There is no whole shilling in it that could be credited.'
        : 'Balances are whole shillings. Choose how many of them are credited.'
    case 'unreadable':
      return 'M-Pesa sent something that we cannot read. If there is money in it, M-Pesa’s own statement shows it.'
  }
}

/** Where the item comes from: what somebody typed, or which phone was asked. */
export function sourceWords({ push, account, reference, reason }: DeskItem) {
  if (push) {
    const whose = account ? ` for ${personWords(account)}` : ''
    return { said: `Asked of ${localPhone(push.phone_number)}${whose}`, typed: null }
  }
  if (reason === 'unreadable') return { said: 'Sent by M-Pesa', typed: null }
  return reference
    ? { said: 'They typed', typed: reference }
    : { said: 'Nothing typed', typed: null }
}

/** What came of it, as a whole sentence without its full stop. */
export function outcomeWords(item: DeskItem): string {
  const { closed, account } = item
  if (!closed) return ''
  const arrived = moneyOf(item) ?? 'Money'
  const credited = closed.payment?.amount
  const money = closed.outcome === 'assigned' && credited ? ksh(credited) : arrived
  const payee = closed.payment?.account
  switch (closed.outcome) {
    case 'assigned':
      return payee
        ? `${money} credited to ${personWords(payee)}`
        : `${money} credited to an account of another residence`
    case 'attached':
      return payee
        ? `Receipt of ${money} attached for ${personWords(payee)}`
        : `Receipt of ${money} attached`
    case 'corrected':
      return payee ? `${arrived} corrected for ${personWords(payee)}` : `${arrived} corrected`
    case 'confirmed':
      return account ? `${money} counted for ${personWords(account)}` : `${money} counted as paid`
    case 'dismissed':
      if (item.reason === 'counted_twice') return `${arrived} left as it was`
      return item.reason === 'unreadable'
        ? 'Put away, nothing credited'
        : `${arrived} credited to nobody`
    case 'by_itself':
      return `${arrived} settled by itself`
  }
}

/**
 * Why it may be theirs. Of a push nobody typed anything: it was for this account, and that is the
 * strongest reason.
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
