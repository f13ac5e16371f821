import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { countModeration, listModeratedPosts, rejectPost } from '#contract/moderation.ts'
import { getPost, listPosts, type Post } from '#contract/posts.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../../api.ts'
import { useAct } from '../../ui/use-act.ts'
import { WhyQuestion } from './why-question.tsx'
import { takeDownWords } from './words.ts'

/** Takes a post down that is up, from where it is read. */
export function TakeDown({ post }: { post: Post }) {
  const client = useQueryClient()
  const { act, busy, error } = useAct<void>()
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done) document.getElementById('content')?.focus({ preventScroll: true })
  }, [done])
  const takeDown = (reason: string) =>
    act('take_down', async () => {
      await call(rejectPost, { params: { id: String(post.id) }, body: { reason } })
      setAsked(false)
      for (const { path } of [getPost, listPosts, listModeratedPosts, countModeration]) {
        void client.invalidateQueries({ queryKey: [path] })
      }
      setDone(true)
    })
  return (
    <>
      <button
        type="button"
        className="button quiet danger-text compact"
        onClick={() => setAsked(true)}
      >
        {takeDownWords.act}
      </button>
      {asked && (
        <WhyQuestion
          title={takeDownWords.title}
          act={takeDownWords.act}
          hint={takeDownWords.hint}
          busy={busy !== null}
          error={error}
          onSend={(reason) => void takeDown(reason)}
          onClose={() => setAsked(false)}
        >
          <p>
            “<bdi>{post.title}</bdi>” by <bdi>{displayName(post.author)}</bdi>
          </p>
        </WhyQuestion>
      )}
    </>
  )
}
