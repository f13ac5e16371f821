import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import type { Report } from '#contract/moderation.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { ThenAndNow } from './then-and-now.tsx'
import { rowTitle } from './use-deciding.ts'

interface Props {
  report: Report
  /** On the button that takes it away. */
  removal: string
  busy: boolean
  onDismiss: () => void
  onRemove: () => void
}

/** What somebody has told staff about: why, and the words themselves, then and now. */
export function ReportCase({ report, removal, busy, onDismiss, onRemove }: Props) {
  const { id, about, post, now, author, reporter, reason, created_at } = report
  return (
    <article className="plate pad stack" aria-labelledby={rowTitle(id)}>
      <div>
        <h2 id={rowTitle(id)} tabIndex={-1}>
          {about === 'post' ? 'A post' : 'A comment'} by <bdi>{displayName(author.name)}</bdi>
        </h2>
        <p className="muted mt-1">
          {about === 'post' ? 'It is called' : 'Below'} “
          {post.deleted ? (
            <bdi>{post.title}</bdi>
          ) : (
            <Link to={`/post/${post.id}`}>{post.title}</Link>
          )}
          ”.
        </p>
      </div>
      <div className="note warn">
        <Flag className="icon" aria-hidden="true" />
        <div>
          <p className="tabular">
            <b>
              <bdi>{displayName(reporter.name)}</bdi>
            </b>{' '}
            on {formatDateTime(new Date(created_at))}
          </p>
          <p className="words" dir="auto">
            {reason}
          </p>
        </div>
      </div>
      <ThenAndNow report={report} />
      <div className="row wrap">
        {now && (
          <button type="button" className="button danger" onClick={onRemove}>
            {removal}
          </button>
        )}
        <button type="button" className="button secondary" aria-busy={busy} onClick={onDismiss}>
          {now ? 'Nothing is wrong' : 'Nothing more to do'}
          {busy && <BusyIndicator />}
        </button>
      </div>
    </article>
  )
}
