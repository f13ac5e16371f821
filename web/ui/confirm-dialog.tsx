import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import './confirm-dialog.css'

interface DialogProps {
  title: string
  /** Whether it is filled in rather than only answered: it is wider, on a phone a sheet, and has a button that closes it. */
  isForm?: boolean
  /** Called when the Enter key is pressed on the heading. */
  onEnter?: () => void
  onClose: () => void
  /** Gets a function that closes the dialog and gives the focus back to where it was. */
  children: (close: () => void) => ReactNode
}

/** A modal dialog. Its heading has the focus first, so that a key pressed twice on the page presses nothing in it. */
export function Dialog({ title, isForm = false, onEnter, onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={isForm ? 'question sheet' : 'question'}
      aria-labelledby={id}
      onClose={onClose}
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
  <Dialog title={title} onClose={onClose} {...(enterConfirms && { onEnter: onConfirm })}>
    {(close) => (
      <>
        {children}
        <div className="row wrap">
          <Button variant={danger ? 'danger' : ''} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={other?.onClick ?? close}>
            {other?.label ?? 'Cancel'}
          </Button>
        </div>
      </>
    )}
  </Dialog>
)
