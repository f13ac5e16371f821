import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** The error of a whole form, shown at its button and announced when it appears. */
export function FormError({ id, children }: { id: string; children: ReactNode }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    sentence.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p id={id} className="field-error" role="alert" ref={sentence}>
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
