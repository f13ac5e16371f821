import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import {
  CONTENT_REQUIRED,
  commentForm,
  createComment,
  type Post,
  updateComment,
} from '#contract/posts.ts'
import { call, isMissing } from '../../api.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useAct } from '../../ui/use-act.ts'
import { changePost, fetchPostAgain } from '../post-cache.ts'
import { useCommentDraft } from './comment-draft.ts'
import { withComment } from './comment-list.ts'

interface Props {
  post: Post
  user: User
  /** Why nothing can be written; null while it can. */
  closed: string | null
  /** What is on its way; null when it has arrived, or has not. */
  onSending: (content: string | null) => void
  /** Shows a comment of the list. */
  onShow: (id: number) => void
}

/** A try may repeat one that had arrived after all, with other words: those of now count. */
async function send(body: { content: string; post: number }, submission_id: string) {
  const comment = await call(createComment, { body: { ...body, submission_id } })
  if (comment.content === body.content) return comment
  return call(updateComment, { params: { id: comment.id }, body })
}

/** The box stays full until the server has what is in it. */
export function CommentForm({ post, user, closed, onSending, onShow }: Props) {
  const cache = useQueryClient()
  const draft = useCommentDraft(user.id, post.id)
  const [wrong, setWrong] = useState<string>()
  const { busy, result: sent, error, act } = useAct<number>()
  const [typedSince, setTypedSince] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const blank = draft.content.trim() === ''

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const read = commentForm.safeParse({ content: draft.content, post: post.id })
    setWrong(read.success ? undefined : (read.error.issues[0]?.message ?? CONTENT_REQUIRED))
    box.current?.focus()
    if (!read.success) return
    setTypedSince(false)
    await act('send', async () => {
      onSending(read.data.content)
      try {
        const comment = await send(read.data, draft.submission_id)
        changePost(cache, post.id, (held) => withComment(held, comment))
        draft.forget()
        return comment.id
      } catch (failed) {
        if (isMissing(failed)) void fetchPostAgain(cache, post.id)
        throw failed
      } finally {
        onSending(null)
      }
    })
  }
  if (closed && draft.content === '') return <p className="muted">{closed}</p>
  return (
    <form className="stack-small" noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextArea
        id="new-comment"
        ref={box}
        label="Add a comment"
        placeholder="Be kind, they live next door."
        rows={2}
        readOnly={busy !== null || closed !== null}
        value={draft.content}
        error={wrong}
        onChange={({ target }) => {
          draft.write(target.value)
          setWrong(undefined)
          setTypedSince(true)
        }}
      />
      {error && (
        <FormError id="comment-error">
          {errorMessage(error, 'Your comment was not sent. Please try again.')}
        </FormError>
      )}
      {closed ? (
        <p className="muted">{closed}</p>
      ) : (
        <div className="row wrap">
          <button
            type="submit"
            className="button"
            aria-busy={busy !== null}
            aria-disabled={blank && busy === null}
          >
            {busy ? 'sending...' : 'Comment'}
            {busy && <BusyIndicator />}
          </button>
          <p role="status" className="small muted">
            {sent !== null && !typedSince && (
              <>
                Your comment is up.{' '}
                <button type="button" className="button quiet compact" onClick={() => onShow(sent)}>
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
