import { useQueryClient } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  getTenant,
  type MoveBackPreview,
  moveBack,
  previewMoveBack,
  type TenantDetail,
} from '#contract/tenants.ts'
import { billText } from '#rules/bill.ts'
import { type Day, dayOf, firstDay, formatDay, isDay, later, monthName } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { latestPlannableDay, returnDateError } from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { balanceChange, formatBalance } from '../../payments/format-balance.ts'
import { longMonth } from '../../payments/transaction-filter.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DayField, MoveSubmit } from './move-form.tsx'
import { MoveSummary } from './move-summary.tsx'
import { monthlyRent, RoomField, useRooms } from './room-field.tsx'
import { changedByMoves } from './use-tenants.ts'

/** Gives a former tenant a room again: the one they had while it is free, or another one. */
export function MoveBack({ tenant }: { tenant: TenantDetail }) {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const isFormer = tenant.room === null && tenant.until !== null && tenant.stays.length > 0
  return (
    <>
      {isFormer && (
        <button
          type="button"
          className="button secondary compact"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <DoorOpen className="icon" aria-hidden="true" />
          Let them move back in
        </button>
      )}
      {isFormer && open && (
        <MoveBackForm
          tenant={tenant}
          leftOn={tenant.until ?? ''}
          onDone={(message) => {
            setOpen(false)
            setDone(message)
          }}
        />
      )}
      <ActionResult takesFocus success={!isFormer && done} error={null} />
    </>
  )
}

interface FormProps {
  tenant: TenantDetail
  leftOn: Day
  onDone: (message: string) => void
}

function MoveBackForm({ tenant, leftOn, onDone }: FormProps) {
  const client = useQueryClient()
  const today = dayOf(new Date())
  // Soon after a removal they return as if they had never left; later they were away in between.
  const [day, setDay] = useState<Day>(leftOn.slice(0, 7) === today.slice(0, 7) ? leftOn : today)
  const [chosen, setChosen] = useState(tenant.stays[0]?.room_number ?? '')
  const dayError = day === '' ? null : returnDateError(day, leftOn, today)
  const from = isDay(day) && !dayError ? day : undefined
  const rooms = useRooms(from)
  const room = rooms.free?.find(({ room_number }) => room_number === chosen)
  const missing = [day === '' && 'a day', rooms.free && !room && 'a room'].filter(
    (word) => typeof word === 'string',
  )
  const params = { id: String(tenant.id) }
  const preview = useAction(
    (form: { room_number: string; start_date: Day }) =>
      call(previewMoveBack, { params, query: form }),
    { changes: changedByMoves },
  )
  const [confirming, setConfirming] = useState(false)
  const returning = useAction(
    (form: { room_number: string; start_date: Day; expected: MoveBackPreview }) =>
      call(moveBack, { params, body: form }),
    {
      changes: changedByMoves,
      onSuccess(returned, { room_number, start_date }) {
        client.setQueryData(query(getTenant, { params }).queryKey, returned)
        const when = start_date > today ? ` from ${formatDay(start_date)}` : ' again'
        onDone(`${tenant.full_name} has ${room_number}${when}.`)
      },
    },
  )
  async function askToConfirm(event: FormEvent) {
    event.preventDefault()
    if (!from || !room) return
    returning.reset()
    setConfirming(await preview.run({ room_number: room.room_number, start_date: from }))
  }
  async function confirm() {
    if (!preview.input || !preview.result) return
    await returning.run({ ...preview.input, expected: preview.result })
    setConfirming(false)
  }
  return (
    <form className="suggestion" onSubmit={askToConfirm} noValidate>
      <DayField
        label="Moves back in on"
        day={day}
        onChange={setDay}
        min={leftOn}
        max={latestPlannableDay(today)}
        hint={`They left on ${formatDay(leftOn)}. Choose that day if they never actually moved out.`}
        error={dayError}
      />
      <RoomField label="Room" rooms={rooms} chosen={chosen} from={from} onChoose={setChosen} />
      <MoveSubmit
        label="Continue"
        busy={preview.busy}
        missing={missing}
        invalid={dayError !== null || !room}
      />
      <ActionResult
        success={null}
        error={returning.error ?? preview.error}
        fallback="We couldn’t move them back in. Please try again."
      />
      {confirming && preview.result && preview.input && (
        <MoveSummary
          title={`Let ${tenant.full_name} move back in?`}
          confirmLabel="Let them move back in"
          facts={[
            ['Room', preview.input.room_number],
            ['From', formatDay(preview.input.start_date)],
            ['Until', preview.result.until ? formatDay(preview.result.until) : 'No leaving date'],
            ['Rent', monthlyRent(preview.result.rate)],
          ]}
          consequences={consequencesOf(preview.result, preview.input.start_date, today)}
          busy={returning.busy}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        />
      )}
    </form>
  )
}

/** The consequences for the rent and for the balance. */
function consequencesOf(
  { charges, bills, changes, next_month, rate, until, deposit, before, after }: MoveBackPreview,
  start: Day,
  today: Day,
): string[] {
  const planned = start > today
  const when = planned ? `on ${formatDay(start)}` : 'now'
  const [first, last] = [charges[0], charges.at(-1)]
  const total = charges.reduce((sum, { amount }) => sum + amount, 0)
  const again = changes.reduce((sum, { amount }) => sum + amount, 0)
  const months = joinAnd(changes.map(({ month }) => monthName(month)))
  return [
    ...(first && last
      ? [
          `Rent for ${longMonth(first.month)}${first === last ? '' : ` to ${longMonth(last.month)}`}, ${ksh(total)}${first === last ? '' : ' in all'}, is charged ${when}.`,
        ]
      : []),
    ...bills.map((bill) => `They get a bill ${when}: ${billText(bill)}.`),
    ...(changes.length > 0
      ? [`${ksh(Math.abs(again))} ${again < 0 ? 'less' : 'more'} is charged for ${months}.`]
      : []),
    ...(charges.length + bills.length + changes.length > 0
      ? []
      : [
          `${monthName(later(start, today).slice(0, 7))}’s rent is charged already. Nothing is added.`,
        ]),
    ...(next_month === null
      ? ['Later months are billed by the term.']
      : until !== null && until <= firstDay(next_month)
        ? []
        : [`From ${longMonth(next_month)} the rent is ${ksh(rate)} a month.`]),
    after !== before ? balanceChange(before, after) : `They ${formatBalance(before, 'owe')} now.`,
    ...(deposit
      ? [
          `The deposit is ${ksh(Math.max(deposit.asked, deposit.held))}: ${ksh(deposit.held)} of it is already held, and ${ksh(Math.max(0, deposit.asked - deposit.held))} is still to be paid.`,
        ]
      : []),
    'The reason they left stays in their history.',
  ]
}
