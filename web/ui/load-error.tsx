import { useState } from 'react'
import { Note } from './note.tsx'

interface Props {
  message: string
  /** Called by the button, which is busy while the returned promise is pending. */
  onRetry: () => unknown
}

/** A retry that is `busy` until its promise has settled, whether it succeeded or not. */
export function useRetry(onRetry: () => unknown) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    if (busy) return
    setBusy(true)
    try {
      await onRetry()
    } finally {
      setBusy(false)
    }
  }
  return { busy, retry: () => void retry() }
}

/** An error message with a button to try again. */
export function LoadError({ message, onRetry }: Props) {
  const { busy, retry } = useRetry(onRetry)
  return (
    <Note kind="error">
      <b>{message}</b>{' '}
      <button type="button" className="again" aria-busy={busy} onClick={retry}>
        {busy ? 'Trying again...' : 'Try again'}
      </button>
    </Note>
  )
}
