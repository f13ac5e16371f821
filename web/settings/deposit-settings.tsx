import { getAssistant } from '#contract/assistant.ts'
import {
  changeDepositRule,
  depositRuleForm,
  getDepositRule,
  type StoredDepositRule,
} from '#contract/deposits.ts'
import { getOnboardingCompany } from '#contract/onboarding.ts'
import { call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SaveBar } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

/** The deposit asked of tenants who move in from now on. */
export function DepositSettings() {
  const { data, error, refetch } = useSetting(getDepositRule)
  if (data) return <RuleForm latest={data} />
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

/** The rule's values as text, as they are typed; those that don't apply are null. */
const typedOf = ({ amount, months, days }: StoredDepositRule) => ({
  amount: amount === null ? null : String(amount),
  months: months === null ? null : String(months),
  days: String(days),
})

function RuleForm({ latest }: { latest: StoredDepositRule }) {
  const setting = useSettingForm(getDepositRule, depositRuleForm, latest, {
    typed: typedOf,
    save: (body) => call(changeDepositRule, { body }),
    fields: ['amount', 'months', 'days'],
    changes: [getOnboardingCompany, getAssistant],
  })
  const { form, was, submit, busy, changes, isSaved, discard } = setting
  const { errors } = form.formState
  const [amount, months] = form.watch(['amount', 'months'])
  const kind: Kind = amount !== null ? 'amount' : months !== null ? 'months' : 'none'
  function choose(chosen: Kind) {
    const saved = typedOf(was)
    for (const name of ['amount', 'months'] as const) {
      form.setValue(name, chosen === name ? (saved[name] ?? '') : null, { shouldDirty: true })
      form.clearErrors(name)
    }
  }
  const field = (name: 'amount' | 'months' | 'days') => ({
    inputMode: 'numeric' as const,
    error: errors[name]?.message,
    announce: true,
    ...form.register(name),
  })
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <p className="muted">
        Applies to people who move in from now on; earlier agreements stay as they are. A deposit is
        held for the tenant and is never income.
      </p>
      <div className="setting-fields">
        <SelectField
          label="Deposit asked"
          options={kinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={({ target }) => choose(target.value as Kind)}
        />
        {kind === 'amount' && <TextField label="Deposit, Ksh" {...field('amount')} />}
        {kind === 'months' && <TextField label="Months of rent" {...field('months')} />}
        <TextField
          label="Days to give it back"
          hint="Counted from the day they move out. Tenants see this, and you see what is late."
          {...field('days')}
        />
      </div>
      {errors.root?.refused && (
        <FormError id="deposit-rule-error">{errors.root.refused.message}</FormError>
      )}
      <SaveBar changes={changes} busy={busy} onDiscard={discard}>
        <ActionResult success={isSaved && 'Saved. The move-in form now shows it.'} error={null} />
      </SaveBar>
    </form>
  )
}
