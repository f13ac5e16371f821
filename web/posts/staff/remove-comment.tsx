import { useState } from 'react'
import { removeComment } from '#contract/moderation.ts'
import type { Comment } from '#contract/posts.ts'
import { call } from '../../api.ts'
import { useAct } from '../../ui/use-act.ts'
import { WhyQuestion } from './why-question.tsx'

/** Staff remove a comment where it stands. */
export function RemoveComment({ comment, onGone }: { comment: Comment; onGone: () => void }) {
  const { act, busy, error } = useAct<void>()
  const [asked, setAsked] = useState(false)
  const remove = (reason: string) =>
    act('remove', async () => {
      await call(removeComment, { params: { id: comment.id }, body: { reason } })
      setAsked(false)
      onGone()
    })
  return (
    <div className="row cm-acts">
      <button
        type="button"
        className="button quiet compact danger-text"
        onClick={() => setAsked(true)}
      >
        Remove<span className="visually-hidden"> this comment</span>
      </button>
      {asked && (
        <WhyQuestion
          title="Remove this comment?"
          act="Remove"
          hint="It is written down with the comment. Nobody can read it any more then."
          busy={busy !== null}
          error={error}
          onSend={(reason) => void remove(reason)}
          onClose={() => setAsked(false)}
        >
          <p className="post-text" dir="auto">
            “{comment.content}”
          </p>
        </WhyQuestion>
      )}
    </div>
  )
}
