import type { ReactNode } from 'react'
import { displayName } from '#rules/visible.ts'
import { StaffTag } from '../staff-tag.tsx'

/** Of an identifier that looks like an e-mail address only what stands before the @ (spec 2). */
export const commenter = (author: string): string => displayName(author.split('@')[0] ?? '')

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

interface Props {
  author: string
  /** First and last name: two people may have the same identifier. */
  name: string
  staff: boolean
  children: ReactNode
}

/** Who said it, and when. */
export const CommentHead = ({ author, name, staff, children }: Props) => (
  <div className="row between wrap cm-head">
    <span className="row wrap cm-by">
      <b dir="auto">{commenter(author)}</b>
      <StaffTag staff={staff} />
      {plain(name) !== plain(commenter(author)) && (
        <small className="small muted" dir="auto">
          {displayName(name)}
        </small>
      )}
    </span>
    <small className="small muted tabular">{children}</small>
  </div>
)
