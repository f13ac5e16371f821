import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  type DeskAct,
  type DeskDetail,
  type DeskEffect,
  type DeskItem,
  dismissDeskItem,
  getDeskItem,
  previewDeskAct,
  reopenDeskItem,
  reverseDeskItem,
  type ShownDeskEffect,
  splitDeskItem,
} from '#contract/desk.ts'
import type { Received } from '#contract/endpoint.ts'
import { ApiError, call, query } from '../api.ts'
import { isConflict } from '../ui/error-message.ts'
import { useAction } from '../ui/use-action.ts'
import { changedByBooks } from './changed-by-books.ts'

const withReason = {
  confirm: confirmDeskItem,
  correct: correctDeskItem,
  dismiss: dismissDeskItem,
  reopen: reopenDeskItem,
}

/** Somebody else, or M-Pesa itself, has closed the item meanwhile. */
export const isClosedMeanwhile = (error: Error): boolean =>
  error instanceof ApiError && /^already_|^desk_item_not_found$/.test(error.code)

export const deskItemQuery = (id: number) => query(getDeskItem, { params: { id: String(id) } })

/** An act whose effect is shown and that is not done yet. */
export interface ShownAct {
  act: DeskAct
  effect: ShownDeskEffect
  /** Whether the effect has changed since it was first shown. */
  changed: boolean
}

function send(
  id: number,
  { act: chosen, effect: expected }: ShownAct,
  note: string,
): Promise<Received<typeof reverseDeskItem>> {
  const params = { id: String(id) }
  switch (chosen.act) {
    case 'assign': {
      const { act: _, ...body } = chosen
      return call(assignDeskItem, { params, body: { ...body, expected } })
    }
    case 'split':
      return call(splitDeskItem, { params, body: { parts: chosen.parts, expected } })
    case 'attach':
      return call(attachDeskItem, { params, body: { payment_id: chosen.payment_id, expected } })
    case 'reverse': {
      const { payment_id } = chosen
      return call(reverseDeskItem, { params, body: { payment_id, note, expected } })
    }
    default:
      return call(withReason[chosen.act], { params, body: { note, expected } })
  }
}

/**
 * Decisions about an item. Their effect is shown first and sent along with them. The result is shown at once, and all
 * data that they change is refetched.
 */
export function useDeskAction(id: number, onDone?: (item: DeskItem, message: string) => void) {
  const client = useQueryClient()
  const [shown, setShown] = useState<ShownAct | null>(null)
  const looking = useAction(
    (act: DeskAct) => call(previewDeskAct, { params: { id: String(id) }, body: act }),
    {
      onSuccess: (effect, act) => setShown({ act, effect, changed: false }),
      onError(error) {
        if (!isConflict(error)) return
        for (const { path } of changedByBooks) void client.invalidateQueries({ queryKey: [path] })
      },
    },
  )
  const sending = useAction(
    ({ act, note }: { act: ShownAct; note: string }) => send(id, act, note),
    {
      changes: changedByBooks,
      onSuccess({ item, message, waiting }) {
        setShown(null)
        client.setQueryData(
          deskItemQuery(id).queryKey,
          (known: DeskDetail | undefined) =>
            known && { ...known, ...item, acts: [], suggestions: [], twins: [] },
        )
        if (!waiting) onDone?.(item, message)
      },
      onError(error, { act }) {
        const { waits } = act.effect
        setShown(
          hasChanged(error)
            ? { ...act, effect: { ...newEffect(error), waits }, changed: true }
            : null,
        )
      },
    },
  )
  return {
    /** Shows what an act would change. */
    look(act: DeskAct) {
      sending.reset()
      void looking.run(act)
    },
    isLooking: (act: DeskAct) =>
      looking.busy && JSON.stringify(looking.input) === JSON.stringify(act),
    shown,
    close: () => setShown(null),
    /** Does the act whose effect is shown. */
    send(note = '') {
      looking.reset()
      if (shown) void sending.run({ act: shown, note })
    },
    busy: sending.busy,
    message: sending.result?.message ?? null,
    /** The approval that the act waits for, when it is above the limit. */
    waiting: sending.result?.waiting,
    error: looking.error ?? (hasChanged(sending.error) ? null : sending.error),
  }
}
export type DeskActions = ReturnType<typeof useDeskAction>

const hasChanged = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

const newEffect = (error: ApiError) => error.body?.effect as DeskEffect
