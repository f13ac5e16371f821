import { inFours, normaliseAccountNumber } from '#rules/account-number.ts'
import { localPhone } from '#rules/phone.ts'
import type { Field } from '../flow/message.ts'
import type { Flow } from '../flow/stage.ts'
import type { Facts } from '../use-facts.ts'

export const isOwn = (draft: Flow['draft'], { account }: Facts) =>
  normaliseAccountNumber(draft.account ?? '') === account

/** What stands in a field before the person types: their own account and phone, what they owe. */
export function suggested(field: Field, draft: Flow['draft'], facts: Facts): string {
  if (field === 'account') return facts.account ? inFours(facts.account) : ''
  if (field === 'phone') return facts.user?.phone ? localPhone(facts.user.phone) : ''
  const due = isOwn(draft, facts) ? facts.balance : null
  return due !== null && due > 0 ? String(due) : ''
}
