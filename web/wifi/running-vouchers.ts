import { useQuery } from '@tanstack/react-query'
import { listVouchers } from '#contract/wifi.ts'
import { query } from '../api.ts'

export const latestVouchersQuery = query(listVouchers, { query: { limit: '10' } })

/** The user's latest bundles that still have data and time, newest first. */
export function useRunningVouchers() {
  const { data, error, refetch } = useQuery(latestVouchersQuery)
  const running = data?.filter(
    ({ state, expires_at }) => state === 'active' && Date.parse(expires_at) > Date.now(),
  )
  return { running, error, refetch }
}
