import type { WifiBundle } from '#contract/wifi.ts'
import { dataPanes, formatBundlePrice } from '#rules/wifi.ts'
import './bundles.css'

/** The prices of wifi bundles; each lit pane is a gigabyte. */
export const Bundles = ({ bundles }: { bundles: WifiBundle[] }) =>
  bundles.length > 0 && (
    <ul className="bundles tabular">
      {bundles.map(({ id, data, data_bytes, duration, price }) => (
        <li key={id}>
          <b className="display">{data}</b>
          <span className="gigabytes" aria-hidden="true">
            {dataPanes(data_bytes).map((pane) => (
              <i key={pane} />
            ))}
          </span>
          <span>{duration}</span>
          <b className="nowrap">{formatBundlePrice(price)}</b>
        </li>
      ))}
    </ul>
  )
