import { type ReactNode, useEffect, useRef } from 'react'
import { firstErrorMessage, isConflict } from './error-message.ts'
import { Note } from './note.tsx'

interface Props {
  /** What the latest action did; nothing before and after a failure. */
  success: ReactNode
  error: Error | null
  /** Said of a failure that the server says nothing better about. */
  fallback?: string
  /** Moves focus here, for an action whose button is gone afterwards. */
  takesFocus?: boolean
  className?: string
}

/** What came of the latest action, read out as it appears. A conflict is news, not a failure. */
export function ActionResult({
  success,
  error,
  fallback = 'That did not work. Please try again.',
  takesFocus = false,
  className = '',
}: Props) {
  const place = useRef<HTMLDivElement>(null)
  const outcome = success || error
  useEffect(() => {
    if (outcome && takesFocus) place.current?.focus()
  }, [outcome, takesFocus])
  return (
    <div
      ref={place}
      role="status"
      tabIndex={-1}
      className={outcome ? className : 'visually-hidden'}
    >
      {success && <Note kind="done">{success}</Note>}
      {error && (
        <Note kind={isConflict(error) ? 'information' : 'error'}>
          <b>{firstErrorMessage(error, fallback)}</b>
        </Note>
      )}
    </div>
  )
}
