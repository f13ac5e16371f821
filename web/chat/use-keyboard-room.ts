import { useEffect } from 'react'

/** Whatever covers less is no keyboard. */
const least_px = 120

/** Tells chat.css whether a phone's keyboard is up, and how much of the window it covers. */
export function useKeyboardRoom() {
  useEffect(() => {
    const seen = visualViewport
    if (!seen) return
    const { style, dataset } = document.documentElement
    function look() {
      const covered = seen ? Math.round(innerHeight - seen.height * seen.scale) : 0
      if (covered < least_px) return clear()
      dataset.keyboard = 'up'
      style.setProperty('--covered', `${covered}px`)
    }
    function clear() {
      delete dataset.keyboard
      style.removeProperty('--covered')
    }
    look()
    seen.addEventListener('resize', look)
    return () => {
      seen.removeEventListener('resize', look)
      clear()
    }
  }, [])
}
