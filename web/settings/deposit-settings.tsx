import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { getAssistant } from '#contract/assistant.ts'
import {
  changeDepositRule,
  depositRuleForm,
  getDepositRule,
  type StoredDepositRule,
} from '#contract/deposits.ts'
import { getOnboardingCompany } from '#contract/onboarding.ts'
import { call, query } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { submitOnce } from '../ui/form.ts'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { SaveBar } from './unsaved.tsx'

/** The deposit asked of tenants who move in from now on. */
export function DepositSettings() {
  const { data, error, refetch } = useQuery({
    ...query(getDepositRule, {}),
    // Not refetched, so that text being typed is not replaced.
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
  if (data) return <RuleForm was={data} />
  return error ? (
    <FetchFailed
      title="The settings couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={() => refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['word', 'row', 'word', 'row']} />
  )
}

const kinds = [
  { value: 'none', label: 'No deposit' },
  { value: 'amount', label: 'The same sum for every room' },
  { value: 'months', label: 'Months of the room’s rent' },
] as const
type Kind = (typeof kinds)[number]['value']

/** The rule's values as text, as they are typed; those that don't apply stay empty. */
const typedOf = ({ amount, months, days }: StoredDepositRule) => ({
  kind: (amount !== null ? 'amount' : months !== null ? 'months' : 'none') as Kind,
  amount: String(amount ?? ''),
  months: String(months ?? ''),
  days: String(days),
})

function RuleForm({ was }: { was: StoredDepositRule }) {
  const [typed, setTyped] = useState(typedOf(was))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { kind } = typed
  const { run, reset, busy, result, error } = useAction(
    (now: z.input<typeof depositRuleForm>) => call(changeDepositRule, { body: { was, now } }),
    {
      changes: [getDepositRule, getOnboardingCompany, getAssistant],
      onSuccess: (saved) => setTyped(typedOf(saved)),
    },
  )
  const stored = typedOf(result ?? was)
  const changes = (Object.keys(stored) as (keyof typeof stored)[]).filter(
    (name) => typed[name] !== stored[name],
  ).length
  function save() {
    const now = {
      amount: kind === 'amount' ? typed.amount : null,
      months: kind === 'months' ? typed.months : null,
      days: typed.days,
    }
    const { error: refused } = depositRuleForm.safeParse(now)
    setErrors(
      Object.fromEntries((refused?.issues ?? []).map(({ path, message }) => [path[0], message])),
    )
    if (!refused) void run(now)
  }
  const field = (name: 'amount' | 'months' | 'days') => ({
    inputMode: 'numeric' as const,
    error: errors[name],
    announce: true,
    value: typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <form className="plate padded stack" noValidate onSubmit={submitOnce(busy, save)}>
      <p className="muted">
        Applies to people who move in from now on; earlier agreements stay as they are. A deposit is
        held for the tenant and is never income.
      </p>
      <div className="setting-fields">
        <SelectField
          label="Deposit asked"
          options={kinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={({ target }) => {
            setTyped({ ...typedOf(was), days: typed.days, kind: target.value as Kind })
            setErrors({})
          }}
        />
        {kind === 'amount' && <TextField label="Deposit, Ksh" {...field('amount')} />}
        {kind === 'months' && <TextField label="Months of rent" {...field('months')} />}
        <TextField
          label="Days to give it back"
          hint="Counted from the day they move out. Tenants see this, and you see what is late."
          {...field('days')}
        />
      </div>
      <SaveBar
        changes={changes}
        busy={busy}
        onDiscard={() => {
          setTyped(stored)
          setErrors({})
          reset()
        }}
      >
        <ActionResult
          success={result && changes === 0 && 'Saved. The move-in form now shows it.'}
          error={error}
          fallback="It couldn’t be saved. Please try again."
        />
      </SaveBar>
    </form>
  )
}
