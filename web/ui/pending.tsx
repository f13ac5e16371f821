import { Link } from 'react-router'
import { errorMessage } from './error-message.ts'
import { LoadError } from './load-error.tsx'

/** A badge with the number of pending items, next to a navigation link; nothing at zero. */
export const PendingBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="tag warning tabular">
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )

interface Props {
  id: string
  title: string
  /** The pending items as a sentence; undefined until they are fetched. */
  sentence: string | undefined
  /** Whether its link is the main button of the page. */
  main: boolean
  error: Error | null
  onRetry: () => unknown
  to: string
  /** Label of the link. */
  linkLabel: string
}

/** A part of the staff's home page: what is pending, with a link to it. */
export const PendingCard = ({
  id,
  title,
  sentence,
  main,
  error,
  onRetry,
  to,
  linkLabel,
}: Props) => (
  <section className="padded stack-small pending-card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {sentence !== undefined ? (
      <p className="tabular">{sentence}</p>
    ) : error ? (
      <LoadError message={errorMessage(error, 'This couldn’t be loaded.')} onRetry={onRetry} />
    ) : (
      <p className="delayed" role="status">
        <span className="visually-hidden">Loading...</span>
        <span className="skeleton pending-line" />
      </p>
    )}
    <p>
      <Link className={main ? 'button' : 'button secondary'} to={to}>
        {linkLabel}
      </Link>
    </p>
  </section>
)
