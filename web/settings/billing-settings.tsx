import { Link } from 'react-router'
import {
  type BillingRule,
  type BillingTerm,
  billingRule,
  changeBillingRule,
  changeBillingTerms,
  getBillingRule,
  getBillingTerms,
  listBilledTerms,
} from '#contract/billing.ts'
import { leavingText } from '#rules/bill.ts'
import { addMonths, dayOf, firstDay, monthOf, monthsBetween, nextMonth } from '#rules/calendar.ts'
import { monthAndYear } from '#rules/fee.ts'
import { call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type EntryProps, ListSettings } from './list-settings.tsx'
import { Sentence } from './sentence.tsx'
import { SaveBar } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

/** Whether rent is billed by the month or by the term, and the terms. */
export const BillingSettings = () => (
  <div className="stack-large">
    <Rule />
    <h2>Terms</h2>
    <ListSettings<BillingTerm>
      noun="term"
      hint="The months billed together, for tenants who pay by the term. A term that has been billed keeps its months and its day. Months between terms are charged one at a time."
      get={getBillingTerms}
      save={async (was, now) => call(changeBillingTerms, { body: { was, now } })}
      empty={newTerm()}
      titleOf={({ name }) => name || 'New term'}
      lineOf={({ first_month, last_month }) =>
        `${monthAndYear(first_month)} to ${monthAndYear(last_month)}`
      }
      isSorted
    >
      {TermFields}
    </ListSettings>
    <p>
      <Link to="/staff/billing">Bill a term</Link>
    </p>
  </div>
)

function newTerm(): BillingTerm {
  const first = nextMonth(monthOf(new Date()))
  const last = addMonths(firstDay(first), 3).slice(0, 7)
  return {
    id: null,
    name: '',
    first_month: first,
    last_month: last,
    due_day: `${first}-05`,
  }
}

function TermFields({ entry, error, onChange }: EntryProps<BillingTerm>) {
  const today = dayOf(new Date())
  const first = addMonths(today, -12).slice(0, 7)
  const months = monthsBetween(
    [entry.first_month, first].toSorted()[0] ?? first,
    addMonths(today, 30).slice(0, 7),
  ).map((month) => ({ value: month, label: monthAndYear(month) }))
  return (
    <>
      <Sentence
        label="Name"
        value={entry.name}
        error={error('name')}
        onChange={({ target }) => onChange({ ...entry, name: target.value })}
      />
      <SelectField
        label="First month"
        options={months}
        value={entry.first_month}
        error={error('first_month')}
        onChange={({ target }) => onChange({ ...entry, first_month: target.value })}
      />
      <SelectField
        label="Last month"
        options={months}
        value={entry.last_month}
        error={error('last_month')}
        onChange={({ target }) => onChange({ ...entry, last_month: target.value })}
      />
      <TextField
        label="To be paid by"
        type="date"
        className="tabular"
        value={entry.due_day}
        error={error('due_day')}
        onChange={({ target }) => onChange({ ...entry, due_day: target.value })}
      />
    </>
  )
}

function Rule() {
  const { data, error, refetch } = useSetting(getBillingRule)
  return (
    <section className="plate padded setting-fields" aria-labelledby="billing-rule">
      <div>
        <h2 id="billing-rule">How rent is billed</h2>
        <p className="muted">
          A tenant who pays by the term gets one bill for all its months, at the rent of their room.
          Bills are made automatically on the day they are due, or on the first day of the term if
          that is earlier. You can also bill a term before then.
        </p>
        <p className="muted">
          To bill one tenant differently, open their page. Bills already made stay as they are.
        </p>
      </div>
      {data ? (
        <RuleForm latest={data} />
      ) : error ? (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      ) : (
        <Skeleton lines={['row', 'row']} />
      )}
    </section>
  )
}

const fields = ['billed_by', 'leaving_percent'] as const

const typed = ({ billed_by, leaving_percent }: BillingRule) => ({
  billed_by,
  leaving_percent: String(leaving_percent),
})

function RuleForm({ latest }: { latest: BillingRule }) {
  const setting = useSettingForm(getBillingRule, billingRule, latest, {
    typed,
    save: (body) => call(changeBillingRule, { body }),
    fields,
    changes: [listBilledTerms],
  })
  const { form, submit, busy, changes, isSaved, discard } = setting
  const { errors } = form.formState
  const percent = Number(form.watch('leaving_percent'))
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <SelectField
        label="Rent is billed"
        options={[
          { value: 'month', label: 'By the month' },
          { value: 'term', label: 'By the term' },
        ]}
        error={errors.billed_by?.message}
        {...form.register('billed_by')}
      />
      <TextField
        label="Refund for leaving early, %"
        inputMode="numeric"
        hint={
          Number.isInteger(percent) && percent >= 0 && percent <= 100
            ? leavingText(percent)
            : 'Of the rent for the whole months after they leave.'
        }
        error={errors.leaving_percent?.message}
        {...form.register('leaving_percent')}
      />
      {errors.root?.refused && (
        <FormError id="billing-error">{errors.root.refused.message}</FormError>
      )}
      <SaveBar changes={changes} busy={busy} onDiscard={discard}>
        <ActionResult success={isSaved && 'Saved.'} error={null} />
      </SaveBar>
    </form>
  )
}
