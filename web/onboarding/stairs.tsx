import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import { jumpTo } from './jump.ts'
import { type SectionId, type StepState, sections } from './sections.ts'

const words: Record<StepState, string> = { error: 'needs a fix', done: 'done', open: 'to fill in' }

interface Props {
  states: StepState[]
  now: SectionId
}

/** The form's six sections as a stair; a press on a step leads there. */
export function Stairs({ states, now }: Props) {
  const index = sections.findIndex(({ id }) => id === now)
  return (
    <nav className="ob-stairs" aria-label="Sections">
      <ol className="stairs">
        {sections.map(({ id, title }, step) => {
          const state = states[step] ?? 'open'
          return (
            <li key={id}>
              <button
                type="button"
                className={id === now ? `${state} now` : state}
                style={{ '--n': step } as CSSProperties}
                aria-current={id === now ? 'step' : undefined}
                title={title}
                onClick={() => jumpTo(id)}
              >
                <span aria-hidden="true">
                  {step + 1}
                  {state === 'error' && '!'}
                </span>
                {state === 'done' && <Check className="icon" aria-hidden="true" />}
                <span className="visually-hidden">
                  {title}, {words[state]}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="small ob-now" aria-hidden="true">
        <b>
          Step {index + 1} of {sections.length}
        </b>{' '}
        {sections[index]?.title}
      </p>
    </nav>
  )
}
