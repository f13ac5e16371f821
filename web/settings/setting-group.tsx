import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './list-settings.css'

interface Props {
  id: string
  title: string
  /** What is set, in a line; shown while the group is closed. */
  line: ReactNode
  /** Whether a field of it was refused: that opens it. */
  isFaulty?: boolean
  /** How often its form was sent, so that a field that is still wrong opens a group that was closed again. */
  sent?: number
  children: ReactNode
}

/** A part of a long form, closed until it is wanted. Its fields stay in the page, with what was typed. */
export function SettingGroup({ id, title, line, isFaulty = false, sent = 0, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  // The form focuses its first wrong field before that can be seen, so it is focused once more here.
  useLayoutEffect(() => {
    const { current } = details
    if (!current || !isFaulty || sent < 0 || current.open) return
    current.open = true
    const isWrong = document.activeElement?.getAttribute('aria-invalid') === 'true'
    if (!isWrong) current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isFaulty, sent])
  return (
    <section className="setting-entry setting-group" aria-labelledby={id}>
      <details ref={details}>
        <summary className="setting-summary">
          <span className="setting-face">
            <h2 id={id}>{title}</h2>
            <span className="setting-line small muted tabular">{line}</span>
          </span>
          <span className="tag warning not-saved">Not saved</span>
          <ChevronDown className="icon" aria-hidden="true" />
        </summary>
        <div className="setting-open">{children}</div>
      </details>
    </section>
  )
}
