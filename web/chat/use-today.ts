import { useSyncExternalStore } from 'react'
import { type Day, dayOf } from '#rules/calendar.ts'

const look_again_ms = 30_000

function subscribe(looker: () => void) {
  const timer = setInterval(looker, look_again_ms)
  // A phone that slept has missed its timers.
  document.addEventListener('visibilitychange', looker)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', looker)
  }
}

const today = () => dayOf(new Date())

/** The day, also over midnight. */
export const useToday = (): Day => useSyncExternalStore(subscribe, today, today)
