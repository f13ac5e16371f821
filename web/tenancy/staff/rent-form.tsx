import { useState } from 'react'
import { Link } from 'react-router'
import { countApprovals, listApprovals } from '#contract/approvals.ts'
import { changeRents, previewRents, type RentChange, rentForm } from '#contract/rooms.ts'
import { getRoom, listRooms } from '#contract/tenants.ts'
import { dayOf, formatDay, monthName } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../../api.ts'
import { labelOf, WaitingNote, WillWaitNote } from '../../approvals/waiting-note.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { DashChoice } from './dash-choice.tsx'
import { Change } from './move-summary.tsx'
import { tenantPath } from './paths.ts'
import { tenantLists } from './use-tenants.ts'

const fields = ['rooms', 'rate', 'from'] as const

interface Props {
  /** The room whose rent is changed; without it, staff type the rooms. */
  room?: string
  onClose: () => void
}

/** Changes the rent from a day on, after showing the effect. */
export function RentForm({ room, onClose }: Props) {
  const form = useSchemaForm(rentForm, {
    defaultValues: {
      rooms: room ? `"${room}"` : '',
      rate: '',
      from: firstOfNextMonth(dayOf(new Date())),
    },
  })
  const { errors } = form.formState
  const [correct, setCorrect] = useState(true)
  const act = usePreviewedForm(form, {
    fields,
    changes: [countApprovals, listApprovals, listRooms, getRoom, ...tenantLists],
    look: (typed) => call(previewRents, { body: typed }),
    enter: (typed, { expected }) => call(changeRents, { body: { ...typed, correct, expected } }),
  })
  const { effect, result } = act
  const waits = effect?.waits[correct ? 'corrected' : 'uncorrected']
  return (
    <section className="plate padded stack rent-form" aria-labelledby="rent-form">
      <h2 id="rent-form">{room ? `Rent of ${room}` : 'Change rents'}</h2>
      <form className="stack" noValidate onSubmit={act.submit}>
        {!room && (
          <TextField
            label="Rooms"
            hint="A range such as A101–A120, or numbers with commas between them."
            error={errors.rooms?.message}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...form.register('rooms')}
          />
        )}
        {!room && (
          <DashChoice
            pattern={String(form.watch('rooms'))}
            onChoose={(chosen) => {
              form.setValue('rooms', chosen)
              form.clearErrors('rooms')
            }}
          />
        )}
        <div className="field-pair">
          <TextField
            label="New rent a month for each tenant, Ksh"
            inputMode="numeric"
            autoFocus={room !== undefined}
            error={errors.rate?.message}
            {...form.register('rate')}
          />
          <TextField
            label="From"
            type="date"
            className="tabular"
            error={errors.from?.message}
            {...form.register('from')}
          />
        </div>
        {(errors.root?.refused || (room && errors.rooms)) && (
          <FormError id="rent-error">
            {errors.root?.refused?.message ?? errors.rooms?.message}
          </FormError>
        )}
        <div className="row wrap">
          <SubmitButton busy={act.looking} variant={effect ? 'secondary' : ''}>
            Show what changes
          </SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            {result ? 'Close' : 'Cancel'}
          </Button>
        </div>
      </form>
      <div role="status" className={effect ? 'stack' : undefined}>
        {effect && <Effect change={effect} from={form.getValues('from')} />}
      </div>
      {effect && effect.differences.length > 0 && (
        <label className="check-label">
          <input
            type="checkbox"
            checked={correct}
            onChange={({ target }) => setCorrect(target.checked)}
          />
          <span>Enter the difference as a correction of what they owe</span>
        </label>
      )}
      <div role="status">
        {effect && changesSomething(effect) && <WillWaitNote waits={waits} />}
      </div>
      {effect && changesSomething(effect) && (
        <div>
          <Button busy={act.saving} onClick={act.save}>
            {labelOf(
              waits,
              effect.rooms.length === 1
                ? 'Change the rent'
                : `Change the rent of ${effect.rooms.length} rooms`,
            )}
          </Button>
        </div>
      )}
      <ActionResult
        takesFocus
        success={result && !result.waiting && done(result, form.getValues('from'))}
        error={act.error}
        fallback="The rent couldn’t be changed. Please try again."
      />
      <WaitingNote waiting={result?.waiting} />
    </section>
  )
}

