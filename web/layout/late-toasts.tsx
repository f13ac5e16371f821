import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '../session.ts'
import { type Toast, toastCall } from './show-toast.ts'

const retry_ms = 4000

/** A network that fails just now brings them later; it never takes the page down. */
async function fetchNews(): Promise<typeof import('../chat/news.tsx')> {
  try {
    return await import('../chat/news.tsx')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retry_ms))
    return fetchNews()
  }
}
const News = lazy(async () => ({ default: (await fetchNews()).News }))

/** Toasts, and what comes in by itself, for people who are signed in; they come when the page has settled. */
export function LateToasts() {
  const session = useSession()
  const [settled, setSettled] = useState(false)
  const early = useRef<Toast[]>([])
  const me = session.status === 'signed_in' ? session.user.id : null

  useEffect(() => {
    const keep = (event: Event) => early.current.push((event as CustomEvent<Toast>).detail)
    if (!settled) addEventListener(toastCall, keep)
    return () => removeEventListener(toastCall, keep)
  }, [settled])
  useEffect(() => {
    if (me === null) return
    const soon = setTimeout(() => setSettled(true), 300)
    return () => clearTimeout(soon)
  }, [me])

  if (!settled || me === null) return null
  return (
    <Suspense>
      <News key={me} me={me} early={early.current} />
    </Suspense>
  )
}
