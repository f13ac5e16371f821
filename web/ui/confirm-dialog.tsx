import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import './confirm-dialog.css'

interface DialogProps {
  title: string
  /** Whether it is filled in rather than only answered: it is wider, on a phone a sheet, and has a button that closes it. */
  isForm?: boolean
  /** Whether the answer is being sent; the dialog stays until then, so that what became of it is seen. */
  busy?: boolean
  /** Called when the Enter key is pressed on the heading. */
  onEnter?: () => void
  onClose: () => void
  /** Gets a function that closes the dialog, unless it is busy. */
  children: (close: () => void) => ReactNode
}

/**
 * A modal dialog. Its heading has the focus first, so that a key pressed twice on the page presses nothing in it. Afterwards the
 * focus is where it was before.
 */
export function Dialog({
  title,
  isForm = false,
  busy = false,
  onEnter,
  onClose,
  children,
}: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A layout effect, because a dialog that is closed after it has left the page doesn't give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    heading.current?.focus()
    return () => element?.close()
  }, [])
  const close = () => {
    if (!busy) dialog.current?.close()
  }
  function keepOpen(event: KeyboardEvent) {
    if (busy && event.key === 'Escape') event.preventDefault()
  }
  function handleClose() {
    // In development React opens it twice, and this is told of the first time.
    if (dialog.current?.open) return
    // The back gesture of a phone closes it even when busy.
    if (busy) dialog.current?.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={isForm ? 'question sheet' : 'question'}
      aria-labelledby={id}
      onKeyDown={keepOpen}
      onClose={handleClose}
    >
      {isForm && (
        <button
          type="button"
          className="icon-button sheet-close"
          aria-label="Close"
          onClick={close}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      )}
      <div className="stack">
        <h2
          id={id}
          ref={heading}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.repeat) onEnter?.()
          }}
        >
          {title}
        </h2>
        {children(close)}
      </div>
    </dialog>
  )
}

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
export const ConfirmDialog = ({
  title,
  confirmLabel,
  danger,
  busy,
  enterConfirms = false,
  onConfirm,
  onClose,
  other,
  children,
}: Props) => (
  <Dialog
    title={title}
    busy={busy}
    onClose={onClose}
    {...(enterConfirms && { onEnter: onConfirm })}
  >
    {(close) => (
      <>
        {children}
        <div className="row wrap">
          <Button variant={danger ? 'danger' : ''} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={busy ? undefined : (other?.onClick ?? close)}>
            {other?.label ?? 'Cancel'}
          </Button>
        </div>
      </>
    )}
  </Dialog>
)
