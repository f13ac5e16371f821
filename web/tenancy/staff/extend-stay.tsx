import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { extendStay, getTenant, type TenantDetail } from '#contract/tenancy.ts'
import { type Day, formatDay, isDay } from '#rules/calendar.ts'
import { endDateError, latestStayEnd } from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { Note } from '../../ui/note.tsx'
import { DayField } from './day-field.tsx'
import { SendButton } from './send-button.tsx'
import { refusalWords, useMoving } from './use-moving.ts'

const failed_words = 'The stay could not be extended. Please try again.'

function extensionProblem(day: Day, from: Day | null, until: Day | null): string | null {
  if (until !== null && day <= until) {
    return `They stay until ${formatDay(until)} already. Choose a later day.`
  }
  return from && endDateError(day, from)
}

/** A later day to leave: behind a button, since it is seldom. */
export function ExtendStay({ tenant }: { tenant: TenantDetail }) {
  const [open, setOpen] = useState(false)
  const [day, setDay] = useState<Day>('')
  const { move, busy, result, error } = useMoving<string>()
  const client = useQueryClient()
  const { id, from, until } = tenant
  const problem = day === '' ? null : extensionProblem(day, from, until)

  /** Undefined: no day is agreed any more. */
  async function stayUntil(end_date: Day | undefined) {
    await move(async () => {
      const params = { id: String(id) }
      const known = await call(extendStay, { params, body: { end_date } })
      client.setQueryData(query(getTenant, { params }).queryKey, known)
      setOpen(false)
      setDay('')
      return end_date ? `They stay until ${formatDay(end_date)}.` : 'They stay; no end is agreed.'
    })
  }
  function send(event: FormEvent) {
    event.preventDefault()
    if (isDay(day) && !problem) void stayUntil(day)
  }
  return (
    <>
      <button
        type="button"
        className="button secondary compact"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarPlus className="icon" aria-hidden="true" />
        Extend the stay
      </button>
      {open && (
        <form className="suggestion all" onSubmit={send} noValidate>
          <DayField
            label="Stays until"
            day={day}
            onChange={setDay}
            min={until ?? from ?? undefined}
            max={from ? latestStayEnd(from) : undefined}
            hint={until ? `Now until ${formatDay(until)}.` : ''}
            problem={problem}
          />
          <SendButton
            act="Extend the stay"
            busy={busy}
            missing={day === '' ? ['a day'] : []}
            unfit={problem !== null}
          />
          <button
            type="button"
            className="button quiet compact out"
            onClick={() => {
              if (!busy) void stayUntil(undefined)
            }}
          >
            Agree on no day for now
          </button>
        </form>
      )}
      <div className={result || error ? 'all' : 'visually-hidden'} role="status">
        {result && !open && <Note kind="done">{result}</Note>}
        {error && <Note kind="error">{refusalWords(error, failed_words)}</Note>}
      </div>
    </>
  )
}
