import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import { query } from '../api.ts'
import { useFormAction, useLoaded, useSchemaForm } from '../ui/form.ts'
import { changedFields } from './unsaved.tsx'

type Setting = Endpoint & { reply: unknown }

/** What is saved. It isn't fetched again by itself, so that nothing changes below what is being typed. */
export const useSetting = <E extends Setting>(get: E) =>
  useQuery({
    ...query<Setting>(get, {}),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  }) as UseQueryResult<Received<E>>

interface Options<Value, Input, Output> {
  /** The saved values as they are typed. */
  typed: (saved: Value) => Input
  save: (change: { was: Value; now: Output }) => Promise<Value>
  fields: readonly Path<Input & FieldValues>[]
  /** Further endpoints whose data it changes. */
  changes?: readonly { path: string }[]
}

/**
 * The form of a setting. It is saved as a change of what was loaded, so that the server refuses to overwrite what a colleague has
 * saved meanwhile. After that, fields that weren't edited show theirs, and saving once more is a decision.
 */
export function useSettingForm<Value, Input extends FieldValues, Output extends FieldValues>(
  get: Setting,
  schema: z.ZodMiniType<Output, Input>,
  latest: Value,
  { typed, save, fields, changes = [] }: Options<Value, Input, Output>,
) {
  const client = useQueryClient()
  const [was, onError, reopen] = useLoaded(latest)
  const form = useSchemaForm(schema, {
    values: typed(was),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  /** Every field as it is saved. The form's own options would keep those that were edited. */
  const show = (saved: Value) =>
    form.reset(typed(saved) as DefaultValues<Input>, { keepDirtyValues: false, keepErrors: false })
  function follow(saved: Value) {
    client.setQueryData(query(get, {}).queryKey, saved)
    reopen(saved)
    show(saved)
  }
  const { submit, busy, result } = useFormAction(form, (now) => save({ was, now }), {
    fields,
    changes: [get, ...changes],
    onSuccess: follow,
    onError,
  })
  const count = changedFields(form.formState)
  // As long as nothing is typed, it shows what a colleague has saved meanwhile.
  if (count === 0 && !busy && JSON.stringify(was) !== JSON.stringify(latest)) reopen(latest)
  return {
    form,
    was,
    submit,
    busy,
    changes: count,
    isSaved: result !== null && count === 0,
    discard: () => show(was),
    /** Takes over what was saved otherwise than by this form. */
    follow,
  }
}
