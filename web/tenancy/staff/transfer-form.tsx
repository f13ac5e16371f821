import { type FormEvent, useState } from 'react'
import { type Room, transferTenant } from '#contract/tenants.ts'
import { type Day, dayOf, firstDay, formatDay, isDay, monthName } from '#rules/calendar.ts'
import { firstMonthOfNewRent } from '#rules/ledger.ts'
import { ksh } from '#rules/money.ts'
import {
  latestPlannableDay,
  type TransferReason,
  transferDateError,
  transferReasons,
} from '#rules/tenancy.ts'
import { call } from '../../api.ts'
import {
  changesText,
  Differences,
  shownOf,
  useTransferChanges,
} from '../../billing/billed-changes.tsx'
import { longMonth } from '../../payments/transaction-filter.ts'
import { SelectField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { transferReasonLabels } from './labels.ts'
import {
  DayField,
  FoldedForm,
  MoveResult,
  MoveSubmit,
  type MoveSuccess,
  usePreselectedTenant,
} from './move-form.tsx'
import { Change, MoveSummary } from './move-summary.tsx'
import { monthlyRent, RoomField, useRooms } from './room-field.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import {
  changedByMoves,
  latestAct,
  plannedStays,
  type ShownTenant,
  useQuestion,
  useTenants,
} from './use-tenants.ts'

const reasons = transferReasons.map((value) => ({ value, label: transferReasonLabels[value] }))

interface Transfer extends Partial<ReturnType<typeof shownOf>> {
  tenant: ShownTenant
  room_number: string
  transfer_reason: TransferReason
  transfer_date: Day
}

/** Moves a tenant to another room, today or on a later day. */
export function TransferForm() {
  const preselected = usePreselectedTenant('transfer')
  const { id, setId } = preselected
  const [day, setDay] = useState<Day>('')
  const [chosenRoom, setChosenRoom] = useState('')
  const [reason, setReason] = useState<TransferReason | ''>('')
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

  const today = dayOf(new Date())
  const dayError =
    day === ''
      ? null
      : transferDateError(day, { from_day: tenant?.from ?? '' }, tenant?.until ?? null, today)
  const from = isDay(day) && !dayError ? day : undefined
  const rooms = useRooms(from, tenant?.id)
  const question = useQuestion(id)
  const present = rooms.rooms?.find(
    ({ room_number }) => room_number === (question.asked ?? tenant)?.room,
  )
  const room = rooms.free?.find(
    ({ room_number }) => room_number === chosenRoom && room_number !== tenant?.room,
  )
  const missing = [
    !tenant && 'a tenant',
    day === '' && 'a day',
    !room && 'a new room',
    reason === '' && 'a reason',
  ].filter((word) => word !== false)

  const transfer = useAction(
    async ({
      tenant: { id, full_name, room: previous_room, detail },
      ...body
    }: Transfer): Promise<MoveSuccess> => {
      const expected_act = latestAct(detail)
      const { message } = await call(transferTenant, {
        body: { id, previous_room, ...body, expected_act },
      })
      const { room_number, transfer_date } = body
      const when = transfer_date <= today ? 'now' : `from ${formatDay(transfer_date)}`
      return {
        tenant_id: id,
        full_name,
        message,
        detail: `${full_name} has ${room_number} ${when}.`,
      }
    },
    {
      changes: changedByMoves,
      onSuccess() {
        setId(null)
        setDay('')
        setChosenRoom('')
        setReason('')
      },
    },
  )
  const complete = tenant && from && present && room && reason
  function askToConfirm(event: FormEvent) {
    event.preventDefault()
    if (!complete || transfer.busy) return
    transfer.reset()
    question.ask(tenant)
  }
  async function move(tenant: ShownTenant, shown: ReturnType<typeof shownOf>) {
    if (!complete) return
    const form = { room_number: room.room_number, transfer_reason: reason, transfer_date: from }
    await transfer.run({ tenant, ...form, ...shown })
    question.close()
  }
  return (
    <FoldedForm
      id="transfer"
      title="Change tenant room"
      lead="The new rent applies from next month."
      preselected={preselected}
    >
      <form className="stack" onSubmit={askToConfirm} noValidate>
        <div className="field-pair tenant-and-room">
          <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
          <div className="field">
            <p className="label">Current room</p>
            <p className="present-room tabular">{tenant?.room ?? '–'}</p>
            <p className="hint tabular">{tenant && present && ksh(present.rate)}</p>
          </div>
        </div>
        <div className="field-pair">
          <DayField
            label="Day of the move"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="Their first day in the new room."
            error={dayError}
            today={today}
          />
          <RoomField
            label="New room"
            rooms={rooms}
            present={tenant?.room}
            chosen={chosenRoom}
            from={from}
            onChoose={setChosenRoom}
          />
        </div>
        <SelectField
          label="Reason"
          className="tabular"
          placeholder="Choose a reason"
          options={reasons}
          value={reason}
          onChange={({ target }) => setReason(target.value as TransferReason | '')}
        />
        {tenant?.next && (
          <Note kind="information">
            They already have a move to {tenant.next.room} planned for {formatDay(tenant.next.on)}.
            This one replaces it.
          </Note>
        )}
        <MoveSubmit
          label="Change room"
          busy={transfer.busy || question.busy}
          missing={missing}
          invalid={dayError !== null}
        />
        <MoveResult
          success={transfer.result}
          error={transfer.error ?? question.error}
          fallback="An error occurred while transferring the tenant. Please try again."
        />
      </form>
      {question.asked && complete && (
        <TransferSummary
          tenant={question.asked}
          present={present}
          room={room}
          day={from}
          today={today}
          busy={transfer.busy}
          onConfirm={move}
          onClose={question.close}
        />
      )}
    </FoldedForm>
  )
}

