import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { unsentKey } from '../chat/keys.ts'
import { whenPageSettled } from '../page-settled.ts'
import { useSession } from '../session.ts'
import { importWithRetry } from '../ui/lazy.ts'
import { type EarlyToasts, type Toast, toastCall } from './show-toast.ts'

const News = lazy(async () => ({
  default: (await importWithRetry(() => import('../chat/news.tsx'))).News,
}))

/** A message of before a reload, which must not wait for anybody's touch. */
const waits = (me: number) => Object.keys(localStorage).some((key) => key.startsWith(unsentKey(me)))

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
    if (waits(me)) setSettled(true)
    else void whenPageSettled().then(() => setSettled(true))
  }, [me])

  if (!settled || me === null) return null
  return (
    <Suspense>
      <News key={me} me={me} early={early.current} />
    </Suspense>
  )
}
