import { useQuery } from '@tanstack/react-query'
import { getAssistant } from '#contract/assistant.ts'
import type { WifiBundle } from '#contract/wifi.ts'
import { dataPanes, formatBundlePrice } from '#rules/wifi.ts'
import { query } from '../api.ts'
import { bundleChannel, openAssistant } from '../layout/channels.ts'
import { useCompany } from '../layout/root-data.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import '../site/bundles.css'

/** The price list: one press starts the purchase of a bundle in the assistant. */
export function BundlesOnSale() {
  const { slug } = useCompany()
  const { data, error, refetch } = useQuery(query(getAssistant, { query: { slug } }))
  if (!data) {
    return error ? (
      <LoadError
        message={`The bundles couldn’t be loaded. ${errorMessage(error, WENT_WRONG)}`}
        onRetry={refetch}
      />
    ) : (
      <Skeleton lines={['box']} />
    )
  }
  if (data.packages.length === 0) {
    return <p>No bundles are on sale at the moment. The office can tell you when they will be.</p>
  }
  return (
    <>
      <p>Pick one and pay with M‑Pesa. Your code appears here within a minute.</p>
      <ul className="bundles for-sale tabular">
        {data.packages.map((bundle) => (
          <Row key={bundle.id} bundle={bundle} />
        ))}
      </ul>
    </>
  )
}

function Row({ bundle }: { bundle: WifiBundle }) {
  const { data, data_bytes, duration, price } = bundle
  const buy = () => {
    openAssistant('wifi')
    bundleChannel.send(bundle)
  }
  return (
    <li>
      <b className="display">{data}</b>
      <span className="gigabytes" aria-hidden="true">
        {dataPanes(data_bytes).map((pane) => (
          <i key={pane} />
        ))}
      </span>
      <span>
        {duration} <b className="nowrap">{formatBundlePrice(price)}</b>
      </span>
      <Button variant="light compact" onClick={buy}>
        <span>
          Buy
          <span className="visually-hidden">
            {' '}
            {data}, {duration}, {formatBundlePrice(price)}
          </span>
        </span>
      </Button>
    </li>
  )
}