interface TransferSummaryProps {
  tenant: ShownTenant
  present: Room
  room: Room
  day: Day
  today: Day
  busy: boolean
  /** Called with the tenant and the change of charged rent, both as shown. */
  onConfirm: (tenant: ShownTenant, shown: ReturnType<typeof shownOf>) => void
  onClose: () => void
}

function TransferSummary({
  tenant,
  present,
  room,
  day,
  today,
  onConfirm,
  ...dialog
}: TransferSummaryProps) {
  const [chosen, setChosen] = useState<string[]>()
  const billed = useTransferChanges(tenant.id, {
    room_number: room.room_number,
    transfer_date: day,
    corrected_months: chosen,
  })
  const ofBill = billed.data && changesText(billed.data, 'move')
  const { full_name, from, until, detail } = tenant
  const month = firstMonthOfNewRent(day, from, today)
  const sameRent = present.rate === room.rate
  const beforeMoveIn = day === from && from > today
  const leavesBefore = until !== null && until <= firstDay(month) && !beforeMoveIn
  const thisMonth = today.slice(0, 7)
  const rentStands =
    from <= today &&
    billed.data?.differences.length === 0 &&
    `${monthName(thisMonth)}’s rent doesn’t change.`
  const newRent = leavesBefore
    ? `They leave on ${formatDay(until)}, before the new rent would apply.`
    : sameRent
      ? 'Both rooms cost the same.'
      : beforeMoveIn
        ? `Their first rent will be for ${room.room_number}.`
        : `The new rent applies from ${longMonth(month)}.`
  return (
    <MoveSummary
      title={`Move ${full_name} to ${room.room_number}?`}
      confirmLabel="Change room"
      facts={[
        ['Room', <Change key="room" from={present.room_number} to={room.room_number} />],
        ['From', day === today ? `${formatDay(day)}, today` : formatDay(day)],
        [
          'Rent',
          sameRent ? (
            monthlyRent(room.rate)
          ) : (
            <Change
              key="rent"
              from={monthlyRent(present.rate).replace(' a month', '')}
              to={monthlyRent(room.rate)}
            />
          ),
        ],
      ]}
      consequences={[
        newRent,
        ...(ofBill ? [ofBill] : []),
        ...(rentStands ? [rentStands] : []),
        beforeMoveIn
          ? `They won’t move into ${present.room_number}.`
          : day === from
            ? `Their history will show ${room.room_number} from that day instead of ${present.room_number}.`
            : `${present.room_number} is free ${day > today ? `from ${formatDay(day)}` : 'now'}.`,
        ...plannedStays(detail).map(({ room_number, from }) =>
          from >= day
            ? `Their move to ${room_number} on ${formatDay(from)} is cancelled.`
            : `Before, they move to ${room_number} on ${formatDay(from)}.`,
        ),
      ]}
      {...dialog}
      busy={dialog.busy || billed.isPlaceholderData}
      onConfirm={() => onConfirm(tenant, shownOf(billed.data, chosen))}
    >
      <Differences
        changes={billed.data}
        because={`they have ${room.room_number} from ${formatDay(day)}`}
        chosen={chosen}
        onChoose={setChosen}
      />
    </MoveSummary>
  )
}
