import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import type { AssistantData } from '#contract/assistant.ts'
import type { User } from '#contract/auth.ts'
import type { Company } from '#contract/company.ts'
import { type Agreed, getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { LATEST_TRANSACTIONS, listTransactions, type Transaction } from '#contract/transactions.ts'
import { query } from '../api.ts'
import { summaryDue } from '../payments/format-balance.ts'
import type { RootData } from '../root.tsx'
import { useOnline } from '../ui/use-online.ts'
import { type QueryState, useAssistantData } from '../wifi/use-assistant-data.ts'

/** The data about the residence and the user that the assistant needs. */
export interface Facts {
  /** Whether there is a network; without one nothing can be paid or asked. */
  online: boolean
  /** Null for a visitor. */
  user: User | null
  /** The phone number that the user most likely pays from. */
  phone: string | null
  /** The residence's slug. */
  slug: string | undefined
  company: Company | undefined
  /** The FAQ and the wifi bundles on sale. */
  assistantData: QueryState<AssistantData>
  /** The user's own account number; visitors and staff have none. */
  account: QueryState<string>
  /** The amount due, negative for credit; null until it is fetched. */
  balance: number | null
  /** A sentence on what is to be paid when, and since when it is owed; null until fetched, and if nothing is to come. */
  due: string | null
  /** The monthly rent of the user's room, or of the room they will move into; null without either. */
  rate: number | null
  /** The part of the deposit that is still to be paid. */
  depositToPay: number
  /** The tenant's promise or plan to pay what they owe. */
  agreed: Agreed | null
  /** Whether the tenant may promise a day now. */
  mayPromise: boolean
  /** The balance is being refetched after a payment. */
  balanceOutdated: boolean
  /** The latest payments. */
  transactions: QueryState<Transaction[]>
}

const latestTransactions = query(listTransactions, {
  query: { limit: String(LATEST_TRANSACTIONS) },
})

export function useFacts(user: User | null): Facts {
  const visited = useRouteLoaderData<RootData>('root')?.company
  const slug = user?.company.slug ?? visited?.slug
  const assistantData = useAssistantData(slug)
  // Staff have no account and no balance.
  const tenant = user !== null && !user.is_staff
  const account = useQuery({ ...query(getAccountNumber, {}), enabled: tenant })
  const summaryQuery = query(getPaymentSummary, {})
  const summary = useQuery({ ...summaryQuery, enabled: tenant })
  const transactions = useQuery({ ...latestTransactions, enabled: user !== null })
  const client = useQueryClient()
  const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated ?? false
  const outdated = isOutdated(summaryQuery.queryKey)
  const known = user !== null && (!outdated || summary.isFetching)
  return {
    online: useOnline(),
    user,
    phone: user?.phone ?? null,
    slug,
    company:
      slug === visited?.slug
        ? (visited ?? assistantData.data?.company)
        : assistantData.data?.company,
    assistantData,
    account: {
      data: account.data?.account_number,
      failed: account.isError && !account.isFetching,
      refetch: () => void account.refetch(),
    },
    rate: summary.data?.rate ?? summary.data?.next_room?.rate ?? null,
    due: known && summary.data ? summaryDue(summary.data) : null,
    balance: known ? (summary.data?.current_month_balance ?? null) : null,
    depositToPay: summary.data?.deposit?.to_pay ?? 0,
    agreed: (known && summary.data?.agreed) || null,
    mayPromise: known && (summary.data?.may_promise ?? false),
    balanceOutdated: outdated && summary.isFetching,
    transactions: {
      data: user === null ? undefined : transactions.data,
      failed: transactions.isError && !transactions.isFetching,
      refetch: () => void transactions.refetch(),
    },
  }
}
