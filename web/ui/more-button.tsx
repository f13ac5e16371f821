import { BusyPanes } from './busy-panes.tsx'

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Leads to the next page of a list that has one. */
export const MoreButton = ({ list }: Props) =>
  list.hasNextPage && (
    <button
      type="button"
      className="button secondary block"
      aria-busy={list.isFetchingNextPage}
      onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
    >
      Show more
      {list.isFetchingNextPage && <BusyPanes />}
    </button>
  )
