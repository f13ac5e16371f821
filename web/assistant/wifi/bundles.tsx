import type { Dispatch } from 'react'
import type { WifiPackage } from '#contract/wifi.ts'
import { dataPanes, formatBundlePrice } from '#rules/wifi.ts'
import { OnItsWay } from '../talk/on-its-way.tsx'
import type { AssistantEvent } from '../transitions.ts'
import type { Facts } from '../use-facts.ts'

interface Props {
  offer: Facts['offer']
  onPick: Dispatch<AssistantEvent>
}

/** The price list as it is now; a pane is a gigabyte. */
export function Bundles({ offer, onPick }: Props) {
  if (!offer.data) return <OnItsWay asked={offer} failed="The bundles could not be fetched." />
  const { packages } = offer.data
  return (
    <div className="options">
      <p className="message">
        {packages.length > 0
          ? 'Pick a bundle. The code comes here, in this chat.'
          : 'No bundles are sold at the moment. The office can tell you when.'}
      </p>
      {packages.map((bundle) => (
        <button
          key={bundle.id}
          type="button"
          className="o pk"
          onClick={() => onPick({ type: 'bundle_picked', ...picked(bundle) })}
        >
          <b className="data">{bundle.data}</b>
          <Panes bytes={bundle.data_bytes} />
          <span className="lasts">{bundle.duration}</span>
          <b className="end money">{formatBundlePrice(bundle.price)}</b>
        </button>
      ))}
    </div>
  )
}

const picked = ({ id, data, duration, price, data_bytes, duration_s }: WifiPackage) => ({
  package_id: id,
  name: `${data}, ${duration}`,
  price,
  chosen: { data_bytes, duration_s },
})

const Panes = ({ bytes }: { bytes: number }) => (
  <span className="pp" aria-hidden="true">
    {dataPanes(bytes).map((pane) => (
      <i key={pane} />
    ))}
  </span>
)
