import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Waiting } from '#contract/approvals.ts'
import { getTenantDeposit } from '#contract/deposits.ts'
import { removeTenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import {
  departureDateError,
  latestPlannableDay,
  type RemovalReason,
  removalReasons,
} from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { labelOf, WaitingNote, WillWaitText } from '../../approvals/waiting-note.tsx'
import {
  changesText,
  Differences,
  shownOf,
  useRemovalChanges,
} from '../../billing/billed-changes.tsx'
import { changedByBooks } from '../../desk/changed-by-books.ts'
import { depositsPath } from '../../desk/texts.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { useAction } from '../../ui/use-action.ts'
import { removalReasonLabels } from './labels.ts'
import {
  DayField,
  FoldedForm,
  MoveResult,
  MoveSubmit,
  type MoveSuccess,
  usePreselectedTenant,
} from './move-form.tsx'
import { MoveSummary } from './move-summary.tsx'
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

interface Removal extends Partial<ReturnType<typeof shownOf>> {
  tenant: ShownTenant
  removal_reason: RemovalReason
  comments: string
  departure_date: Day
}

/** Ends a tenancy, after a confirmation. */
export function RemoveForm() {
  const preselected = usePreselectedTenant('remove')
  const { id, setId } = preselected
  const [day, setDay] = useState<Day>('')
  const [reason, setReason] = useState<RemovalReason | ''>('')
  const [comments, setComments] = useState('')
  const question = useQuestion(id)
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

  const deposit = useQuery({
    ...query(getTenantDeposit, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  })
  const held = tenant === null ? 0 : (deposit.data?.held ?? 0)

  const today = dayOf(new Date())
  const dayError =
    day === '' ? null : departureDateError(day, { from_day: tenant?.from ?? '' }, today)
  const missing = [
    !tenant && 'a tenant',
    day === '' && 'a day',
    reason === '' && 'a reason',
  ].filter((word) => word !== false)
  const complete = missing.length === 0 && !dayError && isDay(day)

  const removal = useAction(
    async ({ tenant, ...form }: Removal): Promise<Removed> => {
      const { id, full_name, room, from } = tenant
      const { message, closing_balance, waiting } = await call(removeTenant, {
        body: { id, ...form, expected_act: latestAct(tenant.detail) },
      })
      const day = form.departure_date
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
      onSuccess() {
        setId(null)
        setDay('')
        setReason('')
        setComments('')
      },
    },
  )
  function askToConfirm(event: FormEvent) {
    event.preventDefault()
    if (!tenant || !complete || removal.busy) return
    removal.reset()
    question.ask(tenant)
  }
  async function remove(tenant: ShownTenant, shown: ReturnType<typeof shownOf>) {
    if (!reason) return
    await removal.run({
      tenant,
      removal_reason: reason,
      comments,
      departure_date: day,
      ...shown,
    })
    question.close()
  }
  return (
    <FoldedForm
      id="remove"
      title="Remove tenant"
      lead="They keep their account, and can still pay what they owe."
      preselected={preselected}
    >
      <form className="stack" onSubmit={askToConfirm} noValidate>
        <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
        {held > 0 && (
          <p className="small" role="status">
            You hold their deposit of <b className="money">{ksh(held)}</b>.
          </p>
        )}
        <div className="field-pair">
          <DayField
            label="Departure date"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="Their place is free from this day."
            error={dayError}
            today={today}
          />
          <SelectField
            label="Reason"
            className="tabular"
            placeholder="Choose a reason"
            options={reasons}
            value={reason}
            onChange={({ target }) => setReason(target.value as RemovalReason | '')}
          />
        </div>
        <Field label="Comments" optional hint="Only staff see this.">
          {(control) => (
            <textarea
              {...control}
              className="input area"
              rows={2}
              maxLength={2000}
              value={comments}
              onChange={({ target }) => setComments(target.value)}
            />
          )}
        </Field>
        <MoveSubmit
          label="Remove tenant"
          danger
          busy={removal.busy || question.busy}
          missing={missing}
          invalid={dayError !== null}
        />
        <MoveResult
          success={removal.result?.waiting ? null : removal.result}
          error={removal.error ?? question.error}
          fallback="An error occurred while removing the tenant. Please try again."
        />
        <WaitingNote waiting={removal.result?.waiting} />
      </form>
      {question.asked && (
        <RemoveConfirmation
          tenant={question.asked}
          day={day}
          today={today}
          deposit={deposit}
          busy={removal.busy}
          onConfirm={remove}
          onClose={question.close}
        />
      )}
    </FoldedForm>
  )
}

interface Removed extends MoveSuccess {
  waiting: Waiting
}

interface RemoveConfirmationProps {
  tenant: ShownTenant
  deposit: { data: { held: number } | undefined; error: Error | null }
  day: Day
  today: Day
  busy: boolean
  /** Called with the tenant and the change of charged rent, both as shown. */
  onConfirm: (tenant: ShownTenant, shown: ReturnType<typeof shownOf>) => void
  onClose: () => void
}

/** Names the tenant, and the consequences for the room and the balance. */
function RemoveConfirmation({
  tenant,
  deposit,
  day,
  today,
  onConfirm,
  ...dialog
}: RemoveConfirmationProps) {
  const { id, full_name, room, from, until, detail } = tenant
  const [chosen, setChosen] = useState<string[]>()
  const billed = useRemovalChanges(id, day, chosen)
  const ofBill = billed.data && changesText(billed.data, 'leave')
  const waits = billed.data?.waits
  const later = day > today
  const cancelled = later && day === tenant.from
  return (
    <MoveSummary
      title={`Remove ${full_name}?`}
      confirmLabel={labelOf(waits, 'Remove tenant')}
      danger
      facts={[
        ['Room', room],
        [
          day < today ? 'Left' : 'Leaves',
          day === today ? `${formatDay(day)}, today` : formatDay(day),
        ],
      ]}
      consequences={[
        cancelled
          ? `They won’t move into ${room}. Their place is free now.`
          : later
            ? `They leave ${room} on ${formatDay(day)}. Their place is free from that day.`
            : day < today
              ? `They left ${room} on ${formatDay(day)}. Their place is free now.`
              : `They leave ${room} today. Their place is free now.`,
        ofBill ??
          (billed.data?.differences.length
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
        ...(waits || !billed.data
          ? [
              <span key="waits" aria-live="polite">
                {waits ? (
                  <WillWaitText waits={waits} />
                ) : billed.error ? (
                  'This may wait for a second person: we couldn’t check it.'
                ) : (
                  'This may wait for a second person: we’re checking it.'
                )}
              </span>,
            ]
          : []),
      ]}
      {...dialog}
      busy={dialog.busy || billed.isPlaceholderData}
      onConfirm={() => onConfirm(tenant, shownOf(billed.data, chosen))}
    >
      <Differences
        changes={billed.data}
        because={day === from ? 'they never had the room' : `they left on ${formatDay(day)}`}
        chosen={chosen}
        onChoose={setChosen}
      />
    </MoveSummary>
  )
}

/** Says how much of their deposit is still held, and where it is given back. */
function depositConsequence({ data, error }: RemoveConfirmationProps['deposit'], owes: boolean) {
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
