import type { Report } from '#contract/moderation.ts'
import { isSamePicture, Version } from './version.tsx'

/** What was reported, and what has become of it since. */
export function ThenAndNow({ report }: { report: Report }) {
  const { said, now } = report
  const words = now && (now.title === null ? now.content : `${now.title}\n\n${now.content}`)
  const same = now !== null && words === said && isSamePicture(report, now)
  return (
    <div className="versions">
      <Version title="As it read then" picture={report} words={said}>
        {!now && <p className="small muted">It is gone by now.</p>}
        {same && <p className="small muted">{sameWords(report)}</p>}
      </Version>
      {now && words !== null && !same && (
        <ReadsNow report={report} now={now} words={words === said ? null : words} />
      )}
    </div>
  )
}

const sameWords = ({ image_sizes }: Report) =>
  image_sizes.length > 0 ? 'It reads and looks the same now.' : 'It reads the same now.'

interface Props {
  report: Report
  now: NonNullable<Report['now']>
  /** Null when only the picture is another. */
  words: string | null
}

function ReadsNow({ report, now, words }: Props) {
  const pictured = now.image_sizes.length > 0
  const kept = isSamePicture(report, now)
  const title = words === null ? 'As it looks now' : 'As it reads now'
  return (
    <Version title={title} picture={kept ? undefined : now} {...(words !== null && { words })}>
      {words === null && <p className="small muted">Only the picture has changed.</p>}
      {kept && pictured && <p className="small muted">The picture is the same.</p>}
      {!kept && !pictured && <p className="small muted">The picture is gone by now.</p>}
    </Version>
  )
}
