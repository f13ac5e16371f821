import { useQueryClient } from '@tanstack/react-query'
import {
  countDesk,
  type DeskDetail,
  type DeskItem,
  getDeskItem,
  listAccounts,
  listDesk,
} from '#contract/desk.ts'
import { ApiError, query } from '../api.ts'
import { useAct } from '../ui/use-act.ts'

type Closed = { message: string; item: DeskItem }

/** Somebody else, or M-Pesa itself, was faster. */
const isLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && /^already_|^desk_item_not_found$/.test(error.code)

export const itemQuery = (id: number) => query(getDeskItem, { params: { id: String(id) } })

/**
 * Deals with an item. What comes of it is shown at once, and everything that it changes is asked
 * for again.
 */
export function useClosing(id: number) {
  const client = useQueryClient()
  const { act, busy, result, error } = useAct<Closed>()

  function refresh() {
    for (const { path } of [getDeskItem, listDesk, countDesk, listAccounts]) {
      void client.invalidateQueries({ queryKey: [path] })
    }
  }
  /** `key` says which button it is. */
  function close(key: string, send: () => Promise<Closed>) {
    void act(key, async () => {
      try {
        const closed = await send()
        client.setQueryData(
          itemQuery(id).queryKey,
          (known: DeskDetail | undefined) =>
            known && { ...known, ...closed.item, acts: [], suggestions: [], twins: [] },
        )
        refresh()
        return closed
      } catch (refusal) {
        if (isLate(refusal)) refresh()
        throw refusal
      }
    })
  }
  return {
    busy,
    close,
    done: result?.message ?? null,
    late: isLate(error) ? error.message : null,
    failed: isLate(error) ? null : error,
  }
}
export type Closing = ReturnType<typeof useClosing>
