import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './list-settings.css'

interface Props {
  id: string
  title: string
  /** What is set, in a line; shown while the group is closed. */
  line: ReactNode
  /** Which attempt to send the form found a wrong field in it: each such attempt opens it. Null when the last one didn't. */
  wrongIn?: number | null
  children: ReactNode
}

/** A part of a long form, closed until it is wanted. Its fields stay in the page, with what was typed. */
export function SettingGroup({ id, title, line, wrongIn = null, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  // The form focuses its first wrong field before that can be seen, so it is focused once more here.
  useLayoutEffect(() => {
    const { current } = details
    if (!current || wrongIn === null || current.open) return
    current.open = true
    const isWrong = document.activeElement?.getAttribute('aria-invalid') === 'true'
    if (!isWrong) current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrongIn])
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
