import type { Ref } from 'react'
import { Link, useLocation } from 'react-router'
import { saveReturnPath } from '../layout/require-auth.tsx'
import { Note } from '../ui/note.tsx'
import { type FieldErrors, fieldsWithErrors, labels } from './form-model.ts'
import { focusField } from './step-nav.tsx'
import type { SubmitError } from './use-submit.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  /** The errors of the fields, after the first failed submit. */
  errors: FieldErrors
  submitError: SubmitError | null
}

/** Why the form was not sent, with a link to each field. It is focused after a failed submit. */
export function ErrorSummary({ ref, errors, submitError }: Props) {
  const names = fieldsWithErrors(errors)
  return (
    <div ref={ref} className="error-summary" tabIndex={-1}>
      {submitError && (
        <Note kind={submitError.kind}>
          <b>{submitError.message}</b> {submitError.explanation} <ErrorLink to={submitError.link} />
        </Note>
      )}
      {names.length > 0 && (
        <Note kind="error">
          <b>{names.length === 1 ? '1 field needs' : `${names.length} fields need`} a fix:</b>{' '}
          {names.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(name)
                }}
              >
                {labels[name]}
              </a>
            </span>
          ))}
        </Note>
      )}
    </div>
  )
}

function ErrorLink({ to }: { to: SubmitError['link'] }) {
  const location = useLocation()
  if (to === 'home') return <Link to="/">Go to your home</Link>
  if (to === null) return null
  return (
    <Link to="/auth/login" onClick={() => saveReturnPath(location)}>
      Log in
    </Link>
  )
}
