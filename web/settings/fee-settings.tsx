import { useState } from 'react'
import { Link } from 'react-router'
import {
  changeFees,
  changeLateFees,
  type Fee,
  getFees,
  getLateFees,
  type LateFeeSettings,
  lateFeeForm,
} from '#contract/fees.ts'
import {
  addDays,
  dayOf,
  formatDay,
  isDay,
  type Month,
  monthOf,
  nextMonth,
} from '#rules/calendar.ts'
import { monthAndYear } from '#rules/fee.ts'
import { termsOf, termsText } from '#rules/late-fee.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { type EntryProps, ListSettings } from './list-settings.tsx'
import { Sentence } from './sentence.tsx'
import { useUnsaved } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

const newFee: Fee = { id: null, name: '', amount: 500, may_vary: false, active: true, next: null }

/** Fees suggested as a start; each residence has its own. */
const usualFees: Fee[] = [
  { ...newFee, name: 'Damage', amount: 1000, may_vary: true },
  { ...newFee, name: 'Key replacement', amount: 500 },
  { ...newFee, name: 'Overnight guest', amount: 300 },
  { ...newFee, name: 'Joining fee', amount: 1000 },
]

/** The price list of fees charged besides rent, and the fees for late rent. */
export const Fees = () => (
  <div className="stack-large">
    <ListSettings<Fee>
      noun="fee"
      hint="What tenants pay besides rent. Changes here don’t affect fees already charged."
      get={getFees}
      save={(was, now) => call(changeFees, { body: { was, now } })}
      empty={newFee}
      suggested={{ label: 'Start with four usual fees', entries: usualFees }}
      titleOf={({ name }) => name || 'New fee'}
      lineOf={feeLine}
    >
      {FeeFields}
    </ListSettings>
    <LateFees />
  </div>
)

const feeLine = ({ amount, may_vary, active, next }: Fee) =>
  [
    ...(Number.isNaN(amount) ? [] : [ksh(amount)]),
    ...(may_vary ? ['or another amount'] : []),
    ...(active ? [] : ['not charged']),
    ...(next && isDay(next.from) ? [`another price from ${formatDay(next.from)}`] : []),
  ].join(' · ')

const typedNumber = (value: number) => (Number.isNaN(value) ? '' : value)

