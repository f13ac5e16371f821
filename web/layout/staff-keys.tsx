import { useEffect } from 'react'
import { keysAreOn, onShortcutKey } from '../ui/shortcut-keys.ts'

/** Rows of which each is a link as a whole, as the page shows them. */
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('main .row-link')].filter(
    (row) => row.offsetParent !== null,
  )

/** The keys of every list of staff: `/` goes to its search, the arrows from row to row; Enter opens a row as it does any link. */
export function StaffKeys() {
  useEffect(() => {
    function go(to: HTMLElement | null | undefined, event: KeyboardEvent) {
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    /** From the search, which needs its other keys itself, down to the first row. */
    function fromSearch(event: KeyboardEvent) {
      const { key, target } = event
      if (key === 'ArrowDown' && target instanceof Element && target.matches('main [type=search]'))
        go(rows()[0], event)
    }
    const stop = onShortcutKey((event) => {
      if (!keysAreOn()) return
      if (event.key === '/') go(document.querySelector<HTMLElement>('main [type=search]'), event)
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      // The desk moves its open payment with the arrows.
      if (!step || location.pathname.startsWith('/staff/desk')) return
      const all = rows()
      const at = all.indexOf(event.target as HTMLElement)
      if (at >= 0) go(all[at + step], event)
    })
    document.addEventListener('keydown', fromSearch)
    return () => {
      stop()
      document.removeEventListener('keydown', fromSearch)
    }
  }, [])
  return null
}
