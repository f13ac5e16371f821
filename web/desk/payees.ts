import { groupByFour, isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import type { DeskAccount } from '#rules/desk.ts'
import { searchTenants } from '#rules/tenant-search.ts'
import { dueWords, whomWords } from './words.ts'

/** Somebody whom money can be credited to. */
export interface Payee {
  account_number: string
  name: string
  /** Room, or whose it is not. */
  where: string
  /** For the button. */
  short: string
  detail: string
}

const tenant = (account: DeskAccount): Payee => ({
  account_number: account.account_number,
  name: account.full_name,
  where: account.room_number ?? 'no room now',
  short: whomWords(account),
  detail: `Now ${dueWords(account.due)}.`,
})

const elsewhere = (account_number: string): Payee => ({
  account_number,
  name: `Account ${groupByFour(account_number)}`,
  where: 'another residence',
  short: groupByFour(account_number),
  detail: 'It is none of ours; whose it is stays with the other residence.',
})

/** Who is meant by what was typed: tenants, or the one account whose whole number it is. */
export function payeesFor(typed: string, accounts: DeskAccount[]) {
  const number = normaliseAccountNumber(typed)
  if (isAccountNumber(number)) {
    const ours = accounts.find(({ account_number }) => account_number === number)
    return { shown: [ours ? tenant(ours) : elsewhere(number)], more: 0, account: number }
  }
  const { shown, more } = searchTenants(typed, accounts, ({ room_number }) => room_number)
  return { shown: shown.map(tenant), more, account: null }
}
