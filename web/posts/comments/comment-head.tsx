import type { ReactNode } from 'react'
import { shownName } from '#rules/visible.ts'

/** Of an identifier that looks like an e-mail address only what stands before the @ (spec 2). */
export const commenter = (author: string): string => shownName(author.split('@')[0] ?? '')

/** Who said it, and when. */
export const CommentHead = ({ author, children }: { author: string; children: ReactNode }) => (
  <div className="row between wrap cm-head">
    <b dir="auto">{commenter(author)}</b>
    <small className="small muted num">{children}</small>
  </div>
)
