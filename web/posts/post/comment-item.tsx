import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Comment } from '#contract/posts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { lazyWithRetry } from '../../ui/lazy.tsx'
import { StaffTag } from '../author-line.tsx'
import { ReportButton } from './report-button.tsx'

/** Loaded on demand: few users edit a comment, and the form needs react-hook-form. */
const CommentEdit = lazyWithRetry(async () => (await import('./comment-edit.tsx')).CommentEdit)

/** Loaded when it is opened. */
const DeleteCommentDialog = lazyWithRetry(
  async () => (await import('./delete-dialogs.tsx')).DeleteCommentDialog,
)

/** Loaded for staff only. */
const RemoveCommentButton = lazyWithRetry(
  async () => (await import('../../moderation/staff-actions.tsx')).RemoveCommentButton,
)

interface Props {
  comment: Comment
  isOwn: boolean
  viewerIsStaff: boolean
  isEditing: boolean
  /** The comment or its post was removed meanwhile: the text can still be read or copied, but not sent. */
  isGone: boolean
  onEdit: (isEditing: boolean) => void
  onRemoved: (id: number) => void
}

export const commentElementId = (id: number) => `comment-${id}`

export function CommentItem(props: Props) {
  const { comment, isOwn, viewerIsStaff, isEditing, isGone, onEdit, onRemoved } = props
  const { id, content, author, author_name, created_at, edited_at } = comment
  return (
    <li id={commentElementId(id)} className="comment" tabIndex={-1}>
      <Avatar
        id={comment.author_id}
        first_name={author_name}
        last_name=""
        image={comment.author_image}
      />
      <div className="comment-body">
        <CommentHead author={author} fullName={author_name} isStaff={comment.author_is_staff}>
          <time dateTime={created_at}>{formatDateTime(new Date(created_at))}</time>
          {edited_at && ' · edited'}
        </CommentHead>
        {isEditing ? (
          <Suspense>
            <CommentEdit comment={comment} isGone={isGone} onDone={() => onEdit(false)} />
          </Suspense>
        ) : (
          <>
            <p className="post-text" dir="auto">
              {content}
            </p>
            {isOwn && !isGone && (
              <OwnCommentActions
                id={id}
                onEdit={() => onEdit(true)}
                onDeleted={() => onRemoved(id)}
              />
            )}
            {!isOwn && !isGone && (
              <ReportButton subject="comment" id={id} author={displayName(author_name)} />
            )}
            {!isOwn && !isGone && viewerIsStaff && (
              <Suspense>
                <RemoveCommentButton comment={comment} onRemoved={() => onRemoved(id)} />
              </Suspense>
            )}
          </>
        )}
      </div>
    </li>
  )
}

interface CommentHeadProps {
  /** The `author` of a comment, in the form of an address: the part before the @ is shown. */
  author: string
  /** Shown before `author`, because anybody can choose an email address. */
  fullName: string
  isStaff: boolean
  /** The time of the comment. */
  children: ReactNode
}

export function CommentHead({ author, fullName, isStaff, children }: CommentHeadProps) {
  return (
    <div className="row between wrap comment-head">
      <span className="row wrap comment-author">
        <b dir="auto">{displayName(fullName)}</b>
        <StaffTag staff={isStaff} />
        <small className="small muted" dir="auto">
          {displayName(author.split('@')[0] ?? '')}
        </small>
      </span>
      <small className="small muted tabular">{children}</small>
    </div>
  )
}

interface OwnCommentActionsProps {
  id: number
  onEdit: () => void
  onDeleted: () => void
}

function OwnCommentActions({ id, onEdit, onDeleted }: OwnCommentActionsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="row comment-actions">
      <button type="button" className="button quiet compact" onClick={onEdit}>
        <Pencil className="icon" aria-hidden="true" />
        Edit<span className="visually-hidden"> your comment</span>
      </button>
      <button
        type="button"
        className="button quiet compact danger-text"
        onClick={() => setAsking(true)}
      >
        <Trash2 className="icon" aria-hidden="true" />
        Delete<span className="visually-hidden"> your comment</span>
      </button>
      {isAsking && (
        <Suspense fallback={<span role="status">Loading...</span>}>
          <DeleteCommentDialog id={id} onDeleted={onDeleted} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
