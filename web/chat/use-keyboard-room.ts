import { type RefObject, useEffect } from 'react'

/** How much of the window a phone's keyboard covers, as `--covered` on the element. */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const seen = visualViewport
    if (!seen) return
    const look = () => {
      const covered = Math.max(0, Math.round(innerHeight - seen.height * seen.scale))
      element.current?.style.setProperty('--covered', `${covered}px`)
    }
    look()
    seen.addEventListener('resize', look)
    return () => seen.removeEventListener('resize', look)
  }, [element])
}
