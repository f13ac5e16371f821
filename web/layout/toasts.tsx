import { useCallback, useEffect, useState } from 'react'
import { type EarlyToasts, type Toast, toastCall } from './show-toast.ts'
import { ToastCard } from './toast-card.tsx'
import '../look/toast.css'

const most_at_once = 3

type Shown = Toast & { key: number }
let count = 0

/** What happens elsewhere, said in a corner for a moment. `early` came before this part of the app. */
export function Toasts({ early }: { early: EarlyToasts }) {
  const [shown, setShown] = useState<Shown[]>([])
  const add = useCallback((toast: Toast) => {
    count += 1
    const entry = { ...toast, key: count }
    setShown((before) => [...before, entry].slice(-most_at_once))
  }, [])
  const close = useCallback(
    (key: number) => setShown((before) => before.filter((one) => one.key !== key)),
    [],
  )

  useEffect(() => {
    early.over = true
    for (const toast of early.kept.splice(0)) add(toast)
    const hear = (event: Event) => add((event as CustomEvent<Toast>).detail)
    addEventListener(toastCall, hear)
    return () => {
      early.over = false
      removeEventListener(toastCall, hear)
    }
  }, [early, add])

  return (
    <section className="toasts" aria-label="News">
      <div role="status" aria-atomic="false">
        {shown.map(({ key, ...toast }) => (
          <ToastCard key={key} toast={toast} onClose={() => close(key)} />
        ))}
      </div>
    </section>
  )
}
