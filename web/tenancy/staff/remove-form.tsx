import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getTenantDeposit } from '#contract/deposits.ts'
import { removeTenant, type Tenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import {
  departureDateError,
  latestPlannableDay,
  type RemovalReason,
  removalReasons,
} from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { labelOf, waitConsequence } from '../../approvals/waiting-note.tsx'
import {
  changesText,
  Differences,
  shownOf,
  useRemovalChanges,
} from '../../billing/billed-changes.tsx'
import { changedByBooks } from '../../desk/changed-by-books.ts'
import { depositsPath } from '../../desk/texts.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { useMay } from '../../permission.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { useAction } from '../../ui/use-action.ts'
import { removalReasonLabels } from './labels.ts'
import {
  DayField,
  type Move,
  MoveForm,
  type MoveSuccess,
  usePreselectedTenant,
} from './move-form.tsx'
import type { Summary } from './move-summary.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import {
  changedByMoves,
  latestAct,
  plannedStays,
  type ShownTenant,
  useQuestion,
  useTenants,
} from './use-tenants.ts'

const reasons = removalReasons.map((value) => ({ value, label: removalReasonLabels[value] }))

interface Body extends ReturnType<typeof shownOf> {
  removal_reason: RemovalReason
  comments: string
  departure_date: Day
}

/**
 * A removal that is being filled in, and what it would change.
 * @param tenant who is to leave
 * @param shown the same tenant as loaded for the summary; null until staff ask for it
 */
export function useRemoval(
  tenant: Tenant | null,
  shown: ShownTenant | null,
  onDone: (done: MoveSuccess) => void,
) {
  const [day, setDay] = useState<Day>('')
  const [reason, setReason] = useState<RemovalReason | ''>('')
  const [comments, setComments] = useState('')
  const [months, setMonths] = useState<{ of: string; chosen: string[] }>()
  const mayCorrect = useMay('money')
  const id = tenant?.id ?? 0

  const deposit = useQuery({
    ...query(getTenantDeposit, { params: { id } }),
    enabled: tenant !== null,
  })
  const held = tenant === null ? 0 : (deposit.data?.held ?? 0)

  const today = dayOf(new Date())
  const dayError =
    day === '' ? null : departureDateError(day, { from_day: tenant?.from ?? '' }, today)
  const of = `${id}, ${day}`
  const corrected_months = months?.of === of ? months.chosen : undefined
  const asked = shown && isDay(day) && !dayError ? { tenant: shown, day } : null
  const billed = useRemovalChanges(id, asked && { departure_date: asked.day, corrected_months })

  const removal = useAction(
    async ({ tenant, body }: { tenant: ShownTenant; body: Body }): Promise<MoveSuccess> => {
      const { id, full_name, room, from } = tenant
      const { message, closing_balance, waiting } = await call(removeTenant, {
        body: { id, ...body, expected_act: latestAct(tenant.detail) },
      })
      const day = body.departure_date
      const planned = day > today && day !== from
      const left = day < today ? `They left on ${formatDay(day)}. ` : ''
      const when = planned ? `${room} is free from ${formatDay(day)}` : `${left}${room} is free now`
      const balance = planned ? 'Balance today' : 'Closing balance'
      const rest = held > 0 ? ` Deposit to give back: ${ksh(held)}.` : ''
      const detail = `${when}. ${balance}: ${formatBalance(closing_balance, 'toPay')}.${rest}`
      return { tenant_id: id, full_name, message, detail, waiting }
    },
    {
      changes: [...changedByBooks, ...changedByMoves],
      onSuccess(done) {
        setDay('')
        setReason('')
        setComments('')
        onDone(done)
      },
    },
  )
  const move: Move = {
    ...removal,
    label: 'Remove tenant',
    danger: true,
    fallback: 'An error occurred while removing the tenant. Please try again.',
    missing: [!tenant && 'a tenant', day === '' && 'a day', reason === '' && 'a reason'].filter(
      (word) => word !== false,
    ),
    invalid: dayError !== null,
    isChecking: billed.isLoading,
    isStale: billed.isPlaceholderData,
    summary: asked && {
      ...summaryOf(asked, today, billed, deposit),
      choices: (
        <Differences
          changes={billed.data}
          because={
            day === asked.tenant.from ? 'they never had the room' : `they left on ${formatDay(day)}`
          }
          chosen={corrected_months}
          onChoose={(chosen) => setMonths({ of, chosen })}
        />
      ),
    },
    async send() {
      if (!asked || !reason) return
      const shown = shownOf(billed.data, corrected_months, mayCorrect)
      const body = { removal_reason: reason, comments, departure_date: asked.day, ...shown }
      await removal.run({ tenant: asked.tenant, body })
    },
  }
  return { move, today, held, day, setDay, dayError, reason, setReason, comments, setComments }
}

