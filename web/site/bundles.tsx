import type { WifiPackage } from '#contract/wifi.ts'
import { ksh } from '#rules/money.ts'
import { gigabyte } from '#rules/wifi.ts'

const most_panes = 10

/** The price list of wifi: a lit pane for every gigabyte. */
export const Bundles = ({ bundles }: { bundles: WifiPackage[] }) =>
  bundles.length > 0 && (
    <ul className="bundles num">
      {bundles.map(({ id, data, data_bytes, duration, price }) => (
        <li key={id}>
          <b className="display">{data}</b>
          <span className="gigabytes" aria-hidden="true">
            {Array.from({ length: Math.min(most_panes, Math.round(data_bytes / gigabyte)) }).map(
              (_, pane) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <i key={pane} />
              ),
            )}
          </span>
          <span>{duration}</span>
          <b className="nw">KSH {ksh(price).slice(4)}</b>
        </li>
      ))}
    </ul>
  )
