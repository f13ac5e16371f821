import { useEffect, useRef } from 'react'
import { ApiError } from '../api.ts'
import { Note } from '../ui/note.tsx'
import type { Closing } from './use-closing.ts'

/** The sentence for a refusal: the field's own where only a field was wrong. */
const sentenceFor = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || error.message

/** What came of the last press; focus goes there, since the button may be gone. */
export function Told({ closing: { done, late, failed } }: { closing: Closing }) {
  const place = useRef<HTMLDivElement>(null)
  const said = done ?? late ?? failed
  useEffect(() => {
    if (said) place.current?.focus()
  }, [said])
  return (
    <div ref={place} role="status" tabIndex={-1} className={said ? '' : 'visually-hidden'}>
      {done && (
        <Note kind="done">
          <b>{done}</b>
        </Note>
      )}
      {late && (
        <Note kind="information">
          <b>{late}</b>
        </Note>
      )}
      {failed && (
        <Note kind="error">
          <b>{sentenceFor(failed)}</b>
        </Note>
      )}
    </div>
  )
}
