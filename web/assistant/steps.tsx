import type { Stage } from './stage.ts'

const names = ['Account', 'Phone', 'Amount', 'PIN']

/** Which step a stage is at, counted from 0; 4 when all are done, null outside the rent flow. */
function stepOf(stage: Stage): number | null {
  if (stage.at === 'main' || stage.at === 'sign_in') return null
  if (stage.at === 'paid' || stage.at === 'completed') return names.length
  const typed = ['account', 'phone', 'amount'].indexOf(stage.at)
  return typed === -1 ? names.length - 1 : typed
}

/** The four-part bar of the rent flow. */
export function Steps({ stage }: { stage: Stage }) {
  const now = stepOf(stage)
  if (now === null) return null
  const current = stage.at === 'failed' || stage.at === 'refused' ? 'bad' : 'now'
  return (
    <ol className="steps">
      {names.map((name, step) => (
        <li
          key={name}
          className={step < now ? 'done' : step === now ? current : undefined}
          aria-current={step === now ? 'step' : undefined}
        >
          {name}
          {step < now && <span className="sr">, done</span>}
          {step === now && current === 'bad' && <span className="sr">, failed</span>}
        </li>
      ))}
    </ol>
  )
}
