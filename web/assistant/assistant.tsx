import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Mark } from '../look/mark.tsx'
import { useSession } from '../session.ts'
import { useOpenPush } from './use-open-push.ts'
import { useOpening } from './use-opening.ts'
import { usePanel } from './use-panel.ts'
import './assistant.css'

/** The floating button and, once it was opened, the assistant itself; in the browser only. */
export function Assistant() {
  const session = useSession()
  const person = session.status === 'signed_in' ? session.user.id : null
  const openPush = useOpenPush(person)
  const { opening, open, close, flowBegun } = useOpening(person, openPush !== null)
  const [news, setNews] = useState<string | null>(null)
  const [inBrowser, setInBrowser] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [kept, setKept] = useState(false)
  const Panel = usePanel(kept)
  useEffect(() => setInBrowser(true), [])
  if (!inBrowser) return null

  // Once there it stays, hidden when closed: a payment goes on, and its result is waiting.
  if (!kept && (opening.shown || openPush)) setKept(true)
  const closeAndReturn = () => {
    flushSync(close)
    toggle.current?.focus()
  }
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className="assistant-button"
        aria-expanded={opening.shown && Panel !== null}
        aria-controls={id}
        onClick={() => (opening.shown ? closeAndReturn() : open())}
      >
        <Mark onDusk />
        {news ?? (opening.shown && !Panel ? 'Loading...' : 'Ask or pay')}
      </button>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      {Panel && (
        <Panel
          id={id}
          session={session}
          opening={opening}
          openPush={openPush}
          onClose={closeAndReturn}
          onFlowBegun={flowBegun}
          onNews={setNews}
        />
      )}
    </>
  )
}
