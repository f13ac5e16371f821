import { groupByFour, normaliseAccountNumber } from '#rules/account-number.ts'
import { localPhone } from '#rules/phone.ts'
import type { AssistantState, PaymentField } from '../state.ts'
import type { Facts } from '../use-facts.ts'

export const isOwn = (draft: AssistantState['draft'], { account }: Facts) =>
  normaliseAccountNumber(draft.account ?? '') === account

/** What stands in a field before the person types: their own account and phone, what they owe. */
export function suggested(
  field: PaymentField,
  draft: AssistantState['draft'],
  facts: Facts,
): string {
  if (field === 'account') return facts.account ? groupByFour(facts.account) : ''
  if (field === 'phone') return facts.user?.phone ? localPhone(facts.user.phone) : ''
  const due = isOwn(draft, facts) ? facts.balance : null
  return due !== null && due > 0 ? String(due) : ''
}
