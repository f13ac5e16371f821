import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import { type SectionId, type SectionState, sections } from './form-model.ts'

/** Scrolls to a field or a heading and focuses it. */
export function focusField(id: string) {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'center' })
  // In a radio group, the radio button that the Tab key would reach.
  const option = target?.matches('fieldset')
    ? target.querySelector<HTMLElement>('input:checked, input')
    : null
  ;(option ?? target)?.focus({ preventScroll: true })
}

const stateLabels: Record<SectionState, string> = {
  error: 'to check',
  done: 'done',
  open: 'to fill in',
}

interface Props {
  states: SectionState[]
  current: SectionId
}

/** The sections of the form as steps: a strip of stairs on a phone, a list with their names on a wide screen. */
export function StepNav({ states, current }: Props) {
  const currentIndex = sections.findIndex(({ id }) => id === current)
  return (
    <nav className="step-nav" aria-label="Sections">
      <ol>
        {sections.map(({ id, title }, index) => {
          const state = states[index] ?? 'open'
          return (
            <li key={id}>
              <button
                type="button"
                className={id === current ? `${state} current` : state}
                style={{ '--step': index } as CSSProperties}
                aria-current={id === current ? 'step' : undefined}
                onClick={() => focusField(id)}
              >
                <span className="step-number" aria-hidden="true">
                  {state === 'done' ? (
                    <Check className="icon" />
                  ) : state === 'error' ? (
                    '!'
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="step-title">
                  {title}
                  <span className="visually-hidden">, {stateLabels[state]}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="small current-step" aria-hidden="true">
        <b>
          {currentIndex + 1} of {sections.length}
        </b>{' '}
        {sections[currentIndex]?.title}
      </p>
    </nav>
  )
}
