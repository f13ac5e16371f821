import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { importWithRetry } from '../ui/lazy.ts'
import { assistantCall } from './call-assistant.ts'

const Assistant = lazy(async () => ({
  default: (await importWithRetry(() => import('../assistant/assistant.tsx'))).Assistant,
}))

/** Runs its effect after those of the assistant beside it. */
function Arrived({ tell }: { tell: () => void }) {
  useEffect(tell, [tell])
  return null
}

/** The assistant comes when the page has settled. Whoever called it earlier is not forgotten. */
export function LateAssistant() {
  const [settled, setSettled] = useState(false)
  const early = useRef<unknown>(null)
  const [arrived, setArrived] = useState(false)

  useEffect(() => {
    const settle = () => setSettled(true)
    if (typeof requestIdleCallback === 'undefined') {
      const soon = setTimeout(settle, 300)
      return () => clearTimeout(soon)
    }
    const idle = requestIdleCallback(settle, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [])

  useEffect(() => {
    if (arrived) return
    const keep = (event: Event) => {
      early.current = (event as CustomEvent).detail
      setSettled(true)
    }
    addEventListener(assistantCall, keep)
    return () => removeEventListener(assistantCall, keep)
  }, [arrived])

  useEffect(() => {
    if (!arrived || early.current === null) return
    dispatchEvent(new CustomEvent(assistantCall, { detail: early.current }))
    early.current = null
  }, [arrived])

  if (!settled) return null
  return (
    <Suspense>
      <Assistant />
      <Arrived tell={() => setArrived(true)} />
    </Suspense>
  )
}
