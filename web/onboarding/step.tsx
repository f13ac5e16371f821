import type { ReactNode } from 'react'
import { type SectionId, sections } from './sections.ts'

interface Props {
  id: SectionId
  hint?: ReactNode
  onEnter: (id: SectionId) => void
  children: ReactNode
}

/** One section of the form; being in it makes its step of the stair the present one. */
export function Step({ id, hint, onEnter, children }: Props) {
  const title = sections.find((section) => section.id === id)?.title
  return (
    <section className="ob-step" aria-labelledby={id} onFocusCapture={() => onEnter(id)}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {hint && <p className="muted">{hint}</p>}
      <div className="space-above">{children}</div>
    </section>
  )
}
