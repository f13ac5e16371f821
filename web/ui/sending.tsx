import { useEffect, useState } from 'react'
import type { Progress } from '../upload.ts'
import './sending.css'

const slow_ms = 5000
/** Below this a form is gone before its progress can be read. */
const worth_showing = 100_000

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

interface Props {
  /** What is on its way, as the bar is called. */
  label: string
  progress: Progress
}

/** How much of a form, with its pictures, has left the phone. */
export function Sending({ label, progress: { sent, total } }: Props) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slow_ms)
    return () => clearTimeout(timer)
  }, [])
  if (total < worth_showing && !slow) return null
  const line =
    sent >= total
      ? `All ${megabytes(total)} MB sent. Waiting for the answer.`
      : `${megabytes(sent)} of ${megabytes(total)} MB.${slow ? ' Slow network, still going.' : ''}`
  const share = Math.round((sent / total) * 100)
  return (
    <div className="sending-bar">
      <div
        className="progress-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={line}
      >
        <i style={{ width: `${share}%` }} />
      </div>
      <small className="muted tabular">{line}</small>
    </div>
  )
}
