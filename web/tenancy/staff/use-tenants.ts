import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listTenants } from '#contract/tenancy.ts'
import { createTenantSearch } from '#rules/tenant-search.ts'
import { ApiError, query } from '../../api.ts'

/** Everybody who has a room, ready to be searched. */
export function useTenants() {
  const list = useQuery({
    ...query(listTenants, {}),
    // Ten thousand rows are dearer to compare than to take as they come.
    structuralSharing: false,
  })
  const tenants = list.data
  const find = useMemo(() => createTenantSearch(tenants ?? [], ({ room }) => room), [tenants])
  return { ...list, tenants, find }
}

/** The spec's words for a list that does not come. */
export function fetchSentence(error: Error, what: 'Tenants' | 'Rooms'): string {
  if (error instanceof ApiError && error.status === 0) return error.message
  return error instanceof ApiError && error.status === 404
    ? `${what} not found`
    : `An error occurred while fetching ${what.toLowerCase()}.`
}
