import { useSyncExternalStore } from 'react'

function subscribe(looker: () => void) {
  addEventListener('online', looker)
  addEventListener('offline', looker)
  return () => {
    removeEventListener('online', looker)
    removeEventListener('offline', looker)
  }
}

/** What the browser knows of its network; true says little. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
