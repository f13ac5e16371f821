import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listAccounts } from '#contract/desk.ts'
import {
  getRoom,
  getTenant,
  listFormerTenants,
  listRoomNumbers,
  listTenants,
} from '#contract/tenancy.ts'
import { createTenantSearch } from '#rules/tenant-search.ts'
import { ApiError, query } from '../../api.ts'

/** Tenants who have a room or will have one, and a search in them. */
export function useTenants() {
  const list = useQuery({
    ...query(listTenants, {}),
    // Comparing ten thousand rows costs more than rendering the new ones.
    structuralSharing: false,
  })
  const tenants = list.data
  const find = useMemo(() => createTenantSearch(tenants ?? [], ({ room }) => room), [tenants])
  return { ...list, tenants, find }
}

/** What a change of a tenancy makes stale, for `useAction`. */
export const changedByMoves = [
  listTenants,
  listRoomNumbers,
  getTenant,
  listFormerTenants,
  getRoom,
  listAccounts,
] as const

/** The sentences for a list that could not be fetched. */
export function fetchErrorMessage(error: Error, what: 'Tenants' | 'Rooms'): string {
  if (error instanceof ApiError && error.status === 0) return error.message
  return error instanceof ApiError && error.status === 404
    ? `${what} not found`
    : `An error occurred while fetching ${what.toLowerCase()}.`
}