const changesSomething = ({ rooms, differences }: RentChange) =>
  differences.length > 0 || rooms.some(({ before, after }) => before !== after)

function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function done({ rooms }: RentChange, from: string): string {
  const [first] = rooms
  const what = rooms.length === 1 && first ? first.room_number : `These ${rooms.length} rooms`
  const verb = rooms.length === 1 ? 'costs' : 'cost'
  return `${what} ${verb} ${ksh(first?.after ?? 0)} a month from ${formatDay(from)} on.`
}

/** Longer lists are cut, because the sums matter most. */
const MOST_ROWS = 20

/** The tenants whose rent changes, with the day, and the corrections to months already charged. */
function Effect({
  change: { rooms, tenants, differences },
  from,
}: {
  change: RentChange
  from: string
}) {
  const changed = rooms.filter(({ before, after }) => before !== after)
  const [first] = changed
  if (!first && differences.length === 0) {
    return <p>{rooms.length === 1 ? 'It costs' : 'They cost'} that already.</p>
  }
  const sum = differences.reduce((all, { amount }) => all + amount, 0)
  return (
    <>
      <p className="tabular">
        {!first ? (
          `${rooms.length === 1 ? 'It costs' : 'They cost'} that already.`
        ) : changed.length === 1 ? (
          <>
            <b>{first.room_number}</b>: <Change from={ksh(first.before)} to={ksh(first.after)} /> a
            month from {formatDay(from)}{' '}
            {first.until ? `until ${formatDay(first.until)}, when the rent changes again.` : 'on.'}
          </>
        ) : (
          `The rent of ${changed.length} of ${rooms.length} rooms changes on ${formatDay(from)}.`
        )}{' '}
        {tenants.length === 0 &&
          (rooms.length === 1
            ? 'Nobody’s rent changes: the room is empty and not booked.'
            : 'Nobody’s rent changes: the rooms are empty and not booked, or already cost this.')}
      </p>
      {tenants.length > 0 && (
        <div className="stack-small">
          <h3>Whose rent changes</h3>
          <p className="small muted">They see it on their home page from now on.</p>
          <ul className="effect-rows">
            {tenants.slice(0, MOST_ROWS).map(({ id, full_name, room_number, ...rent }) => (
              <li key={`${id}${room_number}`}>
                <Link to={tenantPath(id)}>{full_name}</Link>
                <span className="small muted tabular">
                  {room_number}, <Change from={ksh(rent.before)} to={ksh(rent.after)} /> from{' '}
                  {formatDay(rent.from)}
                </span>
              </li>
            ))}
          </ul>
          <More of={tenants.length} />
        </div>
      )}
      {differences.length > 0 && (
        <div className="stack-small">
          <h3>Months already charged</h3>
          <p className="small">
            They stay as they are. At this rent they would have been{' '}
            <b className="tabular">{ksh(Math.abs(sum))}</b> {sum < 0 ? 'less' : 'more'} in all.
          </p>
          <ul className="effect-rows">
            {differences.slice(0, MOST_ROWS).map(({ id, full_name, months, amount }) => (
              <li key={id}>
                <Link to={tenantPath(id)}>{full_name}</Link>
                <span className="small muted tabular">
                  {months
                    .map(
                      ({ month, room_number }) =>
                        `${room_number} in ${monthName(month)} ${month.slice(0, 4)}`,
                    )
                    .join(', ')}
                  : {ksh(Math.abs(amount))} {amount < 0 ? 'too much' : 'too little'}
                </span>
              </li>
            ))}
          </ul>
          <More of={differences.length} />
        </div>
      )}
    </>
  )
}

const More = ({ of }: { of: number }) =>
  of > MOST_ROWS ? <p className="small muted">And {of - MOST_ROWS} more.</p> : null
