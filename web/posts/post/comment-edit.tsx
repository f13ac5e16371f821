import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Comment, commentForm, updateComment } from '#contract/posts.ts'
import { call } from '../../api.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { TextArea } from '../../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../../ui/form.ts'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { updateCachedPost, withComment } from './post-cache.ts'

interface CommentEditProps {
  comment: Comment
  isGone: boolean
  onDone: () => void
}

/** The form of an existing comment, in its place in the list. */
export function CommentEdit({ comment: { id, post, content }, isGone, onDone }: CommentEditProps) {
  const client = useQueryClient()
  const fieldId = `edit-${id}`
  const { register, handleSubmit, formState } = useSchemaForm(commentForm, {
    defaultValues: { content, post },
  })
  const { run, busy, error } = useAction(
    (body: { content: string; post: number }) => call(updateComment, { params: { id }, body }),
    {
      onSuccess(comment) {
        updateCachedPost(client, post, (cached) => withComment(cached, comment))
        onDone()
      },
    },
  )
  useEffect(() => {
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
    field.form?.scrollIntoView({ block: 'nearest' })
  }, [fieldId])
  return (
    <form className="stack-small" noValidate onSubmit={submitOnce(busy, handleSubmit(run))}>
      <TextArea
        id={fieldId}
        label="Edit your comment"
        rows={3}
        readOnly={busy}
        error={formState.errors.content?.message}
        {...register('content')}
      />
      {isGone ? (
        <Note kind="error">Comment not found. Copy your text if you need it.</Note>
      ) : (
        error && (
          <Note kind="error">
            {errorMessage(error, 'Your comment was not saved. Please try again.')}
          </Note>
        )
      )}
      <div className="row wrap">
        {!isGone && (
          <SubmitButton variant="compact" busy={busy} busyLabel="saving...">
            Save
          </SubmitButton>
        )}
        <button type="button" className="button quiet compact" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}
