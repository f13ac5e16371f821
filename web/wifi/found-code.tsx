import type { Received } from '#contract/endpoint.ts'
import type { findVoucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { Note } from '../ui/note.tsx'
import { ShownCode } from './shown-code.tsx'
import { endLabels, overWords } from './voucher-words.ts'

/** What a payment reference led to: a code, or why there is none yet. */
export function FoundCode({
  found: { status, message, voucher },
}: {
  found: Received<typeof findVoucher>
}) {
  if (!voucher)
    return <Note kind={status === 'at_desk' ? 'warning' : 'information'}>{message}</Note>
  const { state, code, name, expires_at } = voucher
  const over = overWords[state]
  const sure = status === 'found'
  return (
    <div className="stack-small">
      {!sure && <Note kind="information">{message}</Note>}
      {(sure || over) && <Note kind={over ? 'warning' : 'done'}>{over ?? message}</Note>}
      <ShownCode code={code} bundle={name} label={name} />
      <p className="small muted tabular">
        {endLabels[state]} {dateAndTime(new Date(expires_at))}
      </p>
    </div>
  )
}
