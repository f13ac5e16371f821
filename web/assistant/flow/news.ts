import { isWifi, type Stage } from './stage.ts'

const endings: Partial<Record<Stage['at'], string>> = {
  paid: 'Paid. Asante.',
  completed: 'Paid. Asante.',
  failed: 'Payment failed',
  refused: 'Payment failed',
  unknown: 'Payment not known yet',
}

/** What the button says while the assistant is closed; an ending that was seen is no news. */
export function newsOf(stage: Stage, seen: Stage['at']): string | null {
  if (stage.at === 'sending' || stage.at === 'waiting') return 'Waiting for M-Pesa'
  if (stage.at === seen) return null
  const code = (stage.at === 'paid' || stage.at === 'completed') && isWifi(stage)
  return code ? 'Your wifi code is here' : (endings[stage.at] ?? null)
}
