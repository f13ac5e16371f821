import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { type AssistantData, getAssistant } from '#contract/assistant.ts'
import type { User } from '#contract/auth.ts'
import type { Company } from '#contract/company.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { LATEST_TRANSACTIONS, listTransactions, type Transaction } from '#contract/transactions.ts'
import { query } from '../api.ts'
import type { RootData } from '../root.tsx'

/** What the assistant knows of the residence, and of the person it talks to. */
export interface Facts {
  user: User | null
  company: Company | undefined
  /** What it tells and sells. */
  offer: Asked<AssistantData>
  /** One's own account number; null for visitors, for staff, and until it is known. */
  account: string | null
  /** What is to pay now, negative for credit; null while it is not known. */
  balance: number | null
  /** A payment has come in, and the balance is being asked for again. */
  recounting: boolean
  /** The latest payments. */
  transactions: Asked<Transaction[]>
}

interface Asked<Answer> {
  /** None while it is on its way; an outdated one is none. */
  data: Answer | undefined
  failed: boolean
  again: () => void
}

export const latest = query(listTransactions, { query: { limit: String(LATEST_TRANSACTIONS) } })

export function useFacts(user: User | null): Facts {
  const visited = useRouteLoaderData<RootData>('root')?.company
  const slug = user?.company.slug ?? visited?.slug
  const toOffer = query(getAssistant, { query: { slug } })
  const offer = useQuery(toOffer)
  // Staff have neither.
  const tenant = user !== null && !user.is_staff
  const account = useQuery({ ...query(getAccountNumber, {}), enabled: tenant })
  const toSummary = query(getPaymentSummary, {})
  const summary = useQuery({ ...toSummary, enabled: tenant })
  const transactions = useQuery({ ...latest, enabled: user !== null })
  const client = useQueryClient()
  const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated ?? false
  const outdated = isOutdated(toSummary.queryKey)
  const known = user !== null && (!outdated || summary.isFetching)
  return {
    user,
    company: slug === visited?.slug ? (visited ?? offer.data?.company) : offer.data?.company,
    offer: {
      data: isOutdated(toOffer.queryKey) ? undefined : offer.data,
      failed: offer.isError && !offer.isFetching,
      again: () => void offer.refetch(),
    },
    account: account.data?.account_number ?? null,
    balance: known ? (summary.data?.current_month_balance ?? null) : null,
    recounting: outdated && summary.isFetching,
    transactions: {
      data: user === null ? undefined : transactions.data,
      failed: transactions.isError && !transactions.isFetching,
      again: () => void transactions.refetch(),
    },
  }
}
