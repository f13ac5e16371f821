import { BusyPanes } from '../ui/busy-panes.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Of a page that arrives before its scripts: until they have come there is nothing to press. */
export function SubmitButton({
  busy,
  word,
  busyWord,
}: {
  busy: boolean
  word: string
  busyWord: string
}) {
  const hydrated = useHydrated()
  return (
    <button
      type="submit"
      className={hydrated ? 'button block' : 'button block waking'}
      aria-busy={busy}
      disabled={!hydrated}
    >
      {busy ? busyWord : word}
      {busy && <BusyPanes />}
    </button>
  )
}
