import { useEffect } from 'react'
import { Link } from 'react-router'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { CASES_TITLE_ID, type ModerationTab, moderationPath } from './case-list.tsx'
import { ModeratedPosts } from './moderated-posts.tsx'
import { usePendingCount } from './pending-count.tsx'
import { Reports } from './reports.tsx'
import '../styles/segmented.css'
import './moderation.css'

export const meta = pageTitle('Posts')

export default function ModerationPage() {
  return (
    <RequireStaff title="The posts">
      <Moderation />
    </RequireStaff>
  )
}

/** In the order of the tabs. */
const tabs: Record<ModerationTab, { label: string; lead: string }> = {
  pending: { label: 'Waiting', lead: 'Posts waiting for approval.' },
  edited: {
    label: 'Edited',
    lead: 'Posts edited after approval. They stay published unless you take them down.',
  },
  rejected: {
    label: 'Rejected',
    lead: 'Posts rejected or taken down, and why. Only their authors can see them.',
  },
  reports: { label: 'Reports', lead: 'Posts and comments that people have reported.' },
}

function useTab(): ModerationTab {
  const shown = usePageParameter('show') ?? ''
  return Object.hasOwn(tabs, shown) ? (shown as ModerationTab) : 'pending'
}

/** Pending, edited and rejected posts, and open reports. */
function Moderation() {
  const tab = useTab()
  const { data, refetch } = usePendingCount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are refetched at every change of the tab
  useEffect(() => void refetch(), [tab])
  const counts: Partial<Record<ModerationTab, number>> = data ?? {}
  return (
    <div className="page moderation-page">
      <div className="moderation-head">
        <div>
          <h1 id={CASES_TITLE_ID} tabIndex={-1}>
            Posts
          </h1>
          <p className="muted">{tabs[tab].lead}</p>
        </div>
        <nav className="segmented moderation-tabs" aria-label="Which posts">
          {(Object.keys(tabs) as ModerationTab[]).map((name) => (
            <Link
              key={name}
              to={moderationPath(name)}
              aria-current={name === tab ? 'page' : undefined}
            >
              {tabs[name].label}
              {counts[name] ? ` ${counts[name]}` : ''}
            </Link>
          ))}
        </nav>
      </div>
      {tab === 'reports' ? <Reports /> : <ModeratedPosts key={tab} status={tab} />}
    </div>
  )
}
