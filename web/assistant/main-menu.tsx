import {
  Banknote,
  CalendarClock,
  DoorOpen,
  Headset,
  type LucideIcon,
  Phone,
  ReceiptText,
  Wifi,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Company } from '#contract/company.ts'
import { LATEST_TRANSACTIONS } from '#contract/transactions.ts'
import type { WifiBundle } from '#contract/wifi.ts'
import { formatPhone } from '#rules/phone.ts'
import { byWhen } from '#rules/promise.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import type { AssistantFlow } from '../layout/channels.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import type { Facts } from './use-facts.ts'

/** The subtitle while nothing has been chosen yet. */
export const defaultSubtitle = ({ company, online }: Facts) =>
  company ? `${company.name} · ${online ? 'replies right away' : 'no network'}` : null

/** Says which action has to wait for the network. */
export const WaitsForNetwork = ({ action = 'pay' }: { action?: 'pay' | 'search' | 'promise' }) => (
  <p className="assistant-message">No network. You can {action} when you’re back online.</p>
)

interface MenuProps {
  /** Shown as one quiet row below the choices after a failed payment. `later`: its space is reserved until then. */
  again?: { later: boolean }
  facts: Facts
  /** The chosen flow, while its code is being loaded. */
  loadingFlow?: AssistantFlow | null
  onChoose: (flow: AssistantFlow) => void
}

/** The assistant's flows. The history is offered only to users who have one. */
export function MainMenu({ again, facts, loadingFlow, onChoose }: MenuProps) {
  const { online, user, company, account, assistantData, balance, agreed, mayPromise } = facts
  const name = user ? `, ${user.first_name}` : ''
  const loading = loadingFlow === 'own_rent' ? 'rent' : loadingFlow
  const option = (
    flow: AssistantFlow,
    Icon: LucideIcon,
    label: string,
    detail: string,
    isDue = false,
  ) => (
    <button
      type="button"
      className="menu-option"
      aria-busy={loading === flow}
      // The history can be read offline if it was fetched before.
      disabled={!online && flow !== 'history'}
      onClick={() => onChoose(flow)}
    >
      <Icon className="icon" aria-hidden="true" />
      {label}
      <span className={isDue ? 'menu-detail is-due' : 'menu-detail'}>
        {loading === flow ? 'Loading...' : detail}
      </span>
    </button>
  )
  const history = historyOf(facts)
  // Tenants have already been onboarded: for them the link is quieter and says that it is for new students.
  const isTenant = account.data !== undefined
  const onboard = company && online && (
    <Link
      to={`/auth/onboard/${company.slug}`}
      className={isTenant ? 'menu-option quiet' : 'menu-option'}
    >
      <DoorOpen className="icon" aria-hidden="true" />
      Student onboard
      <span className="menu-detail">{isTenant ? 'new students' : 'new here'}</span>
    </Link>
  )
  return (
    <div
      className={again ? `assistant-menu again${again.later ? ' blank' : ''}` : 'assistant-menu'}
    >
      <p className={again ? 'visually-hidden' : 'assistant-message'}>
        {again ? 'Main menu' : `Habari${name}. How can I help?`}
      </p>
      {option('wifi', Wifi, 'Wifi', cheapest(assistantData.data?.packages))}
      {option(
        'rent',
        Banknote,
        'Rent payment',
        agreed
          ? `${agreed.kind === 'promise' ? 'promised' : 'planned'} ${byWhen(agreed)}`
          : balance === null
            ? ''
            : formatBalance(balance, 'due'),
        balance !== null && balance > 0 && !agreed,
      )}
      {mayPromise && option('promise', CalendarClock, 'Pay later', 'promise a day')}
      {history === 'some' &&
        option('history', ReceiptText, 'Transaction history', `latest ${LATEST_TRANSACTIONS}`)}
      {history === 'unknown' && online && <span className="menu-option placeholder" />}
      {!user && onboard}
      {option('support', Headset, 'Customer support', '')}
      {user && onboard}
      {!again && <CallSupport company={company}>Rather talk to a person? Call</CallSupport>}
    </div>
  )
}

/** Whether the user has a history. While unknown, its space is reserved so that no button moves: most users have one. */
function historyOf({ user, transactions: { data, failed } }: Facts): 'some' | 'none' | 'unknown' {
  if (user === null || failed) return 'none'
  if (data === undefined) return 'unknown'
  return data.length > 0 ? 'some' : 'none'
}

const cheapest = (packages: WifiBundle[] = []) =>
  packages.length > 0
    ? `from ${formatBundlePrice(Math.min(...packages.map(({ price }) => price)))}`
    : ''

/** A button that calls the residence's staff. */
export const CallOffice = ({
  company,
  label = 'Call the office',
}: {
  company: Company | undefined
  label?: string
}) =>
  company && (
    <a className="menu-option" href={telephoneLink(company.phone)}>
      <Phone className="icon" aria-hidden="true" />
      {label}
      <span className="menu-detail money">{formatPhone(company.phone)}</span>
    </a>
  )

interface CallSupportProps {
  company: Company | undefined
  children: ReactNode
}

/** The telephone number of the residence's staff, after a sentence about its purpose. */
export const CallSupport = ({ company, children }: CallSupportProps) =>
  company && (
    <p className="call-support">
      {children}{' '}
      <a className="money" href={telephoneLink(company.phone)}>
        {formatPhone(company.phone)}
      </a>
    </p>
  )
