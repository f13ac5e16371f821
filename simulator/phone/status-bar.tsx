import { Signal, WifiOff } from 'lucide-react'
import { clock } from '#rules/calendar.ts'
import type { Line } from './use-phone.ts'

/** The time, and whose network it is. */
export const StatusBar = ({ now, line }: { now: string | undefined; line: Line }) => {
  const Icon = line === 'no_network' ? WifiOff : Signal
  return (
    <div className="stat tabular">
      <span>{now && clock(new Date(now))}</span>
      <span>
        {line === 'no_network' ? 'No network' : 'Pretend Safaricom'}
        <Icon className="icon" aria-hidden="true" />
      </span>
    </div>
  )
}
