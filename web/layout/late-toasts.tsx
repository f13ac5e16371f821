import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { whenUsed } from '../live.ts'
import { typedKey, useSession } from '../session.ts'
import { type EarlyToasts, type Toast, toastCall } from './show-toast.ts'

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

/** A message of before a reload, which must not wait for anybody's touch. */
const waits = (me: number) =>
  Object.keys(localStorage).some((key) => key.startsWith(`${typedKey}message.${me}.`))

/** Toasts, and what comes in by itself, for people who are signed in; they come once the page is used. */
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
    else void whenUsed().then(() => setSettled(true))
  }, [me])

  if (!settled || me === null) return null
  return (
    <Suspense>
      <News key={me} me={me} early={early.current} />
    </Suspense>
  )
}