const FeeFields = ({ entry, error, onChange }: EntryProps<Fee>) => {
  const { next } = entry
  const tomorrow = addDays(dayOf(new Date()), 1)
  return (
    <>
      <Sentence
        label="Fee"
        value={entry.name}
        error={error('name')}
        onChange={({ target }) => onChange({ ...entry, name: target.value })}
      />
      <TextField
        label="Price, Ksh"
        type="number"
        inputMode="numeric"
        min={1}
        value={typedNumber(entry.amount)}
        error={error('amount')}
        onChange={({ target }) => onChange({ ...entry, amount: target.valueAsNumber })}
      />
      <div>
        <Check
          label="Staff may charge another amount"
          checked={entry.may_vary}
          onChange={(may_vary) => onChange({ ...entry, may_vary })}
        />
        <Check
          label="Can be charged"
          checked={entry.active}
          onChange={(active) => onChange({ ...entry, active })}
        />
        <Check
          label="New price from a later day"
          checked={next !== null}
          onChange={(planned) =>
            onChange({ ...entry, next: planned ? { amount: entry.amount, from: tomorrow } : null })
          }
        />
      </div>
      {next && (
        <div className="field-pair">
          <TextField
            label="New price, Ksh"
            type="number"
            inputMode="numeric"
            min={1}
            value={typedNumber(next.amount)}
            error={error('next.amount')}
            onChange={({ target }) =>
              onChange({ ...entry, next: { ...next, amount: target.valueAsNumber } })
            }
          />
          <TextField
            label="First day"
            type="date"
            className="tabular"
            min={tomorrow}
            value={next.from}
            error={error('next.from')}
            onChange={({ target }) => onChange({ ...entry, next: { ...next, from: target.value } })}
          />
        </div>
      )}
    </>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className="check-label">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span>{label}</span>
  </label>
)

/** The fees for rent that isn't paid on time; none unless the residence sets them. */
function LateFees() {
  const { data, error, refetch } = useSetting(getLateFees)
  return (
    <section className="plate padded setting-fields" aria-labelledby="late-fees">
      <div>
        <h2 id="late-fees">Late rent</h2>
        <p className="muted">
          Each month’s rent gets one late fee at most. None is charged while a tenant is waiting to
          hear about a missing payment, or on what they have promised or planned to pay, as long as
          they keep to it. Each late fee names its month and can be taken back.
        </p>
        <p className="muted">
          Bweni’s own terms say that there are no fees on top. If you use them, change your{' '}
          <Link to="/staff/settings/terms">terms</Link> first.
        </p>
      </div>
      {data ? (
        <div className="stack">
          <LateFeeTerms terms={data} />
          <Permitted to="settings">
            <LateFeeForm latest={data} />
          </Permitted>
        </div>
      ) : error ? (
        <LoadError
          message={errorMessage(error, 'The late fees couldn’t be loaded.')}
          onRetry={() => refetch()}
        />
      ) : (
        <Skeleton lines={['row']} />
      )}
    </section>
  )
}

/** The terms that apply this month, and those that follow. */
function currentTerms(terms: LateFeeSettings, month: Month) {
  const now = termsOf(terms, month)
  return terms.filter((one) => one === now || one.from_month > month)
}

function LateFeeTerms({ terms }: { terms: LateFeeSettings }) {
  const listed = currentTerms(terms, monthOf(new Date()))
  if (listed.length === 0) return <p role="status">Late rent costs nothing.</p>
  return (
    <div role="status" className="stack-small tabular">
      {listed.map((one) => (
        <p key={one.from_month}>
          <b>From the rent of {monthAndYear(one.from_month)} on:</b> {termsText(one)}
        </p>
      ))}
    </div>
  )
}

const lateFields = ['grace_days', 'per', 'value', 'cap'] as const

/** The latest terms as they are typed. */
function typedTerms(terms: LateFeeSettings) {
  const last = terms.at(-1)
  return {
    grace_days: String(last?.grace_days ?? 5),
    per: last?.amount != null ? ('amount' as const) : ('percent' as const),
    value: String(last?.amount ?? last?.percent ?? ''),
    cap: String(last?.cap ?? ''),
  }
}

function LateFeeForm({ latest }: { latest: LateFeeSettings }) {
  const setting = useSettingForm(getLateFees, lateFeeForm, latest, {
    typed: typedTerms,
    save: (body) => call(changeLateFees, { body }),
    fields: lateFields,
  })
  const { form, was, submit, busy, changes, follow } = setting
  const { errors } = form.formState
  useUnsaved(changes > 0)
  const [switching, setSwitching] = useState(false)
  const off = useAction(() => call(changeLateFees, { body: { was: latest, now: null } }), {
    changes: [getLateFees],
    onSuccess: follow,
  })
  const per = form.watch('per')
  const from = monthAndYear(nextMonth(monthOf(new Date())))
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Days of grace after the rent is due"
        inputMode="numeric"
        error={errors.grace_days?.message}
        {...form.register('grace_days')}
      />
      <SelectField
        label="The fee is"
        options={[
          { value: 'percent', label: 'Percent of unpaid rent' },
          { value: 'amount', label: 'A fixed amount' },
        ]}
        error={errors.per?.message}
        {...form.register('per')}
      />
      <div className="field-pair">
        <TextField
          label={per === 'amount' ? 'Late fee, Ksh' : 'Percent'}
          inputMode="numeric"
          error={errors.value?.message}
          {...form.register('value')}
        />
        {per === 'percent' && (
          <TextField
            label="At most, Ksh"
            optional
            inputMode="numeric"
            error={errors.cap?.message}
            {...form.register('cap')}
          />
        )}
      </div>
      {errors.root?.refused && (
        <FormError id="late-fees-error">{errors.root.refused.message}</FormError>
      )}
      <div className="row wrap">
        <SubmitButton busy={busy}>Set from {from} on</SubmitButton>
        {was.length > 0 && (
          <Button variant="quiet danger-text" onClick={() => setSwitching(true)}>
            Switch it off
          </Button>
        )}
      </div>
      <ActionResult
        success={null}
        error={off.error}
        fallback="It couldn’t be saved. Please try again."
      />
      {switching && (
        <ConfirmDialog
          title="Switch late fees off?"
          confirmLabel="Switch them off"
          danger
          busy={off.busy}
          onConfirm={() => void off.run().then(() => setSwitching(false))}
          onClose={() => setSwitching(false)}
        >
          <p>From now on nobody is charged a late fee. Earlier ones stay.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
