import { useWaiting } from './use-waiting.ts'

/** How much waits, beside the place's name in the navigation. */
export function WaitingTag() {
  const { data } = useWaiting()
  const waiting = data ? data.pending + data.edited + data.reports : 0
  if (waiting === 0) return null
  return (
    <span className="tag warn num">
      {waiting}
      <span className="sr"> waiting</span>
    </span>
  )
}
