import { type ReactNode, useId } from 'react'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { Button } from './button.tsx'
import { useRetry } from './load-error.tsx'

interface Props {
  title: ReactNode
  /** Level of the heading: 1 where the message takes the place of a whole page. */
  level?: 1 | 2
  className?: string
  /** Sentences, and a row of links or buttons. */
  children: ReactNode
}

/** Shown where something is empty, missing or couldn't be loaded. */
export function MessagePlate({ title, level = 2, className = '', children }: Props) {
  const id = useId()
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={`plate message-plate ${className}`} aria-labelledby={id}>
      <div className="message-plate-columns">
        <DarkWindowRow />
        <div className="padded stack">
          <Heading id={id}>{title}</Heading>
          {children}
        </div>
      </div>
    </section>
  )
}

/** The title for a list below the heading of its page. */
export const LIST_FAILED = 'This list couldn’t be loaded'

export const LOADS_WHEN_ONLINE = 'No network. This page will load when you’re back online.'

interface FetchFailedProps {
  /** The heading, which says what couldn't be loaded. */
  title: string
  level?: 1 | 2
  message: string
  /** Shown below the message. */
  children?: ReactNode
  /** Called by the button, which is busy while the returned promise is pending. */
  onRetry: () => unknown
}

/** Shown instead of a page, or of the main part of one, that couldn't be loaded. */
export function FetchFailed({ title, level, message, children, onRetry }: FetchFailedProps) {
  const { busy, retry } = useRetry(onRetry)
  return (
    <MessagePlate title={title} {...(level && { level })}>
      <p role="alert">{message}</p>
      {children}
      <p>
        <Button busy={busy} onClick={retry}>
          Try again
        </Button>
      </p>
    </MessagePlate>
  )
}

interface FetchesFailedProps {
  title: string
  children?: ReactNode
  failures: { message: string; refetch: () => Promise<unknown> }[]
}

/** Shown when several parts of a page couldn't be loaded: the first message, and one button for all of them. */
export const FetchesFailed = ({ failures, ...plate }: FetchesFailedProps) => (
  <FetchFailed
    {...plate}
    message={failures[0]?.message ?? ''}
    onRetry={() => Promise.all(failures.map(({ refetch }) => refetch()))}
  />
)
