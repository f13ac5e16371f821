import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { planForm, type Standing } from '#contract/agreements.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ksh, readShillings } from '#rules/money.ts'
import { DAYS_AFTER_HELB, lastPlanDay, MOST_INSTALMENTS } from '#rules/plan.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import './agreements.css'

interface Row {
  key: number
  amount: string
  day: string
  /** Number of days after HELB has come; empty for a part with a fixed day. */
  days_after: string
}

export interface SentPlan {
  with_bills: boolean
  parts: { amount: string; day: string | null; days_after: string | null }[]
}

interface Props {
  standing: Pick<Standing, 'owes' | 'with_bills' | 'helb'>
  error: Error | null
  onSend: (plan: SentPlan) => void
  /** Called when the form no longer matches what was sent. */
  onChange?: () => void
  /** The buttons. */
  children: ReactNode
}

/** Splits a sum into shares that are as equal as whole shillings allow. */
const sharesOf = (sum: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    String(Math.floor(sum / count) + (at < sum % count ? 1 : 0)),
  )

/** A plan's dates and sums, for what is owed now or with the coming bills; a part may wait for HELB. */
export function PlanForm({ standing, error, onSend, onChange, children }: Props) {
  const { owes: due, with_bills: bills, helb } = standing
  const [withBills, setWithBills] = useState(due <= 0)
  const owes = withBills && bills ? bills.owes : due
  const [rows, setRows] = useState<Row[]>(() =>
    sharesOf(owes, 2).map((amount, at) => ({ key: at + 1, amount, day: '', days_after: '' })),
  )
  const [problem, setProblem] = useState<{ row: number; field: string; message: string } | null>(
    null,
  )
  const today = dayOf(new Date())
  function change(key: number, change: Partial<Row>) {
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
    setProblem(null)
    onChange?.()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const plan: SentPlan = {
      with_bills: withBills,
      parts: rows.map(({ amount, day, days_after }) => ({
        amount,
        day: days_after === '' ? day : null,
        days_after: days_after === '' ? null : days_after,
      })),
    }
    const issue = planForm.safeParse(plan).error?.issues[0]
    if (!issue) return onSend(plan)
    const [, row, field] = issue.path
    setProblem({ row: Number(row ?? 0), field: String(field ?? 'day'), message: issue.message })
  }
  const errorOf = (index: number, field: string) =>
    problem?.row === index && problem.field === field ? problem.message : null
  const sum = rows.reduce((total, { amount }) => total + (readShillings(amount) ?? 0), 0)
  const refusal =
    error instanceof ApiError && error.fields.parts
      ? error.fields.parts
      : error && errorMessage(error, WENT_WRONG)
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {bills &&
        (due > 0 ? (
          <SelectField
            label="What the plan covers"
            value={withBills ? 'bills' : 'due'}
            options={[
              { value: 'due', label: `What is owed now: ${ksh(due)}` },
              {
                value: 'bills',
                label: `That and the bills due by ${formatDay(bills.by)}: ${ksh(bills.owes)}`,
              },
            ]}
            onChange={({ target }) => {
              const planned = target.value === 'bills'
              setWithBills(planned)
              const shares = sharesOf(planned ? bills.owes : due, rows.length)
              setRows(rows.map((row, at) => ({ ...row, amount: shares[at] ?? '' })))
              onChange?.()
            }}
          />
        ) : (
          <p className="small tabular">
            This plan covers all {ksh(bills.owes)} billed so far, due by {formatDay(bills.by)}.
          </p>
        ))}
      {rows.map((row, index) => (
        <fieldset key={row.key} className="plan-row">
          <legend>Part {index + 1}</legend>
          <TextField
            label="Amount, Ksh"
            inputMode="numeric"
            className="tabular"
            error={errorOf(index, 'amount')}
            value={row.amount}
            onChange={({ target }) => change(row.key, { amount: target.value })}
          />
          <div className="field-pair">
            {helb && (
              <SelectField
                label="When"
                value={row.days_after}
                options={[
                  { value: '', label: 'On a day' },
                  ...[0, DAYS_AFTER_HELB, 14, 30].map((days) => ({
                    value: String(days),
                    label:
                      days === 0 ? 'On the day HELB comes' : `Within ${days} days after HELB comes`,
                  })),
                ]}
                onChange={({ target }) => change(row.key, { days_after: target.value })}
              />
            )}
            {row.days_after === '' && (
              <TextField
                label="By"
                type="date"
                className="tabular"
                min={today}
                max={lastPlanDay(today)}
                error={errorOf(index, 'day')}
                value={row.day}
                onChange={({ target }) => change(row.key, { day: target.value })}
              />
            )}
          </div>
          {rows.length > 1 && (
            <div>
              <Button
                variant="quiet compact aligned"
                onClick={() => {
                  setRows(rows.filter(({ key }) => key !== row.key))
                  onChange?.()
                }}
              >
                Remove part {index + 1}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {helb && <p className="small muted">HELB is expected on {formatDay(helb.day)}.</p>}
      <p className="small tabular" role="status">
        {sum === owes ? `Total ${ksh(sum)}: all of it.` : `Total ${ksh(sum)} of ${ksh(owes)}.`}
      </p>
      {rows.length < MOST_INSTALMENTS && (
        <div>
          <Button
            variant="secondary compact"
            icon={Plus}
            onClick={() => {
              const key = Math.max(...rows.map((row) => row.key)) + 1
              const amount = String(Math.max(0, owes - sum) || '')
              setRows([...rows, { key, amount, day: '', days_after: '' }])
              onChange?.()
            }}
          >
            Add a part
          </Button>
        </div>
      )}
      {refusal && <FormError id="plan-error">{refusal}</FormError>}
      {children}
    </form>
  )
}
