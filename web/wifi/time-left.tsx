import type { Voucher } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { formatTimeLeft } from '#rules/wifi.ts'
import { useMinute } from '../ui/use-minute.ts'

/** How long a voucher is still good, counted from its payment. */
export function TimeLeft({ voucher }: { voucher: Voucher }) {
  const starts = Date.parse(voucher.starts_at)
  const ends = Date.parse(voucher.expires_at)
  const left_ms = Math.max(0, ends - useMinute())
  const share = Math.min(1, left_ms / (ends - starts))
  return (
    <div>
      <p>
        <b className="left">{formatTimeLeft(left_ms / 1000)}</b> left
      </p>
      <div className="time-bar" aria-hidden="true">
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className="small muted tabular">Good until {dateAndTime(new Date(ends))}</p>
    </div>
  )
}
