import { useSyncExternalStore } from 'react'

/** List and item stand side by side from here on (desk.css). */
const wide = '(min-width: 1000px)'

function subscribe(listener: () => void) {
  const media = matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )
