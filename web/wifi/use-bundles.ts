import { useSyncExternalStore } from 'react'
import { listVouchers } from '#contract/wifi.ts'
import { usePages } from '../ui/use-pages.ts'

/** What is left changes while somebody looks; a payment has the list asked for again by itself. */
const minute_ms = 60_000

/** So many at once that none which still opens the door is left for a later page. */
const limit = '50'

/** My bundles, newest first: those that still open the door, and the others. */
export function useBundles() {
  const list = usePages(listVouchers, '', (page) => ({ query: { ...page, limit } }), minute_ms)
  const bundles = list.pages?.flat()
  return {
    ...list,
    active: bundles?.filter(({ state }) => state === 'active'),
    past: bundles?.filter(({ state }) => state !== 'active') ?? [],
  }
}

function subscribe(looker: () => void) {
  const timer = setInterval(looker, minute_ms / 4)
  // A phone that slept has missed its timers.
  document.addEventListener('visibilitychange', looker)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', looker)
  }
}

const thisMinute = () => Math.floor(Date.now() / minute_ms) * minute_ms

/** The time, minute by minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, thisMinute, thisMinute)
