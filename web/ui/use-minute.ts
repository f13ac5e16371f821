import { useSyncExternalStore } from 'react'

const minute_ms = 60_000

function subscribe(looker: () => void) {
  const timer = setInterval(looker, minute_ms / 4)
  // A sleeping phone runs no timers.
  document.addEventListener('visibilitychange', looker)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', looker)
  }
}

const thisMinute = () => Math.floor(Date.now() / minute_ms) * minute_ms

/** The current time, updated every minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, thisMinute, thisMinute)
