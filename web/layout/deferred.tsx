import { Suspense, useEffect, useState } from 'react'
import { hasUnsentMessages } from '../chat/first-load.ts'
import { whenPageSettled } from '../page-settled.ts'
import { useSession } from '../session.ts'
import { lazyWithRetry } from '../ui/lazy.ts'
import { assistantChannel, toastChannel } from './events.ts'

const Assistant = lazyWithRetry(async () => (await import('../assistant/assistant.tsx')).Assistant)
const LiveChat = lazyWithRetry(async () => (await import('../chat/live-chat.tsx')).LiveChat)

/** The assistant, loaded when the browser is idle or when the user opens it. */
export function DeferredAssistant() {
  const [due, setDue] = useState(false)
  useEffect(() => assistantChannel.whenQueued(() => setDue(true)), [])
  useEffect(() => {
    const load = () => setDue(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(load, 300)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(load, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return <Suspense>{due && <Assistant />}</Suspense>
}

/**
 * Toasts and socket events, for signed-in users. Loaded once the page has settled, or at once when there is a
 * toast to show or an unsent message from before a reload.
 */
export function DeferredLiveChat() {
  const session = useSession()
  const [due, setDue] = useState(false)
  const user_id = session.status === 'signed_in' ? session.user.id : null
  useEffect(() => toastChannel.whenQueued(() => setDue(true)), [])
  useEffect(() => {
    if (user_id === null) return
    if (hasUnsentMessages(user_id)) setDue(true)
    else void whenPageSettled().then(() => setDue(true))
  }, [user_id])
  return <Suspense>{due && user_id !== null && <LiveChat key={user_id} user={user_id} />}</Suspense>
}
