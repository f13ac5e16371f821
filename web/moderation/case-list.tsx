import type { ReactNode } from 'react'
import type { ModerationList } from '#contract/moderation.ts'
import type { ImageSize } from '#contract/posts.ts'
import { PostImage } from '../posts/post-image.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadMoreButton } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'

/** The `show` parameter of the page's URL. */
export type ModerationTab = ModerationList | 'reports'

export const moderationPath = (tab: ModerationTab): string =>
  tab === 'pending' ? '/staff/posts' : `/staff/posts?show=${tab}`

/** Headings that take the focus after a decision. */
export const CASES_TITLE_ID = 'posts-title'
export const caseTitleId = (id: number) => `row-${id}`

interface Props {
  tab: ModerationTab
  list: {
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Undefined until the first page is fetched. */
  cases: ReactNode[] | undefined
  /** Shown above the cases. */
  children: ReactNode
}

/** The cases of a tab, in pages, with loading, error and empty states. */
export const CaseList = ({ tab, list, cases, children }: Props) => (
  <div className="cases space-above">
    {children}
    {cases?.length === 0 && <NoCases tab={tab} />}
    {cases}
    {list.error ? (
      <ListFailure list={list} error={list.error} isFirst={!cases} />
    ) : (
      !cases && <CaseSkeleton />
    )}
    {cases && <LoadMoreButton list={list} />}
  </div>
)

interface FailureProps {
  list: Props['list']
  error: Error
  /** Nothing is shown yet. */
  isFirst: boolean
}

function ListFailure({ list, error, isFirst }: FailureProps) {
  const failure = {
    message: errorMessage(error, 'An error occurred while fetching posts.'),
    onRetry: () => list.refetch(),
  }
  return isFirst ? <FetchFailed title={LIST_FAILED} {...failure} /> : <LoadError {...failure} />
}

const noCases: Record<ModerationTab, { title: string; text: string }> = {
  pending: {
    title: 'No posts are waiting',
    text: 'New posts appear here as soon as they’re sent.',
  },
  edited: {
    title: 'No edited posts',
    text: 'When someone edits an approved post, it appears here.',
  },
  rejected: {
    title: 'No rejected posts',
    text: 'Posts that you reject or take down are kept here, with the reason.',
  },
  reports: {
    title: 'No reports',
    text: 'When someone reports a post or a comment, it appears here.',
  },
}

const NoCases = ({ tab }: { tab: ModerationTab }) => (
  <MessagePlate title={noCases[tab].title}>
    <p className="muted">{noCases[tab].text}</p>
  </MessagePlate>
)

const CaseSkeleton = () => (
  <div className="plate padded stack delayed case-skeleton" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="row" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
  </div>
)

interface WithImage {
  image_sizes: ImageSize[]
}

interface VersionProps {
  title: string
  image?: WithImage | undefined
  text?: string
  children?: ReactNode
}

/** One version of a text and its image, shown next to another version. */
export const Version = ({ title, image, text, children }: VersionProps) => (
  <section className="version">
    <h3 className="small">{title}</h3>
    {image && <WholeImage of={image} name={title} />}
    {text !== undefined && (
      <blockquote className="quote case-text" dir="auto">
        {text}
      </blockquote>
    )}
    {children}
  </section>
)

/** An uncropped image that links to its largest size. `name` distinguishes it for screen readers. */
export function WholeImage({ of, name }: { of: WithImage; name?: string }) {
  const largest = of.image_sizes.at(-1)
  if (!largest) return null
  return (
    <a className="whole-image" href={largest.url} target="_blank" rel="noreferrer">
      <PostImage post={of} sizes="(min-width: 900px) 340px, 100vw" />
      <span className="visually-hidden">
        {name && `${name}: `}the picture by itself, in a new tab
      </span>
    </a>
  )
}

/** Compares URLs: a replaced image has a new URL. */
export const isSameImage = (one: WithImage, other: WithImage) =>
  one.image_sizes.at(-1)?.url === other.image_sizes.at(-1)?.url
