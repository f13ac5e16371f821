import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CONTENT_REQUIRED, type Comment, commentForm, updateComment } from '#contract/posts.ts'
import { call } from '../../api.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { TextArea } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useAct } from '../../ui/use-act.ts'
import { changePost } from '../post-cache.ts'
import { withComment } from './comment-list.ts'

interface Props {
  comment: Comment
  /** It, or its post, has been removed meanwhile: there is nothing to save any more. */
  gone: boolean
  onDone: () => void
}

/** A comment is changed where it stands. */
export function CommentEdit({ comment: { id, post, content: before }, gone, onDone }: Props) {
  const cache = useQueryClient()
  const [content, setContent] = useState(before)
  const [wrong, setWrong] = useState<string>()
  const { busy, error, act } = useAct<void>()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const field = box.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
    field?.form?.scrollIntoView({ block: 'nearest' })
  }, [])

  function save(event: FormEvent) {
    event.preventDefault()
    const read = commentForm.safeParse({ content, post })
    setWrong(read.success ? undefined : (read.error.issues[0]?.message ?? CONTENT_REQUIRED))
    if (!read.success) return box.current?.focus()
    void act('save', async () => {
      const changed = await call(updateComment, { params: { id }, body: read.data })
      changePost(cache, post, (held) => withComment(held, changed))
      onDone()
    })
  }
  return (
    <form className="stack-small" noValidate onSubmit={save}>
      <TextArea
        id={`edit-${id}`}
        ref={box}
        label="Edit your comment"
        rows={3}
        readOnly={busy !== null}
        value={content}
        error={wrong}
        onChange={({ target }) => setContent(target.value)}
      />
      {gone ? (
        <Note kind="error">This comment is no longer here. Copy your words if you need them.</Note>
      ) : (
        error && (
          <Note kind="error">
            {errorMessage(error, 'Your comment was not saved. Please try again.')}
          </Note>
        )
      )}
      <div className="row wrap">
        {!gone && (
          <button type="submit" className="button compact" aria-busy={busy !== null}>
            {busy ? 'saving...' : 'Save'}
            {busy && <BusyIndicator />}
          </button>
        )}
        <button type="button" className="button quiet compact" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}
