import type { EndedPush } from '#contract/pretend-daraja.ts'
import { ksh } from '#rules/money.ts'

const unpaid: Record<string, string> = {
  '1': 'Not enough money.',
  '1032': 'Cancelled.',
  '1037': 'Nobody answered in time.',
  '2001': 'Wrong PIN.',
}

/** What became of a request, in a word and a sentence. */
export function outcomeWords(ended: EndedPush): { paid: boolean; word: string; sentence: string } {
  const money = `${ksh(ended.amount)} to ${ended.business_name}`
  if (ended.result_code === '0')
    return { paid: true, word: 'Paid.', sentence: `${money}, account ${ended.account_reference}.` }
  return {
    paid: false,
    word: unpaid[ended.result_code] ?? 'Not paid.',
    sentence: `${money} was not paid.`,
  }
}
