import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import {
  type Comment,
  commentForm,
  createComment,
  type Post,
  updateComment,
} from '#contract/posts.ts'
import { call, isMissing } from '../../api.ts'
import { newUuid } from '../../new-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { draftStore } from '../../ui/draft.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useAction } from '../../ui/use-action.ts'
import { refetchPost, updateCachedPost, withComment } from './post-cache.ts'

interface CommentDraft {
  content: string
  /** An id that is the same for every attempt, so that a retry after a lost reply creates no second comment. */
  submission_id: string
}

const emptyDraft = (): CommentDraft => ({ content: '', submission_id: newUuid() })

const commentDraftStore = (user_id: number, post_id: number) =>
  draftStore<CommentDraft>(`comment.${user_id}.${post_id}`, ({ content, submission_id }) =>
    typeof content === 'string' && typeof submission_id === 'string'
      ? { content, submission_id }
      : null,
  )

interface CommentBody {
  content: string
  post: number
}

/**
 * Creates a comment. An earlier attempt may have arrived although its reply was lost, and the text may have
 * changed since: then the stored comment is updated to the current text.
 */
async function submitComment(body: CommentBody, submission_id: string) {
  const comment = await call(createComment, { body: { ...body, submission_id } })
  if (comment.content === body.content) return comment
  return call(updateComment, { params: { id: comment.id }, body })
}

interface Props {
  post: Post
  user: User
  /** Why commenting is closed; null while it is open. */
  closedReason: string | null
  /** The comments on screen: the success message disappears once the new one is deleted. */
  comments: Comment[]
  /** The comment being sent; null once it has arrived or failed. */
  onSending: (content: string | null) => void
  /** Scrolls to a comment of the list and focuses it. */
  onShow: (id: number) => void
}

/**
 * The form for a new comment. The text stays in its field until the server has stored it. Validated without
 * react-hook-form, which would be a tenth of this page's scripts.
 */
export function CommentForm({ post, user, closedReason, comments, onSending, onShow }: Props) {
  const client = useQueryClient()
  const store = commentDraftStore(user.id, post.id)
  const [draft, setDraft] = useState(() => store.read() ?? emptyDraft())
  const field = useRef<HTMLTextAreaElement>(null)
  const [invalid, setInvalid] = useState<string | undefined>()
  const [typedSince, setTypedSince] = useState(false)
  function become(next: CommentDraft) {
    store.save(next.content === '' ? null : next)
    setDraft(next)
  }
  const { run, busy, result, error } = useAction(
    async (body: CommentBody) => {
      onSending(body.content)
      try {
        const comment = await submitComment(body, draft.submission_id)
        updateCachedPost(client, post.id, (cached) => withComment(cached, comment))
        become(emptyDraft())
        return comment
      } finally {
        onSending(null)
      }
    },
    {
      onError(failure) {
        if (isMissing(failure)) void refetchPost(client, post.id)
      },
    },
  )
  function send() {
    field.current?.focus()
    const checked = commentForm.safeParse({ content: draft.content, post: post.id })
    setInvalid(checked.error?.issues[0]?.message)
    if (!checked.success) return
    setTypedSince(false)
    void run(checked.data)
  }
  if (closedReason && draft.content === '') return <p className="muted">{closedReason}</p>
  const isBlank = draft.content.trim() === ''
  return (
    <form
      className="stack-small"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send()
      }}
    >
      <TextArea
        id="new-comment"
        label="Add a comment"
        placeholder="Be kind, they live next door."
        rows={2}
        readOnly={busy || closedReason !== null}
        error={invalid}
        ref={field}
        value={draft.content}
        onChange={({ target: { value: content } }) => {
          become(content === '' ? emptyDraft() : { ...draft, content })
          setInvalid(undefined)
          setTypedSince(true)
        }}
      />
      {error && (
        <FormError id="comment-error">
          {errorMessage(error, 'Your comment was not sent. Please try again.')}
        </FormError>
      )}
      {closedReason ? (
        <p className="muted">{closedReason}</p>
      ) : (
        <div className="row wrap">
          <Button type="submit" busy={busy} busyLabel="sending..." aria-disabled={isBlank && !busy}>
            Comment
          </Button>
          <p role="status" className="small muted">
            {result && !typedSince && comments.some(({ id }) => id === result.id) && (
              <>
                Your comment has been posted.{' '}
                <button
                  type="button"
                  className="button quiet compact"
                  onClick={() => onShow(result.id)}
                >
                  Show it
                </button>
              </>
            )}
          </p>
        </div>
      )}
    </form>
  )
}
