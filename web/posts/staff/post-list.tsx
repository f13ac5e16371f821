import { useState } from 'react'
import { Link } from 'react-router'
import {
  approvePost,
  listModeratedPosts,
  type ModeratedPost,
  type ModerationList,
  rejectPost,
} from '#contract/moderation.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../../api.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'
import { CaseList } from './case-list.tsx'
import { moderationPath } from './paths.ts'
import { PostCase } from './post-case.tsx'
import { Said } from './said.tsx'
import { useDeciding } from './use-deciding.ts'
import { look_again_ms } from './use-waiting.ts'
import { WhyQuestion } from './why-question.tsx'
import { decisionWords, takeDownWords } from './words.ts'

/** The posts that wait, were changed or were refused, and what staff say to them. */
export function PostList({ list: status }: { list: ModerationList }) {
  const list = useInfiniteList(
    listModeratedPosts,
    status,
    (page) => ({ query: { status, ...page } }),
    look_again_ms,
  )
  const posts = list.pages?.flat()
  const { decide, busy, said, error } = useDeciding(
    [listModeratedPosts.path, status],
    posts?.map(({ id }) => id) ?? [],
  )
  const [asked, setAsked] = useState<ModeratedPost | null>(null)
  const { approved, refuse } = decisionWords[status]

  const approve = ({ id, title, revision }: ModeratedPost) =>
    decide(id, async () => {
      await call(approvePost, { params: { id: String(id) }, body: { revision } })
      return (
        <>
          <b>
            “<bdi>{title}</bdi>” {approved}
          </b>{' '}
          <Link to={`/post/${id}`}>Open it</Link>
        </>
      )
    })
  async function reject({ id, title, author }: ModeratedPost, reason: string) {
    const over = await decide(id, async () => {
      await call(rejectPost, { params: { id: String(id) }, body: { reason } })
      return (
        <>
          <b>
            “<bdi>{title}</bdi>” {refuse?.done}
          </b>{' '}
          <bdi>{displayName(author)}</bdi> can read why. Was it a mistake? It stands under{' '}
          <Link to={moderationPath('rejected')}>Refused</Link>.
        </>
      )
    })
    if (over) setAsked(null)
  }
  return (
    <CaseList
      shown={status}
      list={list}
      rows={posts?.map((post) => (
        <PostCase
          key={post.id}
          post={post}
          list={status}
          busy={busy === post.id && !asked}
          onApprove={() => void approve(post)}
          onRefuse={() => setAsked(post)}
        />
      ))}
    >
      <Said said={said} error={asked ? null : error} />
      {asked && refuse && (
        <WhyQuestion
          title={refuse.title}
          act={refuse.act}
          hint={takeDownWords.hint}
          busy={busy === asked.id}
          error={error}
          onSend={(reason) => void reject(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <p>
            “<bdi>{asked.title}</bdi>” by <bdi>{displayName(asked.author)}</bdi>
          </p>
        </WhyQuestion>
      )}
    </CaseList>
  )
}
