import type { Ref } from 'react'
import { Link, useLocation } from 'react-router'
import { saveReturnPath } from '../layout/require-auth.tsx'
import { Note } from '../ui/note.tsx'
import { jumpTo } from './jump.ts'
import type { Refusal } from './refusal.ts'
import { inOrder } from './sections.ts'
import { labels, type Problems } from './typed.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  /** Shown from the first failed submit on. */
  problems: Problems
  refusal: Refusal | null
}

/** Why the form was not sent, with a way to each field. Focus comes here after a failed submit. */
export function Summary({ ref, problems, refusal }: Props) {
  const names = inOrder(problems)
  return (
    <div ref={ref} className="ob-summary" tabIndex={-1}>
      {refusal && (
        <Note kind={refusal.kind}>
          <b>{refusal.message}</b> {refusal.more} <Way to={refusal.way} />
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
                  jumpTo(name)
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

function Way({ to }: { to: Refusal['way'] }) {
  const location = useLocation()
  if (to === 'home') return <Link to="/">Go to your home</Link>
  if (to === null) return null
  return (
    <Link to="/auth/login" onClick={() => saveReturnPath(location)}>
      Log in
    </Link>
  )
}
