import { useEffect, useLayoutEffect, useRef } from 'react'
import type { StkPushState } from '#contract/payments.ts'
import type { Session } from '../session.ts'
import { Head } from './head.tsx'
import type { Opening } from './use-opening.ts'
import { WholeTalk } from './whole-talk.tsx'

interface Props {
  id: string
  session: Session
  opening: Opening
  openPush: StkPushState | null
  onClose: () => void
  onFlowBegun: () => void
  /** What happened while it was closed, for the button. */
  onNews: (news: string | null) => void
}

/** The dialog: beside the page, never instead of it. */
export function Panel({ id, session, opening, openPush, onClose, onFlowBegun, onNews }: Props) {
  const dialog = useRef<HTMLDivElement>(null)
  const scrim = useRef<HTMLDivElement>(null)
  const { shown, asked_for } = opening

  useLayoutEffect(() => {
    if (shown && asked_for) dialog.current?.focus({ preventScroll: true })
  }, [shown, asked_for])

  useEffect(() => {
    if (!shown) return
    const onKey = (event: KeyboardEvent) => {
      const { activeElement, body } = document
      const here = activeElement === body || dialog.current?.contains(activeElement)
      if (event.key === 'Escape' && !event.defaultPrevented && here) onClose()
    }
    const backdrop = scrim.current
    addEventListener('keydown', onKey)
    backdrop?.addEventListener('click', onClose)
    return () => {
      removeEventListener('keydown', onKey)
      backdrop?.removeEventListener('click', onClose)
    }
  }, [shown, onClose])

  const known = session.status === 'signed_in' || session.status === 'signed_out'
  return (
    <>
      {shown && asked_for && <div ref={scrim} className="scrim" />}
      <div
        ref={dialog}
        id={id}
        className="sheet bot"
        role="dialog"
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
        hidden={!shown}
      >
        {known ? (
          <WholeTalk
            key={session.status === 'signed_in' ? session.user.id : 'visitor'}
            id={id}
            user={session.status === 'signed_in' ? session.user : null}
            shown={shown}
            flow={opening.flow}
            openPush={openPush}
            onClose={onClose}
            onFlowBegun={onFlowBegun}
            onNews={onNews}
          />
        ) : (
          <>
            <Head id={id} onClose={onClose} />
            <p className="talk small muted" role="status">
              {session.status === 'restoring' ? 'Loading...' : 'No network. Trying again.'}
            </p>
          </>
        )}
      </div>
    </>
  )
}
