import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Props {
  children: ReactNode
  /** Read out, not seen. */
  hidden?: boolean
  /** A step within the screen. */
  step?: string
}

/** Moved to when a screen or a step of it opens, so that keys and readers go on from there. */
export function ScreenTitle({ children, hidden, step = '' }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const place = `${key} ${step}`
  const opened_at = useRef(key === 'default' ? place : '')

  useEffect(() => {
    if (opened_at.current === place) return
    opened_at.current = ''
    title.current?.focus({ preventScroll: true })
  }, [place])

  return (
    <h2 id="ph-title" ref={title} tabIndex={-1} className={hidden ? 'visually-hidden' : 'ph-title'}>
      {children}
    </h2>
  )
}
