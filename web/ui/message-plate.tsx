import { type ReactNode, useId } from 'react'
import { DarkWindowRow } from '../art/dark-windows.tsx'

interface Props {
  title: ReactNode
  /** Level of the heading: 1 where the message takes the place of a whole page. */
  level?: 1 | 2
  className?: string
  /** Sentences, and a row of links or buttons. */
  children: ReactNode
}

/** Shown where something is empty, missing or could not be fetched. */
export function MessagePlate({ title, level = 2, className = '', children }: Props) {
  const id = useId()
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={`plate message-plate ${className}`} aria-labelledby={id}>
      <DarkWindowRow />
      <div className="padded stack">
        <Heading id={id}>{title}</Heading>
        {children}
      </div>
    </section>
  )
}

interface FetchFailedProps {
  /** What could not be fetched, as a heading. */
  title: string
  level?: 1 | 2
  message: string
  onRetry: () => void
}

/** Shown instead of a page, or of the main part of one, that could not be fetched. */
export const FetchFailed = ({ title, level, message, onRetry }: FetchFailedProps) => (
  <MessagePlate title={title} {...(level && { level })}>
    <p role="alert">{message}</p>
    <p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  </MessagePlate>
)
