import { Banknote, DoorOpen, Headset, type LucideIcon, ReceiptText, Wifi } from 'lucide-react'
import { Link } from 'react-router'
import { LATEST_TRANSACTIONS } from '#contract/transactions.ts'
import type { WifiPackage } from '#contract/wifi.ts'
import { ksh } from '#rules/money.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import type { AssistantFlow } from '../layout/call-assistant.ts'
import { CallSupport } from './call-support.tsx'
import type { Facts } from './use-facts.ts'

interface Props {
  /** At the beginning; later on it asks whether there is anything else. */
  greeting: boolean
  facts: Facts
  /** Chosen, and still on its way. */
  wish?: AssistantFlow | null
  onChoose: (flow: AssistantFlow) => void
}

/** What the assistant can do; the history only for who has one (spec 2). */
export function MainMenu({ greeting, facts, wish, onChoose }: Props) {
  const { user, company, offer, balance } = facts
  const name = user ? `, ${user.first_name}` : ''
  const option = (flow: AssistantFlow, Icon: LucideIcon, label: string, end: string) => (
    <button type="button" className="o" aria-busy={wish === flow} onClick={() => onChoose(flow)}>
      <Icon className="icon" aria-hidden="true" />
      {label}
      <span className="end">{wish === flow ? 'Loading...' : end}</span>
    </button>
  )
  const history = historyOf(facts)
  return (
    <div className="options">
      <p className="message">{greeting ? `Habari${name}. What do you need?` : 'Anything else?'}</p>
      {option('wifi', Wifi, 'Wifi', cheapest(offer.data?.packages))}
      {option('rent', Banknote, 'Rent payment', dueLine(balance))}
      {history === 'some' &&
        option('history', ReceiptText, 'Transaction history', `latest ${LATEST_TRANSACTIONS}`)}
      {history === 'asking' && <span className="o unlit" />}
      {company && (
        <Link to={`/auth/onboard/${company.slug}`} className="o">
          <DoorOpen className="icon" aria-hidden="true" />
          Student onboard
          <span className="end">new here</span>
        </Link>
      )}
      {option('support', Headset, 'Customer support', '')}
      <CallSupport company={company}>Rather talk to a person? Call</CallSupport>
    </div>
  )
}

/** Most who are asked about have one: its place is kept, so that nothing moves under a finger. */
function historyOf({ user, transactions: { data, failed } }: Facts): 'some' | 'none' | 'asking' {
  if (user === null || failed) return 'none'
  if (data === undefined) return 'asking'
  return data.length > 0 ? 'some' : 'none'
}

const cheapest = (packages: WifiPackage[] = []) =>
  packages.length > 0
    ? `from ${formatBundlePrice(Math.min(...packages.map(({ price }) => price)))}`
    : ''

function dueLine(balance: number | null): string {
  if (balance === null) return ''
  if (balance > 0) return `${ksh(balance)} due`
  return balance < 0 ? `${ksh(-balance)} credit` : 'nothing due'
}
