import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

interface HeaderProps {
  title: ReactNode
  /** A link, or the handler of the back button. */
  back: string | (() => void)
  step?: string
}

/** The back button and the title of a screen. */
export const ScreenHeader = ({ title, back, step }: HeaderProps) => (
  <div className="phone-header">
    {typeof back === 'string' ? (
      <Link className="phone-back" to={back} aria-label="Back" preventScrollReset>
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
    ) : (
      <button type="button" className="phone-back" aria-label="Back" onClick={back}>
        <ArrowLeft className="icon" aria-hidden="true" />
      </button>
    )}
    <ScreenTitle step={step}>{title}</ScreenTitle>
  </div>
)

interface TitleProps {
  children: ReactNode
  /** Only for screen readers. */
  hidden?: boolean
  /** A step within the screen. */
  step?: string
}

/**
 * A heading that takes the focus when a screen or step opens, so that keyboard and screen reader users continue
 * there.
 */
export function ScreenTitle({ children, hidden, step = '' }: TitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const place = `${key} ${step}`
  const openedAt = useRef(key === 'default' ? place : '')

  useEffect(() => {
    if (openedAt.current === place) return
    openedAt.current = ''
    title.current?.focus({ preventScroll: true })
  }, [place])

  return (
    <h2
      id="phone-title"
      ref={title}
      tabIndex={-1}
      className={hidden ? 'visually-hidden' : 'phone-title'}
    >
      {children}
    </h2>
  )
}
