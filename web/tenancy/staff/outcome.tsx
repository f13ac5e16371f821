import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Note } from '../../ui/note.tsx'
import { tenantPath } from './paths.ts'

/** What was done to whom. */
export interface Done {
  id: number
  full_name: string
  /** The spec's sentence. */
  said: string
  /** What it means. */
  detail: ReactNode
}

/** What came of the last press; focus goes there, since the form has been emptied. */
export function Outcome({ done, failed }: { done: Done | null; failed: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  const said = done ?? failed
  useEffect(() => {
    if (said) place.current?.focus()
  }, [said])
  return (
    <div ref={place} role="status" tabIndex={-1} className={said ? '' : 'visually-hidden'}>
      {done && (
        <Note kind="done">
          <b>{done.said}</b> {done.detail}{' '}
          <Link to={tenantPath(done.id)}>{`${done.full_name}’s page`}</Link>
        </Note>
      )}
      {failed && (
        <Note kind="error">
          <b>{failed}</b>
        </Note>
      )}
    </div>
  )
}
