import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { countModeration, listModeratedPosts, listReports } from '#contract/moderation.ts'
import { getPost, listPosts } from '#contract/posts.ts'
import { ApiError } from '../../api.ts'
import { useAct } from '../../ui/use-act.ts'

/** Of the page's title, and of the title of a row: where focus goes after a decision. */
export const title_id = 'posts-title'
export const rowTitle = (id: number) => `row-${id}`

type Rows = InfiniteData<{ rows: { id: number }[]; before: string | null }>

/** Somebody else was faster, its author above all: what is shown is no longer so. */
export const isLate = (error: Error): boolean =>
  error instanceof ApiError && [404, 409].includes(error.status)

/**
 * Decides on rows of a list: one that was decided on leaves it, and focus goes to the next one.
 * Whatever a decision changes is asked for again, also when it came too late.
 */
export function useDeciding(queryKey: readonly unknown[], ids: number[]) {
  const client = useQueryClient()
  const { act, busy, result, error } = useAct<ReactNode>()
  const [lookAt, setLookAt] = useState<{ id: number | undefined } | null>(null)

  useEffect(() => {
    if (!lookAt) return
    const row = lookAt.id === undefined ? null : document.getElementById(rowTitle(lookAt.id))
    const place = row ?? document.getElementById(title_id)
    place?.focus()
  }, [lookAt])

  const refresh = () =>
    Promise.all(
      [listModeratedPosts, listReports, countModeration, listPosts, getPost].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  const leave = (id: number) =>
    client.setQueryData<Rows>(
      queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            rows: page.rows.filter((row) => row.id !== id),
          })),
        },
    )

  /** @returns whether the question about it is over */
  async function decide(id: number, send: () => Promise<ReactNode>): Promise<boolean> {
    let over = false
    await act(String(id), async () => {
      const at = ids.indexOf(id)
      try {
        const said = await send()
        leave(id)
        void refresh()
        over = true
        setLookAt({ id: ids[at + 1] ?? ids[at - 1] })
        return said
      } catch (refusal) {
        if (refusal instanceof Error && isLate(refusal)) {
          await refresh().catch(() => undefined)
          over = true
          setLookAt({ id })
        }
        throw refusal
      }
    })
    return over
  }
  return { decide, busy: busy === null ? null : Number(busy), said: result, error }
}
