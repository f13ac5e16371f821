import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { polling } from '#rules/payment.ts'
import { isWifi, type Stage } from '../state.ts'

/** How long a submit takes before we say that the phone may ring already. */
const slow_ms = 3000

const words = {
  sending: ['One moment.', 'Passing it on to M-Pesa.'],
  waiting: ['Look at your phone.', 'M-Pesa is asking for your PIN.'],
  paid: ['M-Pesa says yes.', 'Fetching the receipt.'],
  slow: ['Look at your phone.', 'M-Pesa is slow today; it may be asking for your PIN already.'],
  unsure: [
    'Look at your phone.',
    'We could not hear whether M-Pesa asks for your PIN. If it does, type it.',
  ],
} as const

/** From the press of the button until there is an ending: 24 panes for the 24 checks. */
export function Waiting({ stage }: { stage: Stage }) {
  const slow = useSlow(stage.at === 'sending')
  if (stage.at !== 'sending' && stage.at !== 'waiting' && stage.at !== 'paid') return null
  if (stage.at === 'paid' && stage.state.voucher) return null
  const unsure = stage.at === 'waiting' && stage.pinPromptUncertain
  const [head, line] = words[slow ? 'slow' : unsure ? 'unsure' : stage.at]
  return (
    <>
      <div className="message full">
        <div className="phonebar">
          <Smartphone className="icon" aria-hidden="true" />
          <p>
            <b>{head}</b>
            <br />
            {line}
          </p>
        </div>
        <Checks stage={stage} />
      </div>
      {stage.at !== 'paid' && (
        <p className="small muted">
          Type the PIN on your phone, never here.{' '}
          {isWifi(stage)
            ? 'M-Pesa shows an account number that begins with WIFI.'
            : 'M-Pesa adds four characters to the account number.'}{' '}
          You may close this chat; the payment counts either way.
        </p>
      )}
    </>
  )
}

/** Whether something has been going on for long. */
function useSlow(going: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!going) return
    const timer = setTimeout(() => setSlow(true), slow_ms)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [going])
  return slow
}

/** Not announced: it changes every second. The panes carry their count as a text. */
function Checks({ stage }: { stage: Stage }) {
  const waiting = stage.at === 'waiting' ? stage : null
  const asking = waiting && !waiting.checkNow
  const over = stage.at === 'paid' ? polling.attempts : 0
  const lit = waiting ? waiting.attempts - (asking ? 1 : 0) : over
  const panes = Array.from({ length: polling.attempts }, (_, pane) => pane)
  return (
    <div aria-live="off">
      <div className="poll" role="img" aria-label={`Checked ${lit} times of ${polling.attempts}`}>
        {panes.map((pane) => (
          <i
            key={pane}
            className={pane < lit ? 'on' : asking && pane === lit ? 'now' : undefined}
          />
        ))}
      </div>
      {stage.at !== 'paid' && (
        <p className="pace">
          <span>
            {waiting?.lastCheckFailed
              ? 'No network. Still asking'
              : `Asking M-Pesa every ${polling.intervalMs / 1000}\u00a0s`}
          </span>
          <Clock key={lit} from={(lit * polling.intervalMs) / 1000} running={asking === true} />
        </p>
      )}
    </div>
  )
}

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts on from the last check, and no further than to the next. */
function Clock({ from, running }: { from: number; running: boolean }) {
  const [since, setSince] = useState(0)
  const step = polling.intervalMs / 1000
  useEffect(() => {
    if (!running) return
    const tick = setInterval(() => setSince((now) => Math.min(now + 1, step)), 1000)
    return () => clearInterval(tick)
  }, [running, step])
  return (
    <b className="money">
      {minutes(from + since)} of {minutes(polling.attempts * step)}
    </b>
  )
}
