import { useQuery } from '@tanstack/react-query'
import { Wifi } from 'lucide-react'
import { getAssistant } from '#contract/assistant.ts'
import { listVouchers } from '#contract/wifi.ts'
import { formatTime } from '#rules/calendar.ts'
import { query } from '../api.ts'
import { openAssistant } from '../layout/channels.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BundlesOnSale } from './bundles-on-sale.tsx'
import { FindCode } from './find-code.tsx'
import { ActiveVoucher, FETCH_FAILED, PastVouchers } from './vouchers.tsx'
import './wifi.css'

export const meta = pageTitle('My wifi')

export default function WifiPage() {
  return (
    <RequireAuth title="Your wifi">
      <MyWifi />
    </RequireAuth>
  )
}

/**
 * Polled, because data and time are used up while the page is open. A new payment refetches the list at once.
 */
const REFETCH_MS = 60_000
/** Large enough for all active vouchers. */
const PAGE_SIZE = '50'

/** The user's active vouchers, and the past ones. */
function MyWifi() {
  const list = useInfiniteList(
    listVouchers,
    '',
    (page) => ({ query: { ...page, limit: PAGE_SIZE } }),
    REFETCH_MS,
  )
  const vouchers = list.pages?.flat()
  const active = vouchers?.filter(({ state }) => state === 'active')
  const past = vouchers?.filter(({ state }) => state !== 'active') ?? []
  const { error, isFetchNextPageError } = list
  return (
    <div className="page wifi-page">
      <div className="row between wrap wifi-head">
        <h1>My wifi</h1>
        {active && active.length > 0 && <BuyButton />}
      </div>
      <div className="wifi-columns">
        <div className="stack">
          {error && !active && (
            <FetchFailed
              title="Your wifi bundles couldn’t be loaded"
              message={errorMessage(error, WENT_WRONG)}
              onRetry={() => list.refetch()}
            />
          )}
          {error && active && !isFetchNextPageError && (
            <LoadError
              message={`${errorMessage(error, FETCH_FAILED)} Showing the version from ${formatTime(new Date(list.dataUpdatedAt))}.`}
              onRetry={() => list.refetch()}
            />
          )}
          {active?.map((voucher) => (
            <ActiveVoucher key={voucher.id} voucher={voucher} />
          ))}
          {active?.length === 0 && <NoVoucher hasPastVouchers={past.length > 0} />}
          {!active && !error && (
            <Skeleton className="plate padded" lines={['heading', 'box', 'row', 'row']} />
          )}
        </div>
        <div className="stack">
          <HowToConnect />
          <FindCode listed={active?.map(({ code }) => code) ?? []} />
        </div>
        {past.length > 0 && <PastVouchers vouchers={past} list={list} />}
      </div>
    </div>
  )
}

const BuyButton = () => (
  <Button icon={Wifi} onClick={() => openAssistant('wifi')}>
    Buy a bundle
  </Button>
)

const NoVoucher = ({ hasPastVouchers }: { hasPastVouchers: boolean }) => (
  <MessagePlate title={hasPastVouchers ? 'No bundle at the moment' : 'No wifi bundle yet'}>
    <BundlesOnSale />
  </MessagePlate>
)

/** How to use a code, with the name of the residence's network. */
function HowToConnect() {
  const { slug } = useCompany()
  const assistantData = useQuery(query(getAssistant, { query: { slug } }))
  const network = assistantData.data?.company.wifi_network
  return (
    <section className="steps-card" aria-labelledby="how-to-connect">
      <h2 id="how-to-connect">How to connect</h2>
      <ol className="space-above-small">
        <li>
          <span>
            {network ? (
              <>
                Join the network <strong>{network}</strong>
              </>
            ) : (
              'Join the residence’s wifi'
            )}
          </span>
        </li>
        <li>
          <span>
            Open any website and enter <strong>your code</strong>
          </span>
        </li>
        <li>
          <span>If you’re asked for a username and a password, enter the code in both boxes</span>
        </li>
      </ol>
      <p className="small">One device at a time. Log out of the first before using another.</p>
    </section>
  )
}
