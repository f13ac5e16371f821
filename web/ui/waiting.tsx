import { Link } from 'react-router'
import { Failed } from './failed.tsx'
import { failureWords } from './failure-words.ts'

/** How much waits at a place of the navigation, beside its name; nothing when nothing does. */
export const WaitingTag = ({ count }: { count: number }) =>
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
  again: () => void
  to: string
  /** On the link there. */
  go: string
}

/** On the home of staff: what waits for them, and the way there. */
export const WaitingPlate = ({ id, title, words, some, error, again, to, go }: Props) => (
  <section className="plate pad stack-small" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {words !== undefined ? (
      <p className="tabular">{words}</p>
    ) : error ? (
      <Failed message={failureWords(error, 'What waits could not be fetched.')} again={again} />
    ) : (
      <p className="patient" role="status">
        <span className="visually-hidden">Loading...</span>
        <span className="skeleton w-56 max-w-full" />
      </p>
    )}
    <p>
      <Link className={some ? 'button' : 'button secondary'} to={to}>
        {go}
      </Link>
    </p>
  </section>
)
