import { changePromiseRules, getPromiseRules, promiseRulesForm } from '#contract/calls.ts'
import type { Received } from '#contract/endpoint.ts'
import { counted } from '#rules/money.ts'
import { call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SettingGroup } from './setting-group.tsx'
import { SaveBar } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

/** The rules for promises in the assistant. Promises already made stay as they are. */
export function PromiseSettings() {
  const { data, error, refetch } = useSetting(getPromiseRules)
  return (
    <SettingGroup id="promise-rules" title="Promises to pay" line={data && ruleLine(data)}>
      <div className="setting-fields">
        <p className="muted">
          Tenants who can’t pay everything at once can promise a day in the assistant, one promise
          at a time. Until that day they aren’t asked for it. Changes here don’t affect promises
          already made.
        </p>
        {data ? (
          <RulesForm latest={data} />
        ) : error ? (
          <LoadError
            message={errorMessage(error, 'The rules couldn’t be loaded.')}
            onRetry={() => refetch()}
          />
        ) : (
          <Skeleton lines={['row', 'row']} />
        )}
      </div>
    </SettingGroup>
  )
}

type Rules = Received<typeof getPromiseRules>

const ruleLine = ({ allowed, days, percent }: Rules) =>
  allowed
    ? `Up to ${counted(days, 'day')} ahead, ${percent}% of what is owed`
    : 'Tenants may not promise a day'

const typed = ({ allowed, days, percent, per_half_year }: Rules) => ({
  allowed,
  days: String(days),
  percent: String(percent),
  per_half_year: String(per_half_year),
})

function RulesForm({ latest }: { latest: Rules }) {
  const setting = useSettingForm(getPromiseRules, promiseRulesForm, latest, {
    typed,
    save: (body) => call(changePromiseRules, { body }),
    fields: ['days', 'percent', 'per_half_year'],
  })
  const { form, submit, busy, changes, isSaved, discard } = setting
  const { errors } = form.formState
  const field = (name: 'days' | 'percent' | 'per_half_year', label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      className="tabular"
      error={errors[name]?.message}
      {...form.register(name)}
    />
  )
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <label className="check-label">
        <input type="checkbox" {...form.register('allowed')} />
        <span>Tenants may promise a day</span>
      </label>
      <div className="field-pair">
        {field('days', 'Days ahead, at most')}
        {field('percent', 'Percent of what is owed, at most')}
        {field('per_half_year', 'Promises in six months, at most')}
      </div>
      {errors.root?.refused && (
        <FormError id="promise-rules-error">{errors.root.refused.message}</FormError>
      )}
      <SaveBar changes={changes} label="Set the rules" busy={busy} onDiscard={discard}>
        <ActionResult success={isSaved && 'Saved.'} error={null} />
      </SaveBar>
    </form>
  )
}
