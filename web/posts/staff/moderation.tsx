import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { moderationPath, type Shown } from './paths.ts'
import { PostList } from './post-list.tsx'
import { ReportList } from './report-list.tsx'
import { title_id } from './use-deciding.ts'
import { useWaiting } from './use-waiting.ts'
import { leads, tabWords } from './words.ts'

function shownIn(address: URLSearchParams): Shown {
  const named = address.get('show') ?? ''
  return Object.hasOwn(tabWords, named) ? (named as Shown) : 'pending'
}

/** What waits for staff, what was changed, what was refused, and what people here have reported. */
export function Moderation() {
  const shown = shownIn(useSearchParams()[0])
  const { data: count, refetch } = useWaiting()
  // Whoever turns to another list sees how much there is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the turning that counts
  useEffect(() => void refetch(), [shown])
  const counts: Partial<Record<Shown, number>> = count ?? {}
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1 id={title_id} tabIndex={-1}>
            Posts
          </h1>
          <p className="muted mt-1">{leads[shown]}</p>
        </div>
        <nav className="segmented four" aria-label="Which posts">
          {(Object.keys(tabWords) as Shown[]).map((tab) => (
            <Link
              key={tab}
              to={moderationPath(tab)}
              aria-current={tab === shown ? 'page' : undefined}
            >
              {tabWords[tab]}
              {counts[tab] ? ` ${counts[tab]}` : ''}
            </Link>
          ))}
        </nav>
      </div>
      {shown === 'reports' ? <ReportList /> : <PostList key={shown} list={shown} />}
    </div>
  )
}
