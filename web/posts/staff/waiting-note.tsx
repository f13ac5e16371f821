import { Link } from 'react-router'
import { Note } from '../../ui/note.tsx'
import { moderationPath } from './paths.ts'
import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './words.ts'

/** The way from the feed to what waits for staff. */
export function WaitingNote() {
  const { data } = useWaiting()
  return (
    <Note kind="information">
      {data && `${waitingWords(data)} `}
      <Link to={moderationPath()}>Look at the posts</Link>
    </Note>
  )
}
