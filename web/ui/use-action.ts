import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isConflict } from './error-message.ts'

export interface ActionOptions<Input, Result> {
  /** Endpoints whose data the action changes: they are refetched, also after a conflict. Settings may change any. */
  changes?: readonly { path: string }[] | 'everything'
  /** Runs before `changes` are refetched. */
  onSuccess?: (result: Result, input: Input) => void
  onError?: (error: Error, input: Input) => void
}

/**
 * An action behind a button: a mutation that ignores further presses while it is running. `input` of the
 * latest one tells which button was pressed.
 */
export function useAction<Result, Input = void>(
  action: (input: Input) => Promise<Result>,
  { changes = [], onSuccess, onError }: ActionOptions<Input, Result> = {},
) {
  const client = useQueryClient()
  const running = useRef(false)

  const refetchChanged = () =>
    changes === 'everything'
      ? client.invalidateQueries()
      : Promise.all(changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  const { mutateAsync, isPending, data, error, variables, reset } = useMutation<
    Result,
    Error,
    Input
  >({
    mutationFn: action,
    // Offline the call fails at once with a message, instead of waiting for the network.
    networkMode: 'always',
    // The input may be personal, so it is not kept once the screen is gone.
    gcTime: 0,
    onSuccess(result, input) {
      onSuccess?.(result, input)
      void refetchChanged()
    },
    // After a conflict the button stays busy until its data is up to date; pressed earlier, it would be refused again.
    async onError(failure, input) {
      onError?.(failure, input)
      if (isConflict(failure)) await refetchChanged()
    },
  })

  /** @returns whether the action succeeded; also false when another one is still running */
  async function run(input: Input): Promise<boolean> {
    if (running.current) return false
    running.current = true
    try {
      await mutateAsync(input)
      return true
    } catch {
      return false
    } finally {
      running.current = false
    }
  }
  return {
    run,
    reset,
    busy: isPending,
    input: variables,
    result: data ?? null,
    error: isPending ? null : error,
  }
}
