import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/moderation.ts'
import { getPost } from '#contract/posts.ts'
import { ApiError, query } from '../../api.ts'

/** What has become of the words since they were reported. */
export const ReadsNow = ({ report }: { report: Report }) =>
  report.about === 'post' ? (
    <PostNow report={report} />
  ) : (
    <Now said={report.said} words={report.comment?.content ?? null} />
  )

function PostNow({ report: { post, said } }: { report: Report }) {
  const { data, error } = useQuery({
    ...query(getPost, { params: { id: String(post.id) } }),
    enabled: !post.deleted,
  })
  if (data) return <Now said={said} words={`${data.title}\n\n${data.description}`} />
  if (post.deleted || (error instanceof ApiError && error.status === 404)) {
    return <Now said={said} words={null} />
  }
  return (
    <p className="small muted">{error ? 'How it reads now could not be fetched.' : 'Loading...'}</p>
  )
}

/** `words`: null when they are gone. */
function Now({ said, words }: { said: string; words: string | null }) {
  if (words === null) return <p className="small muted">It is gone by now.</p>
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
