import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hasUnsentMessages } from '../chat/first-load.ts'
import { whenPageSettled } from '../page-settled.ts'
import { useSession } from '../session.ts'
import { importWithRetry } from '../ui/lazy.ts'
import { type EarlyToasts, type Toast, toastCall } from './show-toast.ts'

const LiveChat = lazy(async () => ({
  default: (await importWithRetry(() => import('../chat/live-chat.tsx'))).LiveChat,
}))

/** Toasts, and what comes in by itself, for people who are signed in; they come once the page has settled. */
export function LateToasts() {
  const session = useSession()
  const [settled, setSettled] = useState(false)
  const early = useRef<EarlyToasts>({ kept: [], over: false })
  const me = session.status === 'signed_in' ? session.user.id : null

  useEffect(() => {
    const keep = (event: Event) => {
      if (early.current.over) return
      early.current.kept.push((event as CustomEvent<Toast>).detail)
      setSettled(true)
    }
    addEventListener(toastCall, keep)
    return () => removeEventListener(toastCall, keep)
  }, [])
  useEffect(() => {
    if (me === null) return
    // A message from before a reload must be sent without waiting for the first sign of use.
    if (hasUnsentMessages(me)) setSettled(true)
    else void whenPageSettled().then(() => setSettled(true))
  }, [me])

  if (!settled || me === null) return null
  return (
    <Suspense>
      <LiveChat key={me} user={me} early={early.current} />
    </Suspense>
  )
}
