import { ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Waiting } from '#contract/approvals.ts'
import type { Tenant } from '#contract/tenants.ts'
import type { Day } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { WaitingNote } from '../../approvals/waiting-note.tsx'
import { usePageParameter } from '../../page-query.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { MoveSummary, type Summary } from './move-summary.tsx'
import { tenantPath } from './paths.ts'
import type { useQuestion } from './use-tenants.ts'
import './moving.css'

/** What the forms for a transfer and a removal have in common, on the home page of staff and in a dialog. */
export interface Move {
  /** Label of the button. */
  label: string
  danger?: boolean
  /** Message for a failure for which the server gives none. */
  fallback: string
  /** The things that the user still has to choose, such as `a tenant`. */
  missing: string[]
  /** Whether a field shows an error. */
  invalid: boolean
  /** What it would change; null until staff ask for it, and until enough is chosen. */
  summary: Summary | null
  /** Whether the summary lacks how the bill changes, or has it as it was for another choice. */
  isChecking: boolean
  isStale: boolean
  /** Does what the summary says. */
  send: () => Promise<void>
  busy: boolean
  result: MoveSuccess | null
  error: Error | null
  /** Forgets the latest result. */
  reset: () => void
}

/** The tenant from the URL with whom a form is prefilled; the form is then scrolled into view. */
export function usePreselectedTenant(form: 'transfer' | 'remove') {
  const asked = usePageParameter(form)
  const [id, setId] = useState<number | null>(() => Number(asked) || null)
  const title = useRef<HTMLHeadingElement>(null)
  const preselected = asked !== null
  useEffect(() => {
    if (!preselected) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'start' })
  }, [preselected])
  return { id, setId, title, preselected }
}

interface MoveFormProps {
  id: string
  title: string
  lead: string
  preselected: ReturnType<typeof usePreselectedTenant>
  tenant: Tenant | null
  question: ReturnType<typeof useQuestion>
  move: Move
  /** The fields. */
  children: ReactNode
}

/** A form on the home page, which can be folded away by its heading. It asks in a dialog before it acts. */
export function MoveForm({
  id,
  title,
  lead,
  preselected,
  tenant,
  question,
  move,
  children,
}: MoveFormProps) {
  const { label, danger, missing, invalid, busy, summary } = move
  // On a phone it is long and seldom used.
  const [startsOpen] = useState(
    () => preselected.preselected || matchMedia('(min-width: 900px)').matches,
  )
  function askToConfirm(event: FormEvent) {
    event.preventDefault()
    if (!tenant || missing.length > 0 || invalid || busy) return
    move.reset()
    question.ask(tenant)
  }
  return (
    <section className="plate move-form" aria-labelledby={id}>
      <details className="folded-form" open={startsOpen}>
        <summary className="padded">
          <span>
            <h2 id={id} ref={preselected.title} tabIndex={-1}>
              {title}
            </h2>
            <span className="muted">{lead}</span>
          </span>
          <ChevronDown className="icon" aria-hidden="true" />
        </summary>
        <div className="padded">
          <form className="stack" onSubmit={askToConfirm} noValidate>
            {children}
            <MoveSubmit
              label={label}
              danger={danger}
              busy={busy || question.busy}
              missing={missing}
              invalid={invalid}
            />
            <MoveResult
              success={move.result}
              error={move.error ?? question.error}
              fallback={move.fallback}
            />
          </form>
          {summary && (
            <MoveSummary
              {...summary}
              danger={danger}
              busy={busy || move.isChecking || move.isStale}
              onConfirm={() => void move.send().then(question.close)}
              onClose={question.close}
            />
          )}
        </div>
      </details>
    </section>
  )
}

interface DayFieldProps {
  label: string
  day: Day
  onChange: (day: Day) => void
  min: Day | undefined
  max: Day | undefined
  hint: string
  /** An error about the chosen day, shown at once. */
  error: string | null
  /** A day that a button offers. */
  today?: Day
}

export function DayField({ label, day, onChange, min, max, today, ...field }: DayFieldProps) {
  return (
    <Field label={label} {...field}>
      {(control) => (
        <div className="day-field">
          <input
            {...control}
            className="input tabular"
            type="date"
            min={min}
            max={max}
            value={day}
            onChange={({ target }) => onChange(target.value)}
          />
          {today && (
            <button type="button" className="button quiet" onClick={() => onChange(today)}>
              Today<span className="visually-hidden">: {label}</span>
            </button>
          )}
        </div>
      )}
    </Field>
  )
}

interface MoveSubmitProps extends Pick<Move, 'label' | 'missing' | 'invalid' | 'busy'> {
  danger?: boolean | undefined
  /** Whether what it changes has to be seen first, and isn't there yet. */
  isChecking?: boolean
  /** A button after it. */
  children?: ReactNode
}

/** The button is disabled until everything is chosen; a text next to it names what is missing. */
export const MoveSubmit = ({
  label,
  danger,
  busy,
  missing,
  invalid,
  isChecking = false,
  children,
}: MoveSubmitProps) => (
  <div className="row wrap move-submit">
    <SubmitButton
      variant={danger ? 'danger' : ''}
      busy={busy || isChecking}
      aria-disabled={busy || isChecking}
      disabled={missing.length > 0 || invalid}
    >
      {label}
    </SubmitButton>
    {children}
    <p className="small muted">
      {missing.length > 0
        ? `Choose ${joinAnd(missing)}.`
        : invalid
          ? 'Please check the marked field above.'
          : isChecking
            ? 'Checking what this changes...'
            : ''}
    </p>
  </div>
)

export interface MoveSuccess {
  tenant_id: number
  full_name: string
  /** The server's message. */
  message: string
  detail: string
  waiting?: Waiting
}

interface MoveResultProps {
  success: MoveSuccess | null
  error?: Error | null
  fallback?: string
  /** Whether it is shown on the tenant’s own page, to which no link leads then. */
  isTheirPage?: boolean
}

/** The success message, or that it waits for somebody. It takes the focus, because the form is empty or gone. */
export function MoveResult({
  success,
  error = null,
  isTheirPage = false,
  ...rest
}: MoveResultProps) {
  const waiting = success?.waiting
  const waits = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (waiting) waits.current?.focus()
  }, [waiting])
  return (
    <>
      <ActionResult
        takesFocus
        isInformation={() => false}
        error={error}
        {...rest}
        success={
          success &&
          !waiting && (
            <>
              <b>{success.message}</b> {success.detail}{' '}
              {!isTheirPage && (
                <Link to={tenantPath(success.tenant_id)}>{`${success.full_name}’s page`}</Link>
              )}
            </>
          )
        }
      />
      <div ref={waits} tabIndex={-1} className={waiting ? undefined : 'visually-hidden'}>
        <WaitingNote waiting={waiting} />
      </div>
    </>
  )
}
