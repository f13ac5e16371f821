import { useQueryClient } from '@tanstack/react-query'
import { listAccounts } from '#contract/desk.ts'
import {
  getRoom,
  getTenant,
  listFormerTenants,
  listRoomNumbers,
  listTenants,
} from '#contract/tenancy.ts'
import { ApiError } from '../../api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { useAct } from '../../ui/use-act.ts'

const changed = [
  listTenants,
  listRoomNumbers,
  getTenant,
  listFormerTenants,
  getRoom,
  listAccounts,
] as const

/** The field's own sentence where only a field was wrong, else the server's, else ours. */
export const refusalWords = (error: Error, otherwise: string): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || errorMessage(error, otherwise)

/**
 * Does something to a tenancy; whatever it changes is asked for again, also when somebody else was
 * faster.
 */
export function useMoving<Result>() {
  const client = useQueryClient()
  const { act, busy, result, error } = useAct<Result>()

  function refresh() {
    for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] })
  }
  const move = (send: () => Promise<Result>) =>
    act('move', async () => {
      try {
        const moved = await send()
        refresh()
        return moved
      } catch (refusal) {
        if (refusal instanceof ApiError && [404, 409].includes(refusal.status)) refresh()
        throw refusal
      }
    })
  return { move, busy: busy !== null, result, error }
}
