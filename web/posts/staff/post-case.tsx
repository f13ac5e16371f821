import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { ModeratedPost, ModerationList } from '#contract/moderation.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { AuthorLine } from '../author-line.tsx'
import { rowTitle } from './use-deciding.ts'
import { isSamePicture, Version, WholePicture } from './version.tsx'
import { decisionWords } from './words.ts'

interface Props {
  post: ModeratedPost
  list: ModerationList
  busy: boolean
  onApprove: () => void
  onRefuse: () => void
}

/** A whole post, as its readers would see it, and what can be said to it. */
export function PostCase({ post, list, busy, onApprove, onRefuse }: Props) {
  const { id, title, description } = post
  const { approve, refuse } = decisionWords[list]
  return (
    <article className="plate clip case" aria-labelledby={rowTitle(id)}>
      <WholePicture of={post} />
      <div className="pad stack">
        <AuthorLine post={post} />
        <h2 id={rowTitle(id)} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <p className="words" dir="auto">
          {description}
        </p>
        <AsReviewed post={post} />
        <Standing post={post} />
        <div className="row wrap">
          <button type="button" className="button" aria-busy={busy} onClick={onApprove}>
            <Check className="icon" aria-hidden="true" />
            {approve}
            <span className="visually-hidden">“{title}”</span>
            {busy && <BusyIndicator />}
          </button>
          {refuse && (
            <button type="button" className="button quiet danger-text" onClick={onRefuse}>
              {refuse.act}
              <span className="visually-hidden">“{title}”</span>
            </button>
          )}
          {list === 'edited' && <Link to={`/post/${id}`}>Open it</Link>}
        </div>
      </div>
    </article>
  )
}

/** How a changed post was when staff last looked. */
function AsReviewed({ post }: { post: ModeratedPost }) {
  const { reviewed, title, description } = post
  if (!reviewed) return null
  const words = `${reviewed.title}\n\n${reviewed.description}`
  const reads = words === `${title}\n\n${description}`
  const looks = isSamePicture(reviewed, post)
  const bare = reviewed.image_sizes.length === 0
  if (reads && looks) return <p className="small muted">It is now as it was before.</p>
  return (
    <Version
      title={reads ? 'As it looked before' : 'As it read before'}
      picture={looks ? undefined : reviewed}
      {...(!reads && { words })}
    >
      {reads && <p className="small muted">Only the picture has changed.</p>}
      {!looks && bare && <p className="small muted">There was no picture before.</p>}
    </Version>
  )
}

/** What was decided on it before, and what its author has done since. */
function Standing({ post: { status, reason, decided, edited_at } }: { post: ModeratedPost }) {
  if (!decided && !edited_at) return null
  const decision = status === 'approved' ? 'Approved' : reason === null ? 'Decided' : 'Refused'
  return (
    <dl className="facts">
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
          <dd className="words" dir="auto">
            {reason}
          </dd>
        </>
      )}
    </dl>
  )
}
