import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { countModeration, listModeratedPosts, listReports } from '#contract/moderation.ts'
import { getOverview } from '#contract/overview.ts'
import { getPost, listPosts } from '#contract/posts.ts'
import { isConflict } from '../ui/error-message.ts'
import { useAction } from '../ui/use-action.ts'
import { CASES_TITLE_ID, caseTitleId } from './case-list.tsx'

type Pages = InfiniteData<{ rows: { id: number }[]; before: string | null }>

interface Options {
  /** The query key of the infinite list that shows the cases. */
  queryKey: readonly unknown[]
  /** The cases on screen, in order. */
  ids: number[]
  /** Called after a decision, also when another user had decided first. */
  onDecided: () => void
  /** Whether a failed decision is to be asked again, in the same dialog. */
  isQuestion?: (failure: Error) => boolean
}

/**
 * Decides a case: it leaves the list, and focus goes to the next one. All data that a decision
 * changes is refetched, also when another user was faster.
 */
export function useDecision({ queryKey, ids, onDecided, isQuestion }: Options) {
  const client = useQueryClient()
  const [focused, setFocused] = useState<{ id: number | undefined } | null>(null)
  useEffect(() => {
    if (!focused) return
    const row = focused.id === undefined ? null : document.getElementById(caseTitleId(focused.id))
    const target = row ?? document.getElementById(CASES_TITLE_ID)
    target?.focus()
  }, [focused])

  const refetchAll = () =>
    Promise.all(
      [listModeratedPosts, listReports, countModeration, getOverview, listPosts, getPost].map(
        ({ path }) => client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  const removeFromList = (id: number) =>
    client.setQueryData<Pages>(
      queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            rows: page.rows.filter((row) => row.id !== id),
          })),
        },
    )

  interface Decision {
    id: number
    /** The case that gets the focus afterwards. */
    next: number | undefined
    /** @returns the success message */
    send: () => Promise<ReactNode>
  }
  const { run, busy, input, result, error } = useAction<ReactNode, Decision>(
    async ({ send }) => {
      try {
        return await send()
      } catch (failure) {
        // Only shown once the list is up to date, because the case may have left it.
        if (isConflict(failure)) await refetchAll().catch(() => undefined)
        throw failure
      }
    },
    {
      onSuccess(_, { id, next }) {
        removeFromList(id)
        void refetchAll()
        setFocused({ id: next })
        onDecided()
      },
      onError(failure, { id }) {
        if (!isConflict(failure) || isQuestion?.(failure)) return
        setFocused({ id })
        onDecided()
      },
    },
  )
  function decide(id: number, send: Decision['send']) {
    const index = ids.indexOf(id)
    return run({ id, next: ids[index + 1] ?? ids[index - 1], send })
  }
  return { decide, busyId: busy ? (input?.id ?? null) : null, result, error }
}
