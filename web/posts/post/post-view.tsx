import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { PostStatus } from '#rules/post.ts'
import { isMissing } from '../../api.ts'
import { usePollInterval } from '../../socket.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Comments } from '../comments/comments.tsx'
import { postQuery } from '../post-cache.ts'
import { readEdit } from './edit-draft.ts'
import { PostArticle } from './post-article.tsx'
import { BackToFeed } from './post-back.tsx'
import { PostChat } from './post-chat.tsx'
import { PostGone, PostMissing } from './post-gone.tsx'
import { LatePostEdit } from './post-late-edit.tsx'
import { usePostLive } from './post-live.ts'
import { PostSkeleton } from './post-skeleton.tsx'

/** How often it is looked at again where no socket gets through, and where one does. */
const POLL_INTERVAL_MS = { disconnected: 15_000, connected: 60_000 }

/** Comments belong to posts that are up. */
function closedWords(status: PostStatus, gone: boolean): string | null {
  if (gone) return 'This post is no longer up, so nothing more can be written about it.'
  return status === 'approved' ? null : 'Comments open once the post is up.'
}

/** A post, what is said about it, and the chat with its author. */
export function PostView({ id, user }: { id: string; user: User }) {
  const again = usePollInterval(POLL_INTERVAL_MS)
  const {
    data: post,
    error,
    refetch,
  } = useQuery({
    ...postQuery(useQueryClient(), id),
    refetchInterval: ({ state }) => {
      const missing = isMissing(state.error)
      if (missing && !state.data) return false
      return missing ? POLL_INTERVAL_MS.disconnected : again
    },
  })
  const gone = isMissing(error)
  usePostLive(Number(id))
  const [editing, setEditing] = useState(() => readEdit(user.id, id) !== null)
  const [arrived, setArrived] = useState(false)
  const up = post?.status === 'approved'
  const [chat, setChat] = useState(up)
  // Once there it stays: somebody may be typing in it when the post is taken down.
  if (up && !chat) setChat(true)

  if (!post) {
    return (
      <div className="page post-page">
        <BackToFeed />
        {gone ? (
          <PostMissing />
        ) : error ? (
          <LoadError
            message={errorMessage(error, 'The post could not be fetched.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <PostSkeleton />
        )}
      </div>
    )
  }
  const mine = post.author_ID === user.id
  return (
    <div className="page post-page">
      <BackToFeed />
      {gone && <PostGone />}
      <div className="split">
        <article>
          {editing ? (
            <LatePostEdit
              post={post}
              gone={gone}
              onDone={() => {
                setEditing(false)
                setArrived(true)
              }}
            />
          ) : (
            <PostArticle
              post={post}
              user={user}
              arrived={arrived}
              gone={gone}
              onEdit={() => setEditing(true)}
            />
          )}
          <Comments post={post} user={user} gone={gone} closed={closedWords(post.status, gone)} />
        </article>
        {chat && <PostChat post={post} mine={mine} gone={gone} />}
      </div>
    </div>
  )
}
