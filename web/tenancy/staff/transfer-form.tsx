import { useState } from 'react'
import { type Room, type Tenant, transferTenant } from '#contract/tenants.ts'
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
import { labelOf, waitConsequence } from '../../approvals/waiting-note.tsx'
import {
  changesText,
  Differences,
  shownOf,
  useTransferChanges,
} from '../../billing/billed-changes.tsx'
import { changedByBooks } from '../../desk/changed-by-books.ts'
import { longMonth } from '../../payments/transaction-filter.ts'
import { useMay } from '../../permission.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { transferReasonLabels } from './labels.ts'
import {
  DayField,
  type Move,
  MoveForm,
  type MoveSuccess,
  usePreselectedTenant,
} from './move-form.tsx'
import { Change, type Summary } from './move-summary.tsx'
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

interface Body extends ReturnType<typeof shownOf> {
  room_number: string
  transfer_reason: TransferReason
  transfer_date: Day
}

/**
 * A transfer that is being filled in, and what it would change.
 * @param tenant who is to move
 * @param shown the same tenant as loaded for the summary; null until staff ask for it
 * @param firstDay the day that is chosen to begin with
 */
export function useTransfer(
  tenant: Tenant | null,
  shown: ShownTenant | null,
  onDone: (done: MoveSuccess) => void,
  firstDay: Day = '',
) {
  const [day, setDay] = useState<Day>(firstDay)
  const [chosenRoom, setChosenRoom] = useState('')
  const [reason, setReason] = useState<TransferReason | ''>('')
  const [months, setMonths] = useState<{ of: string; chosen: string[] }>()
  const mayCorrect = useMay('money')

  const today = dayOf(new Date())
  const dayError =
    day === ''
      ? null
      : transferDateError(day, { from_day: tenant?.from ?? '' }, tenant?.until ?? null, today)
  const from = isDay(day) && !dayError ? day : undefined
  const rooms = useRooms(from, tenant?.id)
  const present = rooms.rooms?.find(({ room_number }) => room_number === (shown ?? tenant)?.room)
  const room = rooms.free?.find(
    ({ room_number }) => room_number === chosenRoom && room_number !== tenant?.room,
  )

  const of = [tenant?.id, from, room?.room_number].join()
  const corrected_months = months?.of === of ? months.chosen : undefined
  const asked =
    shown && present && room && from ? { tenant: shown, present, room, day: from } : null
  const billed = useTransferChanges(
    tenant?.id ?? 0,
    asked && { room_number: asked.room.room_number, transfer_date: asked.day, corrected_months },
  )

  const transfer = useAction(
    async ({ tenant, body }: { tenant: ShownTenant; body: Body }): Promise<MoveSuccess> => {
      const { id, full_name, room: previous_room, detail } = tenant
      const expected_act = latestAct(detail)
      const { message, waiting } = await call(transferTenant, {
        body: { id, previous_room, ...body, expected_act },
      })
      const { room_number, transfer_date } = body
      const when = transfer_date <= today ? 'now' : `from ${formatDay(transfer_date)}`
      return {
        tenant_id: id,
        full_name,
        message,
        detail: `${full_name} has ${room_number} ${when}.`,
        waiting,
      }
    },
    {
      changes: [...changedByBooks, ...changedByMoves],
      onSuccess(done) {
        setDay(firstDay)
        setChosenRoom('')
        setReason('')
        onDone(done)
      },
    },
  )
  const move: Move = {
    ...transfer,
    label: 'Change room',
    fallback: 'An error occurred while transferring the tenant. Please try again.',
    missing: [
      !tenant && 'a tenant',
      day === '' && 'a day',
      !room && 'a new room',
      reason === '' && 'a reason',
    ].filter((word) => word !== false),
    invalid: dayError !== null,
    isChecking: billed.isLoading,
    isStale: billed.isPlaceholderData,
    summary: asked && {
      ...summaryOf(asked, today, billed),
      choices: (
        <Differences
          changes={billed.data}
          because={`they have ${asked.room.room_number} from ${formatDay(asked.day)}`}
          chosen={corrected_months}
          onChoose={(chosen) => setMonths({ of, chosen })}
        />
      ),
    },
    async send() {
      if (!asked || !reason) return
      const { room_number } = asked.room
      const shown = shownOf(billed.data, corrected_months, mayCorrect)
      const body = { room_number, transfer_reason: reason, transfer_date: asked.day, ...shown }
      await transfer.run({ tenant: asked.tenant, body })
    },
  }
  return {
    move,
    today,
    day,
    setDay,
    dayError,
    from,
    rooms,
    present,
    chosenRoom,
    setChosenRoom,
    reason,
    setReason,
  }
}

