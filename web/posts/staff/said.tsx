import type { ReactNode } from 'react'
import { errorMessage } from '../../ui/error-message.ts'
import { Note } from '../../ui/note.tsx'
import { isLate } from './use-deciding.ts'

interface Props {
  said: ReactNode
  error: Error | null
}

/** What came of the last decision. It stays in sight while one goes on with the next row. */
export const Said = ({ said, error }: Props) => (
  <div role="status" className={said || error ? 'said' : 'visually-hidden'}>
    {said && <Note kind="done">{said}</Note>}
    {error && (
      <Note kind={isLate(error) ? 'information' : 'error'}>
        <b>{errorMessage(error, 'That did not work. Please try again.')}</b>
      </Note>
    )}
  </div>
)
