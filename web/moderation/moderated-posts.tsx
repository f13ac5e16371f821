import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  APPROVED_MEANWHILE,
  approvePost,
  listModeratedPosts,
  type ModeratedPost,
  type ModerationList,
  rejectPost,
} from '#contract/moderation.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { ApiError, call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { AuthorLine } from '../posts/author-line.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import {
  CaseList,
  caseTitleId,
  isSameImage,
  moderationPath,
  Version,
  WholeImage,
} from './case-list.tsx'
import { MODERATION_POLL_MS } from './pending-count.tsx'
import { ReasonDialog, takeDownDialog } from './reason-dialog.tsx'
import { useDecision } from './use-decision.ts'

interface Decisions {
  approve: string
  /** Shown after the post's title. */
  approved: string
  /** A rejected post can only be approved. */
  reject?: { action: string; title: string; rejected: string }
}

const decisions: Record<ModerationList, Decisions> = {
  pending: {
    approve: 'Approve',
    approved: 'has been published.',
    reject: { action: 'Reject', title: 'Reject this post?', rejected: 'was rejected.' },
  },
  edited: {
    approve: 'Leave it published',
    approved: 'stays published as edited.',
    reject: { ...takeDownDialog, rejected: 'was taken down.' },
  },
  rejected: { approve: 'Approve after all', approved: 'has been published.' },
}

/** The posts of one status, with buttons to approve or reject each. */
export function ModeratedPosts({ status }: { status: ModerationList }) {
  const list = useInfiniteList(
    listModeratedPosts,
    status,
    (page) => ({ query: { status, ...page } }),
    MODERATION_POLL_MS,
  )
  const posts = list.pages?.flat()
  const [rejecting, setRejecting] = useState<ModeratedPost | null>(null)
  const { decide, busyId, result, error } = useDecision({
    queryKey: [listModeratedPosts.path, status],
    ids: posts?.map(({ id }) => id) ?? [],
    onDecided: () => setRejecting(null),
    isQuestion: isApprovedMeanwhile,
  })
  const { approved } = decisions[status]
  const reject = decisions[rejecting?.status === 'approved' ? 'edited' : status].reject

  const approvePostOf = ({ id, title, revision }: ModeratedPost) =>
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
  const rejectPostOf = (post: ModeratedPost, reason: string) => {
    const { id, title, author } = post
    const seen = post.status === 'approved' ? 'approved' : 'pending'
    return decide(id, async () => {
      try {
        await call(rejectPost, { params: { id: String(id) }, body: { reason, seen } })
      } catch (failure) {
        // The dialog stays open, and now asks whether to take the post down.
        if (isApprovedMeanwhile(failure)) setRejecting({ ...post, status: 'approved' })
        throw failure
      }
      return (
        <>
          <b>
            “<bdi>{title}</bdi>” {reject?.rejected}
          </b>{' '}
          <bdi>{displayName(author)}</bdi> can read why. Was it a mistake? You’ll find it under{' '}
          <Link to={moderationPath('rejected')}>Rejected</Link>.
        </>
      )
    })
  }
  return (
    <CaseList
      tab={status}
      list={list}
      cases={posts?.map((post) => (
        <PostCase
          key={post.id}
          post={post}
          status={status}
          busy={busyId === post.id && !rejecting}
          onApprove={() => void approvePostOf(post)}
          onReject={() => setRejecting(post)}
        />
      ))}
    >
      <ActionResult className="decision-result" success={result} error={rejecting ? null : error} />
      {rejecting && reject && (
        <ReasonDialog
          title={reject.title}
          action={reject.action}
          danger
          label="Why?"
          hint={takeDownDialog.hint}
          busy={busyId === rejecting.id}
          error={error}
          onSend={(reason) => void rejectPostOf(rejecting, reason)}
          onClose={() => setRejecting(null)}
        >
          <p>
            “<bdi>{rejecting.title}</bdi>” by <bdi>{displayName(rejecting.author)}</bdi>
          </p>
        </ReasonDialog>
      )}
    </CaseList>
  )
}

const isApprovedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.code === APPROVED_MEANWHILE

interface PostCaseProps {
  post: ModeratedPost
  status: ModerationList
  busy: boolean
  onApprove: () => void
  onReject: () => void
}

function PostCase({ post, status, busy, onApprove, onReject }: PostCaseProps) {
  const { id, title, description } = post
  const { approve, reject } = decisions[status]
  return (
    <article className="plate case" aria-labelledby={caseTitleId(id)}>
      <WholeImage of={post} />
      <div className="padded stack">
        <AuthorLine post={post} />
        <h2 id={caseTitleId(id)} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <p className="case-text" dir="auto">
          {description}
        </p>
        <VersionBefore post={post} />
        <Decision post={post} />
        <div className="row wrap">
          <Permitted to="posts" what="decide about posts">
            <Button busy={busy} icon={Check} onClick={onApprove}>
              {approve}
              <span className="visually-hidden">“{title}”</span>
            </Button>
            {reject && (
              <Button variant="quiet danger-text" onClick={onReject}>
                {reject.action}
                <span className="visually-hidden">“{title}”</span>
              </Button>
            )}
          </Permitted>
          {status === 'edited' && <Link to={`/post/${id}`}>Open it</Link>}
        </div>
      </div>
    </article>
  )
}

/** The post as staff last reviewed it, if it has been edited since. */
function VersionBefore({ post }: { post: ModeratedPost }) {
  const { reviewed, title, description } = post
  if (!reviewed) return null
  const text = `${reviewed.title}\n\n${reviewed.description}`
  const sameText = text === `${title}\n\n${description}`
  const sameImage = isSameImage(reviewed, post)
  if (sameText && sameImage)
    return <p className="small muted">It’s back to how it was before the edit.</p>
  return (
    <Version
      title="Before the edit"
      image={sameImage ? undefined : reviewed}
      {...(!sameText && { text })}
    >
      {sameText && <p className="small muted">Only the picture has changed.</p>}
      {!sameImage && reviewed.image_sizes.length === 0 && (
        <p className="small muted">There was no picture before.</p>
      )}
    </Version>
  )
}

/** The last decision, and the time of the author's edit since. */
function Decision({ post: { status, reason, decided, edited_at } }: { post: ModeratedPost }) {
  if (!decided && !edited_at) return null
  const decision = status === 'approved' ? 'Approved' : reason === null ? 'Decided' : 'Rejected'
  return (
    <dl className="case-facts">
      {edited_at && (
        <>
          <dt>Changed</dt>
          <dd className="tabular">{formatDateTime(new Date(edited_at))}</dd>
        </>
      )}
      {decided && (
        <>
          <dt>{decision}</dt>
          <dd className="tabular">
            {formatDateTime(new Date(decided.at))}, <bdi>{decided.by}</bdi>
          </dd>
        </>
      )}
      {reason !== null && (
        <>
          <dt>Why</dt>
          <dd className="case-text" dir="auto">
            {reason}
          </dd>
        </>
      )}
    </dl>
  )
}
