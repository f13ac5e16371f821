import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listAccounts } from '#contract/desk.ts'
import { getLedgerTotals, listBalances } from '#contract/ledger.ts'
import {
  countTenants,
  getRoom,
  getTenant,
  listFormerTenants,
  listRooms,
  listTenantPage,
  listTenants,
} from '#contract/tenants.ts'
import { createTenantSearch } from '#rules/tenant-search.ts'
import { ApiError, query } from '../../api.ts'

/** Present and future tenants, filtered by a search. */
export function useTenants() {
  const list = useQuery({
    ...query(listTenants, {}),
    // Comparing ten thousand rows costs more than rendering the changed ones.
    structuralSharing: false,
  })
  const tenants = list.data
  const find = useMemo(() => createTenantSearch(tenants ?? [], ({ room }) => room), [tenants])
  return { ...list, tenants, find }
}

/** What each tenant owes. Lists are shown without it until it is known. */
export function useBalances(enabled = true) {
  const { data, error, refetch } = useQuery({
    ...query(listBalances, {}),
    enabled,
    structuralSharing: false,
  })
  const balances = useMemo(
    () => data && new Map(data.map(({ id, balance }) => [id, balance])),
    [data],
  )
  return { balances, error, refetch }
}

/** The lists of tenants, and what they owe. */
export const tenantLists = [listTenants, listTenantPage, countTenants, listBalances] as const

/** The endpoints whose data a change of a tenancy affects, for `useAction`. */
export const changedByMoves = [
  ...tenantLists,
  listRooms,
  getTenant,
  listFormerTenants,
  getRoom,
  listAccounts,
  getLedgerTotals,
] as const

/** Error messages for lists that couldn't be loaded. */
export function fetchErrorMessage(error: Error, what: 'Tenants' | 'Rooms'): string {
  if (error instanceof ApiError && error.status === 0) return error.message
  return error instanceof ApiError && error.status === 404
    ? `${what} not found`
    : `An error occurred while fetching ${what.toLowerCase()}.`
}
