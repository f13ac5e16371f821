import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import {
  type Fee,
  feeForm,
  getFees,
  listRecurringFees,
  previewRecurringFee,
  type Recurring,
  startRecurringFee,
  stopRecurringFee,
} from '#contract/fees.ts'
import {
  dayOf,
  firstDay,
  later,
  type Month,
  monthOf,
  monthsBetween,
  nextMonth,
} from '#rules/calendar.ts'
import { latestStart, monthAndYear, spanText } from '#rules/fee.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../../api.ts'
import { changedByBooks } from '../../desk/changed-by-books.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { Permitted } from '../../permission.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PreviewedButtons } from '../../ui/previewed-buttons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAction } from '../../ui/use-action.ts'
import { EffectLine } from './enter-by-hand.tsx'

/** Charges a tenant a fee from the price list, once or every month, after showing the effect. */
export function ChargeFee({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...query(getFees, {}), enabled: open })
  const fees = data?.filter(({ active }) => active)
  if (!open) {
    return (
      <div>
        <Button variant="secondary compact" icon={Receipt} onClick={() => setOpen(true)}>
          Charge a fee
        </Button>
      </div>
    )
  }
  if (fees && fees.length > 0) return <FeeForm id={id} fees={fees} onClose={() => setOpen(false)} />
  return (
    <div className="suggestion stack">
      {fees ? (
        <p>
          Nothing on the price list can be charged.{' '}
          <Link to="/staff/settings/fees">Open the price list</Link>
        </p>
      ) : error ? (
        <LoadError
          message={errorMessage(error, 'The price list couldn’t be loaded.')}
          onRetry={() => refetch()}
        />
      ) : (
        <Skeleton lines={['row', 'row']} />
      )}
      <div>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Close
        </Button>
      </div>
    </div>
  )
}

const fields = ['fee', 'amount', 'from_month', 'until_month', 'reason'] as const

const monthOptions = (first: Month, last: Month) =>
  monthsBetween(first, last).map((month) => ({ value: month, label: monthAndYear(month) }))

/** The price of a fee on a day, including a planned change. */
const priceOf = ({ amount, next }: Fee, day: string) =>
  next && next.from <= day ? next.amount : amount

interface FormProps {
  id: string
  fees: Fee[]
  onClose: () => void
}

