import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import './confirm-dialog.css'

interface Props {
  title: string
  /** Label of the button that confirms. */
  confirmLabel: string
  danger?: boolean
  busy: boolean
  /** Whether the Enter key confirms too, for an action that is easily undone. */
  enterConfirms?: boolean
  onConfirm: () => void
  onClose: () => void
  /** A button instead of “Cancel”; the Escape key still closes the dialog. */
  other?: { label: string; onClick: () => void }
  children: ReactNode
}

/** A modal dialog that asks before an action that is not easily undone. */
export function ConfirmDialog({
  title,
  confirmLabel,
  danger,
  busy,
  enterConfirms = false,
  onConfirm,
  onClose,
  other,
  children,
}: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // The focus is not on the confirming button, so that a key pressed twice confirms nothing.
    heading.current?.focus()
  }, [])
  return (
    <dialog ref={dialog} className="question" aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2
          id={id}
          ref={heading}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && enterConfirms && !event.repeat) onConfirm()
          }}
        >
          {title}
        </h2>
        {children}
        <div className="row wrap">
          <Button variant={danger ? 'danger' : ''} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={other?.onClick ?? (() => dialog.current?.close())}>
            {other?.label ?? 'Cancel'}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
