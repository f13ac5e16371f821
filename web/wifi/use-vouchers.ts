import { listVouchers } from '#contract/wifi.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'

/** What is left changes while somebody looks; a payment has the list asked for again by itself. */
const look_again_ms = 60_000

/** So many at once that none which still opens the door is left for a later page. */
const limit = '50'

/** My vouchers, newest first: those that still open the door, and the others. */
export function useVouchers() {
  const list = useInfiniteList(
    listVouchers,
    '',
    (page) => ({ query: { ...page, limit } }),
    look_again_ms,
  )
  const vouchers = list.pages?.flat()
  return {
    ...list,
    active: vouchers?.filter(({ state }) => state === 'active'),
    past: vouchers?.filter(({ state }) => state !== 'active') ?? [],
  }
}