interface FieldsProps {
  removal: ReturnType<typeof useRemoval>
  tenant: Tenant | null
}

/** The day, the reason and comments; and the deposit that is held. */
export const RemovalFields = ({ removal, tenant }: FieldsProps) => (
  <>
    {removal.held > 0 && (
      <p className="small" role="status">
        You hold their deposit of <b className="money">{ksh(removal.held)}</b>.
      </p>
    )}
    <div className="field-pair">
      <DayField
        label="Departure date"
        day={removal.day}
        onChange={removal.setDay}
        min={tenant?.from}
        max={latestPlannableDay(removal.today)}
        hint="Their place is free from this day."
        error={removal.dayError}
        today={removal.today}
      />
      <SelectField
        label="Reason"
        className="tabular"
        placeholder="Choose a reason"
        options={reasons}
        value={removal.reason}
        onChange={({ target }) => removal.setReason(target.value as RemovalReason | '')}
      />
    </div>
    <Field label="Comments" optional hint="Only staff see this.">
      {(control) => (
        <textarea
          {...control}
          className="input area"
          rows={2}
          maxLength={2000}
          value={removal.comments}
          onChange={({ target }) => removal.setComments(target.value)}
        />
      )}
    </Field>
  </>
)

/** The form on the home page, for any tenant. */
export function RemoveForm() {
  const preselected = usePreselectedTenant('remove')
  const { id, setId } = preselected
  const question = useQuestion(id)
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null
  const removal = useRemoval(tenant, question.asked, () => setId(null))
  return (
    <MoveForm
      id="remove"
      title="Remove tenant"
      lead="They keep their account, and can still pay what they owe."
      preselected={preselected}
      tenant={tenant}
      question={question}
      move={removal.move}
    >
      <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
      <RemovalFields removal={removal} tenant={tenant} />
    </MoveForm>
  )
}

interface Deposit {
  data: { held: number } | undefined
  error: Error | null
}

/** What a removal means for the room, the bill and the balance. */
function summaryOf(
  { tenant, day }: { tenant: ShownTenant; day: Day },
  today: Day,
  { data: billed, error }: Pick<ReturnType<typeof useRemovalChanges>, 'data' | 'error'>,
  deposit: Deposit,
): Omit<Summary, 'choices'> {
  const { full_name, room, from, until, detail } = tenant
  const ofBill = billed && changesText(billed, 'leave')
  const later = day > today
  const cancelled = later && day === from
  return {
    title: `Remove ${full_name}?`,
    confirmLabel: labelOf(billed?.waits, 'Remove tenant'),
    facts: [
      ['Room', room],
      [
        day < today ? 'Left' : 'Leaves',
        day === today ? `${formatDay(day)}, today` : formatDay(day),
      ],
    ],
    consequences: [
      cancelled
        ? `They won’t move into ${room}. Their place is free now.`
        : later
          ? `They leave ${room} on ${formatDay(day)}. Their place is free from that day.`
          : day < today
            ? `They left ${room} on ${formatDay(day)}. Their place is free now.`
            : `They leave ${room} today. Their place is free now.`,
      ofBill ??
        (billed?.differences.length
          ? 'No rent is charged after that.'
          : 'No rent is charged after that. Rent already charged is still owed.'),
      ...plannedStays(detail)
        .filter(({ from }) => from >= day)
        .map(
          ({ room_number, from }) =>
            `Their move to ${room_number} on ${formatDay(from)} is cancelled.`,
        ),
      ...(until && detail.removal
        ? [`This replaces the removal that is planned for ${formatDay(until)}, and its reason.`]
        : until && until !== day
          ? [`This replaces their leaving date, ${formatDay(until)}.`]
          : []),
      balanceSentence(detail.balance),
      ...depositConsequence(deposit, detail.balance > 0),
      'You can let them move back in later, from their page.',
      ...waitConsequence(billed, error),
    ],
  }
}

/** Says how much of their deposit is still held, and where it is given back. */
function depositConsequence({ data, error }: Deposit, owes: boolean) {
  if (data?.held === 0) return []
  return [
    <span key="deposit" aria-live="polite">
      {data ? (
        <>
          You hold their deposit of {ksh(data.held)}. Until it is given back, it is listed under{' '}
          <Link to={depositsPath('to_refund')}>Deposits, to give back</Link>.
          {owes && ' What they owe can be paid from it first, on their page.'}
        </>
      ) : error ? (
        'We couldn’t load their deposit. Removing them doesn’t change it.'
      ) : (
        'Loading...'
      )}
    </span>,
  ]
}

function balanceSentence(balance: number): string {
  if (balance > 0) return `They owe ${ksh(balance)} now, and can still log in and pay it.`
  return balance < 0
    ? `They have ${ksh(-balance)} credit now, which you owe them.`
    : 'They owe nothing now. They can still log in and see their payments.'
}
