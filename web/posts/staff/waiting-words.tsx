import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './words.ts'

/** How much waits for staff, as a sentence. */
export function WaitingWords() {
  const { data } = useWaiting()
  return data && waitingWords(data)
}
