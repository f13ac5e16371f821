import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getOpenPush, type StkPushState } from '#contract/payments.ts'
import { query } from '../api.ts'
import { Mark } from '../art/mark.tsx'
import { settlePageNow, whenIdle } from '../page-settled.ts'
import { useRole, useSession } from '../session.ts'
import { onSocketEvent } from '../socket.ts'
import { importWithRetry } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import type { Panel } from './panel.tsx'
import { useOpening } from './use-opening.ts'
import './assistant.css'

/** The floating button and, once opened, the assistant itself; in the browser only. */
export function Assistant() {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.user.id : null
  const isStaff = useRole() === 'staff'
  const openPush = useOpenPush(userId)
  const { opening, open, close, clearFlow } = useOpening(userId, openPush !== null)
  const isOpen = opening.shown && !opening.peek
  const [status, setStatus] = useState<string | null>(null)
  const [inBrowser, setInBrowser] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [mounted, setMounted] = useState(false)
  const { Panel, failed, retry } = usePanel(mounted)
  const isReady = Panel !== null || failed
  useEffect(() => setInBrowser(true), [])
  if (!inBrowser) return null

  // Once opened it stays mounted and is only hidden when closed, so that a payment in progress continues.
  if (!mounted && (isOpen || openPush)) setMounted(true)
  const closeAndReturn = () => {
    flushSync(close)
    toggle.current?.focus()
  }
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={status ? 'assistant-button has-news' : 'assistant-button'}
        aria-expanded={isOpen && isReady}
        aria-controls={id}
        onClick={() => (isOpen ? closeAndReturn() : open())}
      >
        {isOpen && isReady ? <X className="icon" aria-hidden="true" /> : !status && <Mark onDusk />}
        <span>
          {status ?? (isOpen ? (isReady ? 'Close' : 'Loading...') : isStaff ? 'Ask' : 'Ask or pay')}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {status}
      </span>
      {opening.shown && opening.peek && (
        <div className="page assistant-line">
          <div className="assistant-peek" role="dialog" aria-label="Virtual assistant">
            <button type="button" onClick={() => open()}>
              <Mark onDusk />
              <span>
                <b>Virtual assistant</b>
                <span>{isStaff ? 'Wifi and answers' : 'Rent, wifi and answers'}</span>
              </span>
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label="Close the assistant"
              onClick={closeAndReturn}
            >
              <X className="icon" aria-hidden="true" />
            </button>
          </div>
        </div>
      )}
      {failed && isOpen && (
        <div id={id} className="assistant-panel" role="dialog" aria-label="Virtual assistant">
          <div className="assistant-conversation">
            <LoadError message="The assistant couldn’t be loaded." onRetry={retry} />
          </div>
        </div>
      )}
      {Panel && (
        <Panel
          id={id}
          session={session}
          opening={{ ...opening, shown: isOpen }}
          openPush={openPush}
          onClose={closeAndReturn}
          onFlowStart={clearFlow}
          onStatusChange={setStatus}
        />
      )}
    </>
  )
}

const loadPanel = () => import('./panel.tsx')

/** The dialog, loaded on demand. */
function usePanel(needed: boolean) {
  const [loaded, setLoaded] = useState<{ Panel: typeof Panel } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (needed) void importWithRetry(loadPanel, () => setHasFailed(true)).then(setLoaded)
  }, [needed])
  useEffect(() => {
    const prepare = async () => (await loadPanel()).prepareConversation()
    void whenIdle().then(() => prepare().catch(() => undefined))
  }, [])
  return {
    Panel: loaded?.Panel ?? null,
    failed: hasFailed && !loaded,
    retry: () => loadPanel().then(setLoaded, () => undefined),
  }
}

const openPushQuery = query(getOpenPush, {})
const openPushKey = (userId: number | null) => [...openPushQuery.queryKey, userId] as const

/** The user's open push, started before a reload or in another tab. */
function useOpenPush(userId: number | null): StkPushState | null {
  const client = useQueryClient()
  const { data } = useQuery({
    ...openPushQuery,
    queryKey: openPushKey(userId),
    enabled: userId !== null,
    // Refetched whenever the user returns to this tab, or the network comes back.
    staleTime: 0,
  })
  useEffect(() => {
    if (userId === null) return
    return onSocketEvent('payment', (push) => {
      client.setQueryData(openPushKey(userId), { data: push.status === 'processing' ? push : null })
    })
  }, [userId, client])
  const push = data?.data ?? null
  useEffect(() => {
    if (push) settlePageNow()
  }, [push])
  return push
}
