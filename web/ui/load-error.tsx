import { Note } from './note.tsx'

/** What went wrong, and the way to try once more. */
export const LoadError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Note kind="error">
    <b>{message}</b>{' '}
    <button type="button" className="again" onClick={onRetry}>
      Try again
    </button>
  </Note>
)
