import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { focusField } from '../ui/field-links.tsx'
import { type SectionId, type SectionState, sections } from './form-model.ts'
import './step-nav.css'

const stateLabels: Record<SectionState, string> = {
  error: 'to check',
  done: 'done',
  open: 'to fill in',
}

/** The share of the window's height at which a person reads. */
const READING_LINE = 0.4

/** The section with the focus while the focus is on screen, otherwise the one that is being read. */
function sectionOnScreen(): SectionId {
  const last = sections.at(-1)?.id ?? 'agreement'
  const focused = document.activeElement?.closest('.form-section')
  if (focused) {
    const box = document.activeElement?.getBoundingClientRect()
    const focusedId = focused.getAttribute('aria-labelledby')
    const section = sections.find(({ id }) => id === focusedId)
    if (section && box && box.bottom > 0 && box.top < innerHeight) return section.id
  }
  if (scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 4) return last
  const reached = sections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
    return top < innerHeight * READING_LINE
  })
  return reached?.id ?? 'personal'
}

function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>('personal')
  useEffect(() => {
    const update = () => setCurrent(sectionOnScreen())
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    addEventListener('focusin', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
      removeEventListener('focusin', update)
    }
  }, [])
  return current
}

/** The sections of the form as steps: a bar in six parts on a phone, a list with their names on a wide screen. */
export function StepNav({ states }: { states: SectionState[] }) {
  const current = useCurrentSection()
  const currentIndex = sections.findIndex(({ id }) => id === current)
  return (
    <nav className="step-nav" aria-label="Sections">
      <p className="small current-step" aria-hidden="true">
        <b>
          Step {currentIndex + 1} of {sections.length}:
        </b>{' '}
        {sections[currentIndex]?.title}
      </p>
      <ol>
        {sections.map(({ id, title }, index) => {
          const state = states[index] ?? 'open'
          return (
            <li key={id}>
              <button
                type="button"
                className={id === current ? `${state} current` : state}
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
    </nav>
  )
}
