import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import type { User } from '#contract/auth.ts'
import { type Company, getCompany } from '#contract/company.ts'
import { getAccount, getPaymentSummary } from '#contract/tenancy.ts'
import { inFours, normaliseAccountNumber } from '#rules/account-number.ts'
import { localPhone } from '#rules/phone.ts'
import { query } from '../api.ts'
import type { RootData } from '../root.tsx'
import type { Field } from './message.ts'
import type { Flow } from './stage.ts'

/** What the assistant knows of the person it talks to. */
export interface Facts {
  user: User | null
  company: Company | undefined
  /** One's own account number; null for visitors, for staff, and until it is known. */
  account: string | null
  /** What is to pay now, negative for credit; null while it is not known. */
  balance: number | null
  /** A payment has come in, and the balance is being asked for again. */
  recounting: boolean
}

export function useFacts(user: User | null): Facts {
  const visited = useRouteLoaderData<RootData>('root')?.company
  const elsewhere = user !== null && user.company.slug !== visited?.slug
  const company = useQuery({
    ...query(getCompany, { query: { slug: user?.company.slug } }),
    enabled: elsewhere,
  })
  // Staff have neither.
  const tenant = user !== null && !user.is_staff
  const account = useQuery({ ...query(getAccount, {}), enabled: tenant })
  const asked = query(getPaymentSummary, {})
  const summary = useQuery({ ...asked, enabled: tenant })
  const outdated = useQueryClient().getQueryState(asked.queryKey)?.isInvalidated ?? false
  const known = user !== null && (!outdated || summary.isFetching)
  return {
    user,
    company: elsewhere ? company.data : visited,
    account: account.data?.account_number ?? null,
    balance: known ? (summary.data?.current_month_balance ?? null) : null,
    recounting: outdated && summary.isFetching,
  }
}

export const isOwn = (draft: Flow['draft'], { account }: Facts) =>
  normaliseAccountNumber(draft.account ?? '') === account

/** What stands in a field before the person types: their own account and phone, what they owe. */
export function suggested(field: Field, draft: Flow['draft'], facts: Facts): string {
  if (field === 'account') return facts.account ? inFours(facts.account) : ''
  if (field === 'phone') return facts.user?.phone ? localPhone(facts.user.phone) : ''
  const due = isOwn(draft, facts) ? facts.balance : null
  return due !== null && due > 0 ? String(due) : ''
}
