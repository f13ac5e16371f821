import { type ReactNode, useEffect, useRef } from 'react'
import { firstErrorMessage, isConflict } from './error-message.ts'
import { Note } from './note.tsx'

interface Props {
  /** The message after a successful action; empty before it, while it is running, and after a failure. */
  success: ReactNode
  error: Error | null
  /** The message for a failure for which the server gives none. */
  fallback?: string
  /** Which failures are shown as information: by default conflicts, because somebody else was faster. */
  isInformation?: (error: Error) => boolean
  /** Moves focus here when the result appears, for an action whose button then disappears. */
  takesFocus?: boolean
  className?: string
}

/** The result of the latest action, announced to screen readers. */
export function ActionResult({
  success,
  error,
  fallback = 'That did not work. Please try again.',
  isInformation = isConflict,
  takesFocus = false,
  className = '',
}: Props) {
  const container = useRef<HTMLDivElement>(null)
  const hasResult = Boolean(success || error)
  useEffect(() => {
    if (hasResult && takesFocus) container.current?.focus()
  }, [hasResult, takesFocus])
  return (
    <div
      ref={container}
      role="status"
      tabIndex={-1}
      className={hasResult ? className : 'visually-hidden'}
    >
      {success && <Note kind="done">{success}</Note>}
      {error && (
        <Note kind={isInformation(error) ? 'information' : 'error'}>
          <b>{firstErrorMessage(error, fallback)}</b>
        </Note>
      )}
    </div>
  )
}
