import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Day } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { usePageParameter } from '../../page-query.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { tenantPath } from './paths.ts'

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

interface FoldedFormProps {
  id: string
  title: string
  lead: string
  preselected: ReturnType<typeof usePreselectedTenant>
  /** The form, with its confirmation. */
  children: ReactNode
}

/** A form that can be folded away by its heading. */
export const FoldedForm = ({ id, title, lead, preselected, children }: FoldedFormProps) => (
  <section className="plate move-form" aria-labelledby={id}>
    <details className="folded-form" open>
      <summary className="padded">
        <span>
          <h2 id={id} ref={preselected.title} tabIndex={-1}>
            {title}
          </h2>
          <span className="muted">{lead}</span>
        </span>
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <div className="padded">{children}</div>
    </details>
  </section>
)

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

interface MoveSubmitProps {
  label: string
  danger?: boolean
  busy: boolean
  /** The things that the user still has to choose, such as `a tenant`. */
  missing: string[]
  /** Whether a field shows an error. */
  invalid: boolean
}

/** The button is disabled until everything is chosen; a text next to it names what is missing. */
export const MoveSubmit = ({ label, danger, busy, missing, invalid }: MoveSubmitProps) => (
  <div className="row wrap move-submit">
    <SubmitButton
      variant={danger ? 'danger' : ''}
      busy={busy}
      aria-disabled={busy}
      disabled={missing.length > 0 || invalid}
    >
      {label}
    </SubmitButton>
    <p className="small muted">
      {missing.length > 0
        ? `Choose ${joinAnd(missing)}.`
        : invalid
          ? 'Please check the marked field above.'
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
}

interface MoveResultProps {
  success: MoveSuccess | null
  error: Error | null
  fallback: string
}

/** The success message. It takes the focus, because the form has been emptied. */
export const MoveResult = ({ success, error, fallback }: MoveResultProps) => (
  <ActionResult
    takesFocus
    isInformation={() => false}
    error={error}
    fallback={fallback}
    success={
      success && (
        <>
          <b>{success.message}</b> {success.detail}{' '}
          <Link to={tenantPath(success.tenant_id)}>{`${success.full_name}’s page`}</Link>
        </>
      )
    }
  />
)
