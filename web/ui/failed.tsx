import { Note } from './note.tsx'

/** What went wrong, and the way to try once more. */
export const Failed = ({ message, again }: { message: string; again: () => void }) => (
  <Note kind="error">
    <b>{message}</b>{' '}
    <button type="button" className="again" onClick={again}>
      Try again
    </button>
  </Note>
)
