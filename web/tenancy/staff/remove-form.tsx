import { type FormEvent, useState } from 'react'
import { removeTenant } from '#contract/tenancy.ts'
import { type Day, dayOf, formatDay, isDay } from '#rules/calendar.ts'
import {
  departureDateError,
  latestPlannableDay,
  type RemovalReason,
  removalReasons,
} from '#rules/tenancy.ts'
import { call } from '../../api.ts'
import { ChoiceField } from './choice-field.tsx'
import { CommentsField } from './comments-field.tsx'
import { DayField } from './day-field.tsx'
import { type Done, Outcome } from './outcome.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import { SendButton } from './send-button.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import { refusalWords, useMoving } from './use-moving.ts'
import { usePrefilled } from './use-prefilled.ts'
import { useTenants } from './use-tenants.ts'
import { balanceWords, removalReasonWords } from './words.ts'

const failed_words = 'An error occurred while removing the tenant. Please try again.'
const reasons = removalReasons.map((value) => ({ value, words: removalReasonWords[value] }))

/** A tenant leaves the house, after a question. */
export function RemoveForm() {
  const { id, setId, title } = usePrefilled('remove')
  const [day, setDay] = useState<Day>('')
  const [reason, setReason] = useState<RemovalReason | ''>('')
  const [comments, setComments] = useState('')
  const [asked, setAsked] = useState(false)
  const { move, busy, result, error } = useMoving<Done>()
  const tenant = useTenants().tenants?.find((tenant) => tenant.id === id) ?? null

  const today = dayOf(new Date())
  const problem =
    day === '' ? null : departureDateError(day, { from_day: tenant?.from ?? '' }, today)
  const missing = [
    !tenant && 'a tenant',
    day === '' && 'a day',
    reason === '' && 'a reason',
  ].filter((word) => word !== false)
  const whole = missing.length === 0 && !problem && isDay(day)

  async function remove() {
    if (!tenant || !reason) return
    const { id, full_name, room } = tenant
    await move(async () => {
      const { message, closing_balance } = await call(removeTenant, {
        body: { id, removal_reason: reason, comments, departure_date: day },
      })
      setId(null)
      setDay('')
      setReason('')
      setComments('')
      const coming = day > today && day !== tenant.from
      const left = day < today ? `They left on ${formatDay(day)}. ` : ''
      const when = coming ? `${room} is free from ${formatDay(day)}` : `${left}${room} is free now`
      const owed = coming ? 'Balance today' : 'Closing balance'
      const detail = `${when}. ${owed}: ${balanceWords(closing_balance)}.`
      return { id, full_name, said: message, detail }
    })
    setAsked(false)
  }
  function ask(event: FormEvent) {
    event.preventDefault()
    if (whole && !busy) setAsked(true)
  }
  return (
    <section className="plate pad stack" aria-labelledby="remove">
      <div>
        <h2 id="remove" ref={title} tabIndex={-1}>
          Remove tenant
        </h2>
        <p className="muted mt-1">They keep their account, and can still pay what they owe.</p>
      </div>
      <form className="stack" onSubmit={ask} noValidate>
        <TenantPicker chosen={tenant} onChoose={(tenant) => setId(tenant?.id ?? null)} />
        <div className="pair even">
          <DayField
            label="Departure date"
            day={day}
            onChange={setDay}
            min={tenant?.from}
            max={latestPlannableDay(today)}
            hint="The first day their place is free."
            problem={problem}
            today={today}
          />
          <ChoiceField
            label="Reason"
            nothing="Choose a reason"
            options={reasons}
            value={reason}
            onChange={(value) => setReason(value as RemovalReason | '')}
          />
        </div>
        <CommentsField comments={comments} onType={setComments} />
        <SendButton
          act="Remove tenant"
          danger
          busy={busy}
          missing={missing}
          unfit={problem !== null}
        />
        <Outcome done={result} failed={error && refusalWords(error, failed_words)} />
      </form>
      {asked && tenant && (
        <RemoveQuestion
          tenant={tenant}
          day={day}
          today={today}
          busy={busy}
          onAct={() => void remove()}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
