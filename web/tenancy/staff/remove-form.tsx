import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getTenant, removeTenant, type Tenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import {
  departureDateError,
  latestPlannableDay,
  type RemovalReason,
  removalReasons,
} from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
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
import { changedByMoves, useTenants } from './use-tenants.ts'

const reasons = removalReasons.map((value) => ({ value, label: removalReasonLabels[value] }))

interface Removal {
  tenant: Tenant
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
  const [confirming, setConfirming] = useState(false)
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

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
    async ({ tenant: { id, full_name, room, from }, ...form }: Removal): Promise<MoveSuccess> => {
      const { message, closing_balance } = await call(removeTenant, { body: { id, ...form } })
      const day = form.departure_date
      const planned = day > today && day !== from
      const left = day < today ? `They left on ${formatDay(day)}. ` : ''
      const when = planned ? `${room} is free from ${formatDay(day)}` : `${left}${room} is free now`
      const balance = planned ? 'Balance today' : 'Closing balance'
      const detail = `${when}. ${balance}: ${formatBalance(closing_balance, 'toPay')}.`
      return { tenant_id: id, full_name, message, detail }
    },
    {
      changes: changedByMoves,
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
    if (complete && !removal.busy) setConfirming(true)
  }
  async function remove() {
    if (!tenant || !reason) return
    await removal.run({ tenant, removal_reason: reason, comments, departure_date: day })
    setConfirming(false)
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
        <div className="field-pair">
          <DayField
            label="Departure date"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="The first day their place is free."
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
          busy={removal.busy}
          missing={missing}
          invalid={dayError !== null}
        />
        <MoveResult
          success={removal.result}
          error={removal.error}
          fallback="An error occurred while removing the tenant. Please try again."
        />
      </form>
      {confirming && tenant && (
        <RemoveConfirmation
          tenant={tenant}
          day={day}
          today={today}
          busy={removal.busy}
          onConfirm={() => void remove()}
          onClose={() => setConfirming(false)}
        />
      )}
    </FoldedForm>
  )
}

interface RemoveConfirmationProps {
  tenant: Tenant
  day: Day
  today: Day
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names the tenant, and what happens to the room and the balance. */
function RemoveConfirmation({ tenant, day, today, ...dialog }: RemoveConfirmationProps) {
  const { id, full_name, room } = tenant
  const { data, error } = useQuery(query(getTenant, { params: { id } }))
  const later = day > today
  const cancelled = later && day === tenant.from
  return (
    <MoveSummary
      title={`Remove ${full_name}?`}
      confirmLabel="Remove tenant"
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
        'No rent is charged after that. Rent already charged is still owed.',
        <span key="balance" aria-live="polite">
          {data
            ? balanceSentence(data.balance)
            : error
              ? 'We couldn’t load what they owe. Removing them doesn’t change it.'
              : 'Loading...'}
        </span>,
        'You can let them move back in later, from their page.',
      ]}
      {...dialog}
    />
  )
}

function balanceSentence(balance: number): string {
  if (balance > 0) return `They owe ${ksh(balance)} now, and can still log in and pay it.`
  return balance < 0
    ? `They have ${ksh(-balance)} credit now, which you owe them.`
    : 'They owe nothing now. They can still log in and see their payments.'
}
