import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { ModeratedPost, ModerationList } from '#contract/moderation.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import { AuthorLine } from '../author-line.tsx'
import { PostPicture } from '../post-picture.tsx'
import { rowTitle } from './use-deciding.ts'
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
  const { id, title, description, image_url } = post
  const { approve, refuse } = decisionWords[list]
  return (
    <article className="plate clip case" aria-labelledby={rowTitle(id)}>
      {image_url && (
        <a className="whole-picture" href={image_url} target="_blank" rel="noreferrer">
          <PostPicture post={post} sizes="(min-width: 900px) 340px, 100vw" />
          <span className="sr">The picture by itself, in a new tab</span>
        </a>
      )}
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
          <button type="button" className="btn" aria-busy={busy} onClick={onApprove}>
            <Check className="ic" aria-hidden="true" />
            {approve}
            <span className="sr">“{title}”</span>
            {busy && <BusyPanes />}
          </button>
          {refuse && (
            <button type="button" className="btn quiet red" onClick={onRefuse}>
              {refuse.act}
              <span className="sr">“{title}”</span>
            </button>
          )}
          {list === 'edited' && <Link to={`/post/${id}`}>Open it</Link>}
        </div>
      </div>
    </article>
  )
}

/** How a changed post read when staff last looked. */
function AsReviewed({ post: { reviewed, title, description } }: { post: ModeratedPost }) {
  if (!reviewed) return null
  if (reviewed.title === title && reviewed.description === description) {
    return <p className="small muted">Only the picture has changed.</p>
  }
  return (
    <div>
      <h3 className="small">As it read before</h3>
      <blockquote className="quote words" dir="auto">
        {`${reviewed.title}\n\n${reviewed.description}`}
      </blockquote>
    </div>
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
          <dd className="num">{dateAndTime(new Date(edited_at))}</dd>
        </>
      )}
      {decided && (
        <>
          <dt>{decision}</dt>
          <dd className="num">
            {dateAndTime(new Date(decided.at))}, <bdi>{decided.by}</bdi>
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
