import { useEffect, useState } from 'react'
import {
  countModeration,
  listModeratedPosts,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import { getOverview } from '#contract/overview.ts'
import { type Comment, getPost, listPosts, type Post } from '#contract/posts.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'
import { ReasonDialog, takeDownDialog } from './reason-dialog.tsx'

/** Takes a published post down, on its own page. */
export const TakeDownButton = ({ post }: { post: Post }) => (
  <Permitted to="posts">
    <TakeDown post={post} />
  </Permitted>
)

function TakeDown({ post }: { post: Post }) {
  const [asking, setAsking] = useState(false)
  const { run, busy, result, error } = useAction(
    (reason: string) => call(rejectPost, { params: { id: String(post.id) }, body: { reason } }),
    {
      changes: [getPost, listPosts, listModeratedPosts, countModeration, getOverview],
      onSuccess: () => setAsking(false),
    },
  )
  useEffect(() => {
    if (result) document.getElementById('content')?.focus({ preventScroll: true })
  }, [result])
  return (
    <>
      <Button variant="quiet danger-text compact" onClick={() => setAsking(true)}>
        {takeDownDialog.action}
      </Button>
      {asking && (
        <ReasonDialog
          {...takeDownDialog}
          danger
          label="Why?"
          busy={busy}
          error={error}
          onSend={(reason) => void run(reason)}
          onClose={() => setAsking(false)}
        >
          <p>
            “<bdi>{post.title}</bdi>” by <bdi>{displayName(post.author)}</bdi>
          </p>
        </ReasonDialog>
      )}
    </>
  )
}

interface RemoveCommentProps {
  comment: Comment
  onRemoved: () => void
}

/** Removes another user's comment, on the page of its post. */
export const RemoveCommentButton = (props: RemoveCommentProps) => (
  <Permitted to="posts">
    <RemoveOthersComment {...props} />
  </Permitted>
)

function RemoveOthersComment({ comment, onRemoved }: RemoveCommentProps) {
  const [asking, setAsking] = useState(false)
  const { run, busy, error } = useAction(
    (reason: string) => call(removeComment, { params: { id: comment.id }, body: { reason } }),
    {
      onSuccess() {
        setAsking(false)
        onRemoved()
      },
    },
  )
  return (
    <div className="row comment-actions">
      <Button variant="quiet compact danger-text" onClick={() => setAsking(true)}>
        Remove<span className="visually-hidden"> this comment</span>
      </Button>
      {asking && (
        <ReasonDialog
          title="Remove this comment?"
          action="Remove"
          danger
          label="Why?"
          hint="The reason is kept with the comment. This removes it for everyone."
          busy={busy}
          error={error}
          onSend={(reason) => void run(reason)}
          onClose={() => setAsking(false)}
        >
          <p className="post-text" dir="auto">
            “{comment.content}”
          </p>
        </ReasonDialog>
      )}
    </div>
  )
}
