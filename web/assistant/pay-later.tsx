import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarClock, LayoutGrid } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getStanding, makePromise, type Standing } from '#contract/agreements.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { addDays, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { DAYS_AFTER_HELB } from '#rules/plan.ts'
import { type MayPromise, noPromiseTexts } from '#rules/promise.ts'
import { ApiError, call, query } from '../api.ts'
import { newUuid } from '../new-uuid.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useAction } from '../ui/use-action.ts'
import { CallSupport } from './main-menu.tsx'
import { MessageLog } from './transcript.tsx'
import type { Facts } from './use-facts.ts'

interface Props {
  facts: Facts
  onBack: () => void
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** "Pay later": a tenant promises a day, within the rules of the residence. */
export function PayLater({ facts, onBack, onLeave }: Props) {
  const { data, error, refetch } = useQuery({ ...query(getStanding, {}), staleTime: 0 })
  const log = useRef<HTMLDivElement>(null)
  const promising = useAction(
    (form: Omit<Parameters<typeof sendPromise>[0], 'submission_id'>) =>
      sendPromise({ ...form, submission_id }),
    {
      changes: [getStanding, getPaymentSummary],
      onSuccess: () => {
        setSubmission(newUuid())
        log.current?.focus({ preventScroll: true })
      },
    },
  )
  const [submission_id, setSubmission] = useState(newUuid)
  const made = promising.result?.agreements[0]
  const may = made ? null : data?.may_promise
  return (
    <>
      <MessageLog ref={log}>
        {made && (
          <div className="assistant-message card">
            <p>
              <b>{made.wording}</b>
            </p>
            <p>The office sees it and won’t ask for it until then. Asante.</p>
          </div>
        )}
        {typeof may === 'string' && <p className="assistant-message">{noPromiseTexts[may]}</p>}
      </MessageLog>
      {error && !data && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      )}
      {!data && !error && (
        <p className="assistant-message" role="status">
          Loading...
        </p>
      )}
      {data && may && typeof may === 'object' && (
        <PromiseForm
          standing={data}
          may={may}
          online={facts.online}
          busy={promising.busy}
          error={promising.error}
          onSend={(form) => void promising.run(form)}
          onBack={onBack}
          onLeave={onLeave}
        />
      )}
      {data && (made || typeof may === 'string') && (
        <div className="assistant-menu">
          <Link to="/#paying-later" className="menu-option" onClick={onLeave}>
            <CalendarClock className="icon" aria-hidden="true" />
            See what you’ve promised
          </Link>
          <button type="button" className="menu-option" onClick={onBack}>
            <LayoutGrid className="icon" aria-hidden="true" />
            Main menu
          </button>
          {!made && (
            <CallSupport company={facts.company}>Rather talk to a person? Call</CallSupport>
          )}
        </div>
      )}
    </>
  )
}

const sendPromise = (body: { amount: string; day: string | null; submission_id: string }) =>
  call(makePromise, { body })

interface FormProps {
  standing: Standing
  may: MayPromise
  online: boolean
  busy: boolean
  error: Error | null
  onSend: (form: { amount: string; day: string | null }) => void
  onBack: () => void
  onLeave: () => void
}

function PromiseForm({ standing, may, online, busy, error, onSend, ...on }: FormProps) {
  const { most, last_day } = may
  const [amount, setAmount] = useState(String(most))
  const [day, setDay] = useState(last_day)
  const [when, setWhen] = useState<'day' | 'helb'>('day')
  const { helb } = standing
  // A promise may wait for HELB only if that day isn't after the last day that can be promised.
  const mayWait = helb !== null && addDays(helb.day, DAYS_AFTER_HELB) <= last_day
  const fields = error instanceof ApiError ? error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend({ amount, day: when === 'day' ? day : null })
  }
  return (
    <form className="prompt-form" onSubmit={submit} noValidate>
      <p className="assistant-message">
        You owe {ksh(standing.owes)}. How much will you pay, and by when? Until then the office
        won’t ask for it.
      </p>
      {/* Side by side, the choices leave room for the question above. */}
      <div className={mayWait ? 'stack-small' : 'field-pair'}>
        <TextField
          label="Amount, Ksh"
          hint={`Up to ${ksh(most)}.`}
          error={fields.amount}
          announce
          inputMode="numeric"
          autoComplete="off"
          className="tabular"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        {mayWait && (
          <SelectField
            label="When"
            value={when}
            options={[
              { value: 'day', label: 'By a day' },
              { value: 'helb', label: `When HELB comes, expected on ${formatDay(helb.day)}` },
            ]}
            onChange={({ target }) => setWhen(target.value === 'helb' ? 'helb' : 'day')}
          />
        )}
        {when === 'day' ? (
          <TextField
            label="Day"
            type="date"
            className="tabular"
            hint={`Up to ${formatDay(last_day)}.`}
            error={fields.day}
            announce
            min={dayOf(new Date())}
            max={last_day}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        ) : (
          <p className="small">You pay within {DAYS_AFTER_HELB} days after HELB comes.</p>
        )}
      </div>
      {error && !fields.amount && !fields.day && (
        <p className="field-error" role="alert">
          {errorMessage(error, WENT_WRONG)}
        </p>
      )}
      <p className="small">
        Do you need longer, or want to pay in parts?{' '}
        <Link to="/#paying-later" onClick={on.onLeave}>
          Propose a plan
        </Link>
      </p>
      <div className="form-actions">
        <Button
          type="submit"
          icon={CalendarClock}
          busy={busy}
          busyLabel="Sending..."
          disabled={!online}
        >
          I promise
        </Button>
        <Button variant="secondary" icon={ArrowLeft} onClick={on.onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
