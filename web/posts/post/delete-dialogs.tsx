import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { deleteComment, deletePost, type Post } from '#contract/posts.ts'
import { call, isMissing } from '../../api.ts'
import { showToast } from '../../layout/channels.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { updateInLists } from './post-cache.ts'

/** Asks before the post is deleted; afterwards shows the feed. */
export function DeletePostDialog({
  post: { id, title },
  onClose,
}: {
  post: Post
  onClose: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      title="Are you sure you want to delete this post?"
      text="Its comments are deleted too. Chats about it can still be read."
      fallback="Failed to delete post. Please try again."
      remove={() => call(deletePost, { params: { id } })}
      onDeleted={() => {
        updateInLists(client, id, () => null)
        showToast({ title: 'Post deleted', text: title })
        // Replaced, so that the browser's Back button does not lead to the deleted post.
        void Promise.resolve(navigate('/services', { replace: true })).then(() =>
          document.getElementById('content')?.focus({ preventScroll: true }),
        )
      }}
      onClose={onClose}
    />
  )
}

interface DeleteCommentProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export const DeleteCommentDialog = ({ id, ...props }: DeleteCommentProps) => (
  <DeleteDialog
    title="Are you sure you want to delete this comment?"
    text="This removes it for everyone."
    fallback="Your comment was not deleted. Please try again."
    remove={() => call(deleteComment, { params: { id } })}
    {...props}
  />
)

interface Props {
  title: string
  /** The consequences of the deletion. */
  text: string
  /** Error message for a failure for which the server gives none. */
  fallback: string
  remove: () => Promise<unknown>
  onDeleted: () => void
  onClose: () => void
}

function DeleteDialog({ title, text, fallback, remove, onDeleted, onClose }: Props) {
  const { run, busy, error } = useAction(
    () =>
      remove().catch((failure: unknown) => {
        // Already deleted, perhaps in another tab.
        if (!isMissing(failure)) throw failure
      }),
    { onSuccess: onDeleted },
  )
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={busy ? 'deleting...' : 'Delete'}
      danger
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{text}</p>
      {error && <Note kind="error">{errorMessage(error, fallback)}</Note>}
    </ConfirmDialog>
  )
}
