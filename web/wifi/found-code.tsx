import type { Received } from '#contract/endpoint.ts'
import type { findVoucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { shownVoucherCode } from '#rules/wifi.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Note } from '../ui/note.tsx'

const ends = {
  active: 'Good until',
  used_up: 'Its data is used up. It would end',
  expired: 'It ended',
}

/** What a payment reference led to: a code, or why there is none yet. */
export function FoundCode({
  found: { status, message, voucher },
}: {
  found: Received<typeof findVoucher>
}) {
  if (!voucher)
    return <Note kind={status === 'at_desk' ? 'warning' : 'information'}>{message}</Note>
  return (
    <div className="stack-s">
      <Note kind="done">{message}</Note>
      <div className="wifi-code">
        <p className="small">{voucher.name}</p>
        <p className="code">{shownVoucherCode(voucher.code)}</p>
        <CopyButton
          text={shownVoucherCode(voucher.code)}
          of="wifi code that was found"
          className="btn light"
        />
      </div>
      <p className="small muted num">
        {ends[voucher.state]} {dateAndTime(new Date(voucher.expires_at))}
      </p>
    </div>
  )
}
