import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What pops up has its turn at the keyboard, and gives it back to where it was. */
export function useTurn(field: RefObject<HTMLInputElement | null>) {
  const before = useRef<Element | null>(null)

  // Before the browser takes the focus away from what now lies behind.
  useLayoutEffect(() => {
    before.current = document.activeElement
    field.current?.focus({ preventScroll: true })
  }, [field])

  useEffect(() => {
    return () => {
      if (document.activeElement !== document.body) return
      const there = before.current
      const wasSomewhere = there instanceof HTMLElement && there !== document.body
      const next = wasSomewhere && there.isConnected ? there : document.getElementById('ph-title')
      next?.focus({ preventScroll: true })
    }
  }, [])
}
