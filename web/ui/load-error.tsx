import { Note } from './note.tsx'

/** An error message with a button to try again. */
export const LoadError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Note kind="error">
    <b>{message}</b>{' '}
    <button type="button" className="again" onClick={onRetry}>
      Try again
    </button>
  </Note>
)
