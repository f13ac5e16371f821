import { useState } from 'react'
import { Note } from './note.tsx'

interface Props {
  message: string
  /** While its promise is pending, the button says so. */
  onRetry: () => unknown
}

/** An error message with a button to try again. */
export function LoadError({ message, onRetry }: Props) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <Note kind="error">
      <b>{message}</b>{' '}
      <button type="button" className="again" aria-busy={busy} onClick={() => busy || void retry()}>
        {busy ? 'Trying again...' : 'Try again'}
      </button>
    </Note>
  )
}
