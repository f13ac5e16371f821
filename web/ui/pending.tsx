import { Link } from 'react-router'
import { errorMessage } from './error-message.ts'
import { LoadError } from './load-error.tsx'

/** How much waits at a place of the navigation, beside its name; nothing when nothing does. */
export const PendingBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="tag warn tabular">
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )

interface Props {
  id: string
  title: string
  /** What waits, in words; undefined until it is known. */
  words: string | undefined
  some: boolean
  error: Error | null
  onRetry: () => void
  to: string
  /** On the link there. */
  go: string
}

/** On the home of staff: what waits for them, and the way there. */
export const PendingCard = ({ id, title, words, some, error, onRetry, to, go }: Props) => (
  <section className="plate pad stack-small" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {words !== undefined ? (
      <p className="tabular">{words}</p>
    ) : error ? (
      <LoadError
        message={errorMessage(error, 'What waits could not be fetched.')}
        onRetry={onRetry}
      />
    ) : (
      <p className="patient" role="status">
        <span className="visually-hidden">Loading...</span>
        <span className="skeleton pending-line" />
      </p>
    )}
    <p>
      <Link className={some ? 'button' : 'button secondary'} to={to}>
        {go}
      </Link>
    </p>
  </section>
)
