import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isConflict } from './error-message.ts'

interface Options<Input, Result> {
  /** Endpoints whose answers the action changes: they are fetched again, also after a conflict. */
  changes?: readonly { path: string }[]
  /** Runs before `changes` are fetched again. */
  onSuccess?: (result: Result, input: Input) => void
  onError?: (error: Error, input: Input) => void
}

/**
 * Something a person does with one press: a mutation that ignores further presses while it is under
 * way. `input` of the latest one tells which button it was.
 */
export function useAction<Result, Input = void>(
  action: (input: Input) => Promise<Result>,
  { changes = [], onSuccess, onError }: Options<Input, Result> = {},
) {
  const client = useQueryClient()
  const running = useRef(false)

  function refetchChanged() {
    for (const { path } of changes) void client.invalidateQueries({ queryKey: [path] })
  }
  const { mutateAsync, isPending, data, error, variables, reset } = useMutation<
    Result,
    Error,
    Input
  >({
    mutationFn: action,
    // Without a network the call fails at once and says so, instead of waiting for the network.
    networkMode: 'always',
    onSuccess(result, input) {
      onSuccess?.(result, input)
      refetchChanged()
    },
    onError(failure, input) {
      onError?.(failure, input)
      if (isConflict(failure)) refetchChanged()
    },
  })

  /** @returns whether the action succeeded; false as well while another one is under way */
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
