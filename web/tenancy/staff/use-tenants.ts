import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDepositTotals, getTenantDeposit, listDeposits } from '#contract/deposits.ts'
import { listAccounts } from '#contract/desk.ts'
import { listBalances } from '#contract/ledger.ts'
import { getOverview } from '#contract/overview.ts'
import {
  countTenants,
  getRoom,
  getTenant,
  listFormerTenants,
  listRooms,
  listTenantPage,
  listTenants,
  type Tenant,
  type TenantDetail,
} from '#contract/tenants.ts'
import { createTenantSearch } from '#rules/tenant-search.ts'
import { ApiError, query } from '../../api.ts'
import { useAction } from '../../ui/use-action.ts'

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

/** The balance of each tenant. Lists are shown without it until it is known. */
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

/** The endpoints of the lists of tenants and of their balances. */
export const tenantLists = [
  listTenants,
  listTenantPage,
  countTenants,
  listBalances,
  getOverview,
] as const

/** The endpoints whose data a change of a tenancy affects, for `useAction`. */
export const changedByMoves = [
  ...tenantLists,
  listRooms,
  getTenant,
  listFormerTenants,
  getRoom,
  listAccounts,
  getTenantDeposit,
  listDeposits,
  getDepositTotals,
] as const

/** The latest act, on which a change of stays is based; see `expectedAct` of the contract. */
export const latestAct = ({ acts }: TenantDetail): number => acts[0]?.id ?? 0

/** The moves that are planned, the earliest first. */
export const plannedStays = ({ from: since, stays }: TenantDetail) =>
  stays.filter(({ from, until }) => since !== null && from > since && until !== from).toReversed()

/** A tenant as shown in the question about a change of their stays. */
export interface ShownTenant extends Tenant {
  detail: TenantDetail
}

/** The room, and the move that is planned first, as the lists have them. */
function stayOf(detail: TenantDetail) {
  const { room, from, until } = detail
  const [move] = plannedStays(detail)
  return { room, from, until, next: move ? { room: move.room_number, on: move.from } : null }
}

/** Null for whoever has no room, so that there is no stay to change. */
export function shownTenant(detail: TenantDetail): ShownTenant | null {
  const { id, full_name } = detail
  const { room, from, ...stay } = stayOf(detail)
  return room === null || from === null ? null : { id, full_name, room, from, ...stay, detail }
}

/**
 * Loads a tenant before asking about a change, because the question has to include moves that colleagues have planned since
 * the lists were loaded. It keeps the data it was asked with, so that the server notices changes made while it is open.
 * @param id the tenant who is chosen in the form
 */
export function useQuestion(id: number | null) {
  const client = useQueryClient()
  const loading = useAction(async (tenant: Tenant): Promise<ShownTenant> => {
    const params = { id: tenant.id }
    const detail = await client.fetchQuery({ ...query(getTenant, { params }), staleTime: 0 })
    // The form around the question shows these facts too, so it is refetched if they differ.
    if (JSON.stringify({ ...tenant, ...stayOf(detail) }) !== JSON.stringify(tenant)) {
      void client.invalidateQueries({ queryKey: [listTenants.path] })
    }
    // A tenant without a room has just left; the server's reply will say so.
    return shownTenant(detail) ?? { ...tenant, detail }
  })
  return {
    ask: (tenant: Tenant) => void loading.run(tenant),
    close: loading.reset,
    asked: loading.result?.id === id ? loading.result : null,
    busy: loading.busy,
    error: loading.error,
  }
}

/** Error messages for lists that couldn't be loaded. */
export function fetchErrorMessage(error: Error, what: 'Tenants' | 'Rooms'): string {
  if (error instanceof ApiError && error.status === 0) return error.message
  return error instanceof ApiError && error.status === 404
    ? `${what} not found`
    : `An error occurred while fetching ${what.toLowerCase()}.`
}
