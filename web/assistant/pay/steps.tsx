import { isWifi, type Stage } from '../state.ts'

const rent = ['Account', 'Phone', 'Amount', 'PIN']
const wifi = ['Bundle', 'Phone', 'PIN']

/** Which step a stage is at, counted from 0; null where there are none. */
function stepOf(stage: Stage, names: string[]): number | null {
  switch (stage.at) {
    case 'account':
      return 0
    case 'phone':
      return 1
    case 'amount':
      return 2
    case 'sending':
    case 'waiting':
    case 'failed':
    case 'refused':
    case 'unknown':
      return names.length - 1
    case 'paid':
    case 'completed':
      return names.length
    default:
      return null
  }
}

/** The bar of a payment; a bundle's ends where its code is shown. */
export function Steps({ stage }: { stage: Stage }) {
  const names = isWifi(stage) ? wifi : rent
  const now = stepOf(stage, names)
  if (now === null || (names === wifi && now === names.length)) return null
  const current = stage.at === 'failed' || stage.at === 'refused' ? 'error' : 'now'
  return (
    <ol className="steps">
      {names.map((name, step) => (
        <li
          key={name}
          className={step < now ? 'done' : step === now ? current : undefined}
          aria-current={step === now ? 'step' : undefined}
        >
          {name}
          {step < now && <span className="visually-hidden">, done</span>}
          {step === now && current === 'error' && <span className="visually-hidden">, failed</span>}
        </li>
      ))}
    </ol>
  )
}
