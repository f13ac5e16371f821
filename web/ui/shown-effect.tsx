import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  /** Of the effect once it is known. */
  className: string
  /** The effect; empty until it is known. */
  children: ReactNode
}

/**
 * What an act would change, shown before it is done. It takes the focus, so that a key pressed twice asks for the effect and
 * doesn't do the act at once.
 */
export function ShownEffect({ className, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const isKnown = Boolean(children)
  useEffect(() => {
    if (isKnown) element.current?.focus()
  }, [isKnown])
  return (
    <div
      ref={element}
      role="status"
      tabIndex={-1}
      className={isKnown ? className : 'visually-hidden'}
    >
      {children}
    </div>
  )
}
