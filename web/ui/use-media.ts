import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, such as `(min-width: 1000px)`; on the server it doesn't. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Where a list and what is open in it are side by side; the same as in desk.css and conversations.css. */
export const SIDE_BY_SIDE = '(min-width: 1000px), (min-width: 740px) and (min-height: 600px)'
