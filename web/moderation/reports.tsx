import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  dismissReport,
  listReports,
  type Report,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import { CaseList, caseTitleId, isSameImage, Version } from './case-list.tsx'
import { MODERATION_POLL_MS } from './pending-count.tsx'
import { ReasonDialog, takeDownDialog } from './reason-dialog.tsx'
import { useDecision } from './use-decision.ts'

const removal = {
  post: { ...takeDownDialog, removed: 'The post was taken down.' },
  comment: {
    title: 'Remove this comment?',
    action: 'Remove comment',
    removed: 'The comment was removed.',
    hint: 'Only staff see this reason, with your name.',
  },
}

/** Open reports. Staff remove the reported content, or dismiss the report. */
export function Reports() {
  const list = useInfiniteList(listReports, '', (page) => ({ query: page }), MODERATION_POLL_MS)
  const reports = list.pages?.flat()
  const [removing, setRemoving] = useState<Report | null>(null)
  const { decide, busyId, result, error } = useDecision({
    queryKey: [listReports.path, ''],
    ids: reports?.map(({ id }) => id) ?? [],
    onDecided: () => setRemoving(null),
  })

  const dismiss = ({ id, now }: Report) =>
    decide(id, async () => {
      await call(dismissReport, { params: { id: String(id) } })
      return <b>{now ? 'Report dismissed. Nothing was removed.' : 'Report closed.'}</b>
    })
  const remove = ({ id, about, post, comment }: Report, reason: string) =>
    decide(id, async () => {
      if (about === 'post') {
        await call(rejectPost, { params: { id: String(post.id) }, body: { reason } })
      } else if (comment) {
        await call(removeComment, { params: { id: String(comment.id) }, body: { reason } })
      }
      return <b>{removal[about].removed}</b>
    })
  return (
    <CaseList
      tab="reports"
      list={list}
      cases={reports?.map((report) => (
        <ReportCase
          key={report.id}
          report={report}
          busy={busyId === report.id && !removing}
          onDismiss={() => void dismiss(report)}
          onRemove={() => setRemoving(report)}
        />
      ))}
    >
      <ActionResult className="decision-result" success={result} error={removing ? null : error} />
      {removing && (
        <ReasonDialog
          title={removal[removing.about].title}
          action={removal[removing.about].action}
          danger
          label="Why?"
          hint={removal[removing.about].hint}
          busy={busyId === removing.id}
          error={error}
          onSend={(reason) => void remove(removing, reason)}
          onClose={() => setRemoving(null)}
        >
          <blockquote className="quote case-text" dir="auto">
            {removing.comment?.content ?? removing.post.title}
          </blockquote>
        </ReasonDialog>
      )}
    </CaseList>
  )
}

interface ReportCaseProps {
  report: Report
  busy: boolean
  onDismiss: () => void
  onRemove: () => void
}

function ReportCase({ report, busy, onDismiss, onRemove }: ReportCaseProps) {
  const { id, about, post, now, author, reporter, reason, created_at } = report
  return (
    <article className="plate padded stack" aria-labelledby={caseTitleId(id)}>
      <div>
        <h2 id={caseTitleId(id)} tabIndex={-1}>
          {about === 'post' ? 'A post' : 'A comment'} by <bdi>{displayName(author.name)}</bdi>
        </h2>
        <p className="muted case-subject">
          {about === 'post' ? 'Titled' : 'On the post'} “
          {post.deleted ? (
            <bdi>{post.title}</bdi>
          ) : (
            <Link to={`/post/${post.id}`}>{post.title}</Link>
          )}
          ”.
        </p>
      </div>
      <div className="note warning">
        <Flag className="icon" aria-hidden="true" />
        <div>
          <p className="tabular">
            <b>
              <bdi>{displayName(reporter.name)}</bdi>
            </b>{' '}
            on {formatDateTime(new Date(created_at))}
          </p>
          <p className="case-text" dir="auto">
            {reason}
          </p>
        </div>
      </div>
      <ReportedVersions report={report} />
      <div className="row wrap">
        <Permitted to="posts" what="decide about reports">
          {now && (
            <Button variant="danger" onClick={onRemove}>
              {removal[about].action}
            </Button>
          )}
          <Button variant="secondary" busy={busy} onClick={onDismiss}>
            {now ? 'Dismiss report' : 'Close report'}
          </Button>
        </Permitted>
      </div>
    </article>
  )
}

/** The reported content, and its current version. */
function ReportedVersions({ report }: { report: Report }) {
  const { said, now } = report
  const text = now && (now.title === null ? now.content : `${now.title}\n\n${now.content}`)
  const unchanged = now !== null && text === said && isSameImage(report, now)
  return (
    <div className="versions">
      <Version title="When it was reported" image={report} text={said}>
        {!now && <p className="small muted">It has since been deleted.</p>}
        {unchanged && <p className="small muted">It hasn’t changed since.</p>}
      </Version>
      {now && text !== null && !unchanged && (
        <CurrentVersion report={report} now={now} text={text === said ? null : text} />
      )}
    </div>
  )
}

interface CurrentVersionProps {
  report: Report
  now: NonNullable<Report['now']>
  /** Null when only the image has changed. */
  text: string | null
}

function CurrentVersion({ report, now, text }: CurrentVersionProps) {
  const hasImage = now.image_sizes.length > 0
  const sameImage = isSameImage(report, now)
  return (
    <Version title="Now" image={sameImage ? undefined : now} {...(text !== null && { text })}>
      {text === null && <p className="small muted">Only the picture has changed.</p>}
      {sameImage && hasImage && <p className="small muted">The picture is the same.</p>}
      {!sameImage && !hasImage && <p className="small muted">The picture has been removed.</p>}
    </Version>
  )
}
