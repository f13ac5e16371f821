import { type ReactNode, useEffect, useId, useRef } from 'react'
import { BusyIndicator } from './button.tsx'
import './confirm-dialog.css'

interface Props {
  title: string
  /** On the button that does it. */
  act: string
  danger?: boolean
  busy: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something that is not easily undone. The rest of the page waits. */
export function ConfirmDialog({ title, act, danger, busy, onAct, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Not yet on the button: a key pressed twice decides nothing.
    heading.current?.focus()
  }, [])
  return (
    <dialog ref={dialog} className="question" aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
        <div className="row wrap">
          <button
            type="button"
            className={danger ? 'button danger' : 'button'}
            aria-busy={busy}
            onClick={onAct}
          >
            {act}
            {busy && <BusyIndicator />}
          </button>
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </div>
    </dialog>
  )
}
