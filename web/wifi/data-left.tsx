import type { Voucher } from '#contract/wifi.ts'
import { formatDataSize } from '#rules/wifi.ts'

const panes = Array.from({ length: 10 }, (_, index) => index)

/** Ten windows: each is a tenth of the voucher's data, and lit as long as any of it is left. */
export function DataLeft({ voucher: { data_bytes, used_bytes } }: { voucher: Voucher }) {
  const left = Math.max(0, data_bytes - used_bytes)
  return (
    <div>
      <p>
        <b className="left">{formatDataSize(left)}</b>{' '}
        <span className="nowrap">of {formatDataSize(data_bytes)} left</span>
      </p>
      <div className="ten-panes" aria-hidden="true">
        {panes.map((pane) => (
          <i key={pane} className={left * 10 > pane * data_bytes ? 'on' : undefined} />
        ))}
      </div>
      <p className="small muted">As far as the hotspot has told us.</p>
    </div>
  )
}
