import type { Report } from '#contract/moderation.ts'

/** What has become of the words since they were reported. */
export function ReadsNow({ report: { said, now } }: { report: Report }) {
  if (!now) return <p className="small muted">It is gone by now.</p>
  const words = now.title === null ? now.content : `${now.title}\n\n${now.content}`
  if (words === said) return <p className="small muted">It reads the same now.</p>
  return (
    <div>
      <h3 className="small">As it reads now</h3>
      <blockquote className="quote words" dir="auto">
        {words}
      </blockquote>
    </div>
  )
}