interface FieldsProps {
  transfer: ReturnType<typeof useTransfer>
  tenant: Tenant | null
}

/** The day of the move, the new room and the reason. */
export const TransferFields = ({ transfer, tenant }: FieldsProps) => (
  <>
    <div className="field-pair">
      <DayField
        label="Day of the move"
        day={transfer.day}
        onChange={transfer.setDay}
        min={tenant?.from}
        max={latestPlannableDay(transfer.today)}
        hint="Their first day in the new room."
        error={transfer.dayError}
        today={transfer.today}
      />
      <RoomField
        label="New room"
        rooms={transfer.rooms}
        present={tenant?.room}
        chosen={transfer.chosenRoom}
        from={transfer.from}
        onChoose={transfer.setChosenRoom}
      />
    </div>
    <SelectField
      label="Reason"
      className="tabular"
      placeholder="Choose a reason"
      options={reasons}
      value={transfer.reason}
      onChange={({ target }) => transfer.setReason(target.value as TransferReason | '')}
    />
    {tenant?.next && (
      <Note kind="information">
        They already have a move to {tenant.next.room} planned for {formatDay(tenant.next.on)}. This
        one replaces it.
      </Note>
    )}
  </>
)

/** The form on the home page, for any tenant. */
export function TransferForm() {
  const preselected = usePreselectedTenant('transfer')
  const { id, setId } = preselected
  const question = useQuestion(id)
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null
  const transfer = useTransfer(tenant, question.asked, () => setId(null))
  return (
    <MoveForm
      id="transfer"
      title="Change tenant room"
      lead="The new rent applies from next month."
      preselected={preselected}
      tenant={tenant}
      question={question}
      move={transfer.move}
    >
      <div className="field-pair tenant-and-room">
        <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
        <div className="field">
          <p className="label">Current room</p>
          <p className="present-room tabular">{tenant?.room ?? '–'}</p>
          <p className="hint tabular">{tenant && transfer.present && ksh(transfer.present.rate)}</p>
        </div>
      </div>
      <TransferFields transfer={transfer} tenant={tenant} />
    </MoveForm>
  )
}

interface Asked {
  tenant: ShownTenant
  present: Room
  room: Room
  day: Day
}

/** What a transfer means for the rooms, the rent and the bill. */
function summaryOf(
  { tenant, present, room, day }: Asked,
  today: Day,
  { data: billed, error }: Pick<ReturnType<typeof useTransferChanges>, 'data' | 'error'>,
): Omit<Summary, 'choices'> {
  const ofBill = billed && changesText(billed, 'move')
  const { full_name, from, until, detail } = tenant
  const month = firstMonthOfNewRent(day, from, today)
  const sameRent = present.rate === room.rate
  const beforeMoveIn = day === from && from > today
  const leavesBefore = until !== null && until <= firstDay(month) && !beforeMoveIn
  const thisMonth = today.slice(0, 7)
  const rentStands =
    from <= today &&
    billed?.differences.length === 0 &&
    `${monthName(thisMonth)}’s rent doesn’t change.`
  const newRent = leavesBefore
    ? `They leave on ${formatDay(until)}, before the new rent would apply.`
    : sameRent
      ? 'Both rooms cost the same.'
      : beforeMoveIn
        ? `Their first rent will be for ${room.room_number}.`
        : `The new rent applies from ${longMonth(month)}.`
  return {
    title: `Move ${full_name} to ${room.room_number}?`,
    confirmLabel: labelOf(billed?.waits, 'Change room'),
    facts: [
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
    ],
    consequences: [
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
      ...waitConsequence(billed, error),
    ],
  }
}
