import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import type { PostDraft } from './post-draft.ts'

/** Somebody comes back to what they had begun. */
export const RestoredNote = ({ draft, children }: { draft: PostDraft; children?: ReactNode }) => (
  <Note kind="information">
    What you wrote before is still here.
    {draft.pictured && ' Please choose the picture again.'} {children}
  </Note>
)
