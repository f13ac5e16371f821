import { ArrowUp } from 'lucide-react'
import { DEFAULT_PAGE_SIZE } from '#contract/page.ts'

function words(count: number): string {
  if (count === 1) return '1 new post. Show it'
  return `${count < DEFAULT_PAGE_SIZE ? count : `${DEFAULT_PAGE_SIZE} or more`} new posts. Show them`
}

/** Says over the feed that there is more, and moves nothing until somebody wants to see it. */
export const FeedNews = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div className="feed-news" role="status">
    {count > 0 && (
      <button type="button" className="button" onClick={onShow}>
        <ArrowUp className="icon" aria-hidden="true" />
        {words(count)}
      </button>
    )}
  </div>
)
