import { useQueryClient } from '@tanstack/react-query'
import {
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  type DeskDetail,
  dismissDeskItem,
  getDeskItem,
  listAccounts,
  listDesk,
  reopenDeskItem,
  reverseDeskItem,
} from '#contract/desk.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { getLedgerTotals, listLedger } from '#contract/ledger.ts'
import { ApiError, call, query } from '../api.ts'
import { tenantLists } from '../tenancy/staff/use-tenants.ts'
import { useAction } from '../ui/use-action.ts'

const withReason = {
  confirm: confirmDeskItem,
  correct: correctDeskItem,
  dismiss: dismissDeskItem,
  reopen: reopenDeskItem,
}

/** A decision of staff about an item. */
export type DeskDecision =
  | { type: 'assign'; body: CallInput<typeof assignDeskItem>['body'] }
  | { type: 'attach'; body: CallInput<typeof attachDeskItem>['body'] }
  | { type: 'reverse'; body: CallInput<typeof reverseDeskItem>['body'] }
  | { type: keyof typeof withReason; body: { note: string } }

/** Somebody else, or M-Pesa itself, has closed the item meanwhile. */
export const isClosedMeanwhile = (error: Error): boolean =>
  error instanceof ApiError && /^already_|^desk_item_not_found$/.test(error.code)

export const deskItemQuery = (id: number) => query(getDeskItem, { params: { id: String(id) } })

function send(id: number, action: DeskDecision) {
  const params = { id: String(id) }
  if (action.type === 'assign') return call(assignDeskItem, { params, body: action.body })
  if (action.type === 'attach') return call(attachDeskItem, { params, body: action.body })
  if (action.type === 'reverse') return call(reverseDeskItem, { params, body: action.body })
  return call(withReason[action.type], { params, body: action.body })
}

/** Sends decisions about an item. The result is shown at once, and all data that it changes is refetched. */
export function useDeskAction(id: number) {
  const client = useQueryClient()
  const { run, busy, input, result, error } = useAction(
    (action: DeskDecision) => send(id, action),
    {
      changes: [
        getDeskItem,
        listDesk,
        countDesk,
        listAccounts,
        ...tenantLists,
        listLedger,
        getLedgerTotals,
      ],
      onSuccess({ item }) {
        client.setQueryData(
          deskItemQuery(id).queryKey,
          (known: DeskDetail | undefined) =>
            known && { ...known, ...item, acts: [], suggestions: [], twins: [] },
        )
      },
    },
  )
  return {
    run: (action: DeskDecision) => void run(action),
    /** The decision that is being sent. */
    pending: busy ? (input ?? null) : null,
    message: result?.message ?? null,
    error,
  }
}
export type DeskActions = ReturnType<typeof useDeskAction>
