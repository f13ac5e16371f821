import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Comment, deleteComment, reportComment } from '#contract/posts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { call } from '../../api.ts'
import { importWithRetry } from '../../ui/lazy.ts'
import { DeleteQuestion } from '../delete-question.tsx'
import { Report } from '../report.tsx'
import { CommentAvatar } from './comment-avatar.tsx'
import { CommentEdit } from './comment-edit.tsx'
import { CommentHead, commenter } from './comment-head.tsx'

/** Only staff load it. */
const RemoveComment = lazy(async () => ({
  default: (await importWithRetry(() => import('../staff/remove-comment.tsx'))).RemoveComment,
}))

interface Props {
  comment: Comment
  mine: boolean
  /** Whether staff are reading. */
  staff: boolean
  editing: boolean
  /** It is only shown any more because somebody is reading, or still writing. */
  gone: boolean
  onEdit: (editing: boolean) => void
  onGone: (id: number) => void
}

export const commentPlace = (id: number) => `comment-${id}`

export function CommentItem({ comment, mine, staff, editing, gone, onEdit, onGone }: Props) {
  const { id, content, author, created_at, edited_at } = comment
  return (
    <li id={commentPlace(id)} className="comment" tabIndex={-1}>
      <CommentAvatar
        id={comment.author_id}
        name={comment.author_name}
        image={comment.author_image}
      />
      <div className="min-w-0">
        <CommentHead author={author} name={comment.author_name} staff={comment.author_is_staff}>
          <time dateTime={created_at}>{formatDateTime(new Date(created_at))}</time>
          {edited_at && ' · edited'}
        </CommentHead>
        {editing ? (
          <CommentEdit comment={comment} gone={gone} onDone={() => onEdit(false)} />
        ) : (
          <>
            <p className="post-text" dir="auto">
              {content}
            </p>
            {mine && !gone && (
              <OwnActs id={id} onEdit={() => onEdit(true)} onGone={() => onGone(id)} />
            )}
            {!mine && !gone && (
              <Report
                what="comment"
                of={commenter(author)}
                send={(reason) => call(reportComment, { params: { id }, body: { reason } })}
              />
            )}
            {!mine && !gone && staff && (
              <Suspense>
                <RemoveComment comment={comment} onGone={() => onGone(id)} />
              </Suspense>
            )}
          </>
        )}
      </div>
    </li>
  )
}

interface Acts {
  id: number
  onEdit: () => void
  onGone: () => void
}

function OwnActs({ id, onEdit, onGone }: Acts) {
  const [asked, setAsked] = useState(false)
  return (
    <div className="row cm-acts">
      <button type="button" className="button quiet compact" onClick={onEdit}>
        <Pencil className="icon" aria-hidden="true" />
        Edit<span className="visually-hidden"> your comment</span>
      </button>
      <button
        type="button"
        className="button quiet compact danger-text"
        onClick={() => setAsked(true)}
      >
        <Trash2 className="icon" aria-hidden="true" />
        Delete<span className="visually-hidden"> your comment</span>
      </button>
      {asked && (
        <DeleteQuestion
          title="Are you sure you want to delete this comment?"
          text="Nobody can read it any more then."
          otherwise="Your comment was not deleted. Please try again."
          remove={() => call(deleteComment, { params: { id } })}
          onGone={onGone}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