function FeeForm({ id, fees, onClose }: FormProps) {
  const params = { id }
  const today = dayOf(new Date())
  const month = monthOf(new Date())
  const [first] = fees
  const form = useSchemaForm(feeForm, {
    defaultValues: {
      fee: first?.id ?? '',
      amount: String(first?.amount ?? ''),
      every: 'once',
      from_month: month,
      until_month: '',
      reason: '',
    },
  })
  const { errors } = form.formState
  const values = form.watch()
  const fee = fees.find((one) => String(one.id) === String(values.fee))
  const monthly = values.every === 'month'
  /** Fills in the price of the chosen fee on the day from which it is charged. */
  function fillIn() {
    const { fee: chosen, every, from_month } = form.getValues()
    const day = every === 'month' ? later(today, firstDay(from_month)) : today
    const one = fees.find((known) => String(known.id) === String(chosen))
    if (one) form.setValue('amount', String(priceOf(one, day)))
  }
  const chosen = { onChange: fillIn }
  const entryOf = ({ fee, amount, reason }: typeof values) =>
    ({ kind: 'fee', fee, amount, reason, on: today }) as const
  const act = usePreviewedForm(form, {
    fields,
    changes: changedByBooks,
    look: (typed) =>
      typed.every === 'month'
        ? call(previewRecurringFee, { params, body: typed })
        : call(previewEntry, { params, body: entryOf(typed) }),
    async enter(typed, sent) {
      const { after } = await (monthly
        ? call(startRecurringFee, { params, body: { recurring: typed, ...sent } })
        : call(enterByHand, { params, body: { entry: entryOf(typed), ...sent } }))
      return { after, name: fee?.name ?? '', monthly }
    },
    onEntered: () => form.reset(),
  })
  const { effect } = act
  const span = {
    from_month: values.from_month,
    until_month: String(values.until_month ?? '') || null,
  }
  return (
    <form className="suggestion stack" noValidate aria-label="Charge a fee" onSubmit={act.submit}>
      <SelectField
        label="Fee"
        options={fees.map((one) => ({
          value: String(one.id),
          label: `${one.name}, ${ksh(one.amount)}`,
        }))}
        error={errors.fee?.message}
        {...form.register('fee', chosen)}
      />
      <div className="field-pair">
        <TextField
          label="Amount, Ksh"
          inputMode="numeric"
          readOnly={!fee?.may_vary}
          hint={fee?.may_vary ? undefined : 'As in the price list.'}
          error={errors.amount?.message}
          {...form.register('amount')}
        />
        <SelectField
          label="How often"
          options={[
            { value: 'once', label: 'Once, today' },
            { value: 'month', label: 'Every month' },
          ]}
          {...form.register('every', chosen)}
        />
      </div>
      {monthly && (
        <div className="field-pair">
          <SelectField
            label="First month"
            options={monthOptions(month, latestStart(month))}
            error={errors.from_month?.message}
            {...form.register('from_month', chosen)}
          />
          <SelectField
            label="Last month"
            placeholder="Until it is stopped"
            options={monthOptions(span.from_month, latestStart(span.from_month))}
            error={errors.until_month?.message}
            {...form.register('until_month')}
          />
        </div>
      )}
      <TextArea
        label="Note"
        optional
        hint="The tenant sees this."
        rows={2}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {errors.root?.refused && <FormError id="fee-error">{errors.root.refused.message}</FormError>}
      <PreviewedButtons act={act} label="Charge it" onClose={onClose}>
        {effect && (
          <>
            <EffectLine effect={effect} />
            {monthly && (
              <p>
                {ksh(Number(values.amount))} {spanText(span)}, with the rent.
              </p>
            )}
          </>
        )}
      </PreviewedButtons>
      <ActionResult
        takesFocus
        success={
          act.result &&
          `${act.result.name} is charged${act.result.monthly ? ' every month' : ''}. ${formatBalance(act.result.after, 'toPay')}.`
        }
        error={act.error}
        fallback="It couldn’t be saved. Please try again: it won’t be charged twice."
      />
    </form>
  )
}

/** The fees that a tenant is charged every month besides rent; nothing is shown if there are none. */
export function RecurringFees({ id }: { id: string }) {
  const params = { id }
  const { data, error, refetch } = useQuery(query(listRecurringFees, { params }))
  const [stopping, setStopping] = useState<Recurring>()
  const stop = useAction(
    (fee: number) => call(stopRecurringFee, { params: { id, fee: String(fee) } }),
    { changes: changedByBooks },
  )
  if (error && !data) {
    return (
      <LoadError
        message={errorMessage(error, 'The monthly fees couldn’t be loaded.')}
        onRetry={() => refetch()}
      />
    )
  }
  if (!data || data.length === 0) return null
  const month = monthOf(new Date())
  return (
    <section aria-labelledby="monthly-fees">
      <h3 id="monthly-fees">Every month besides rent</h3>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <b>{one.name}</b>
            <b className="money">{ksh(one.amount)}</b>
            <div className="ledger-second">
              <span className="small muted ledger-detail">
                <span>{spanText(one)}</span>
                <span>{one.by_list ? 'at the price of the list' : 'as agreed'}</span>
                <span>by {one.by}</span>
                {one.note && <q>{one.note}</q>}
              </span>
            </div>
            {one.until_month !== month && (
              <div className="entry-acts">
                <Permitted to="money">
                  <Button variant="quiet compact" onClick={() => setStopping(one)}>
                    Stop<span className="visually-hidden"> {one.name}</span>
                  </Button>
                </Permitted>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ActionResult success={stop.result && 'It’s no longer charged.'} error={stop.error} />
      {stopping && (
        <ConfirmDialog
          title={`Stop ${stopping.name}?`}
          confirmLabel="Stop it"
          busy={stop.busy}
          onConfirm={() => void stop.run(stopping.id).then(() => setStopping(undefined))}
          onClose={() => setStopping(undefined)}
        >
          <p>
            {stopping.from_month > month
              ? `It won’t begin in ${monthAndYear(stopping.from_month)}.`
              : `From ${monthAndYear(nextMonth(month))} on it isn’t charged. What has been charged stays, and can be taken back in the ledger.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
