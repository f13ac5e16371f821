import { ArrowRight, LayoutGrid, LogIn, Pencil, ReceiptText, RotateCw, Ticket } from 'lucide-react'
import type { Dispatch } from 'react'
import { Link, useLocation } from 'react-router'
import type { WifiBundle } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { dataLeft, dataPanes, formatBundlePrice, formatDataSize } from '#rules/wifi.ts'
import type { AssistantFlow } from '../layout/channels.ts'
import { saveReturnPath } from '../layout/require-auth.tsx'
import { TransactionItem } from '../payments/transaction-item.tsx'
import { Button } from '../ui/button.tsx'
import { useRunningVouchers } from '../wifi/running-vouchers.ts'
import { type QueryState, useAssistantData } from '../wifi/use-assistant-data.ts'
import { CallOffice, MainMenu } from './main-menu.tsx'
import { OwnRentForm, PaymentForm } from './payment-form.tsx'
import {
  type AssistantState,
  type MenuOption,
  type PickedBundle,
  type Prompt,
  pushRequestOf,
  type Stage,
} from './state.ts'
import type { AssistantAction } from './transitions.ts'
import type { Facts } from './use-facts.ts'
import { rememberFlow } from './use-opening.ts'

interface Props {
  prompt: Prompt
  state: AssistantState
  facts: Facts
  /** Called at every keystroke. */
  onType: Dispatch<AssistantAction>
  /** Called for every action that leads to another stage. */
  onAction: Dispatch<AssistantAction>
  onChoose: (option: MenuOption) => void
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** The prompt of the current stage. */
export function PromptView({ prompt, state, facts, onType, onAction, onChoose, onLeave }: Props) {
  switch (prompt.type) {
    case 'input':
      return (
        <PaymentForm
          prompt={prompt}
          state={state}
          facts={facts}
          onType={onType}
          onAction={onAction}
        />
      )
    case 'own_rent':
      return facts.account.data ? (
        <OwnRentForm
          account={facts.account.data}
          errors={prompt.errors}
          state={state}
          facts={facts}
          onType={onType}
          onAction={onAction}
          {...(facts.user && {
            tenant: { onSomeoneElse: () => onChoose('someone_else'), onLeave },
          })}
        />
      ) : (
        <>
          <QueryFallback state={facts.account} failed="Your account couldn’t be loaded." />
          <NextMenu options={['main']} stage={state.stage} facts={facts} onChoose={onChoose} />
        </>
      )
    case 'bundles':
      return <Bundles slug={facts.slug} online={facts.online} onPick={onAction} />
    case 'transaction_history':
      return <LatestTransactions transactions={facts.transactions} onLeave={onLeave} />
    case 'menu':
      return prompt.menu === 'main' ? (
        <MainMenu
          again={state.stage.at === 'main' ? undefined : prompt}
          facts={facts}
          onChoose={onChoose}
        />
      ) : (
        <NextMenu options={prompt.options} stage={state.stage} facts={facts} onChoose={onChoose} />
      )
  }
}

type Options = (Prompt & { type: 'menu'; menu: 'next' })['options']

interface NextMenuProps {
  options: Options
  stage: Stage
  facts: Facts
  onChoose: (option: MenuOption) => void
}

const secondary = {
  check_again: { label: 'Check again', Icon: RotateCw },
  change: { label: 'Change it', Icon: Pencil },
  history: { label: 'See transaction history', Icon: ReceiptText },
  lost_code: { label: 'Paid, but no code?', Icon: Ticket },
  main: { label: 'Main menu', Icon: LayoutGrid },
}
const isSecondary = (option: Options[number]): option is keyof typeof secondary | 'call' =>
  option === 'call' || option in secondary
const needsNetwork = (option: MenuOption) => option === 'check_again' || option === 'lost_code'
/** Whether an option's label is short enough to stand beside another one. */
const isShort = (option: Options[number]) => option !== 'history' && option !== 'lost_code'

/** The next actions: the primary one first, the others below it. */
function NextMenu({ options, stage, facts, onChoose }: NextMenuProps) {
  const { online, company } = facts
  const request = pushRequestOf(stage)
  const others = options.filter(isSecondary)
  return (
    <div className="assistant-menu">
      {options.includes('sign_in') && stage.at === 'sign_in' && <SignInLink flow={stage.flow} />}
      {options.includes('try_again') && request && (
        <Button
          variant="mpesa block"
          icon={RotateCw}
          disabled={!online}
          onClick={() => onChoose('try_again')}
        >
          Try again, {request.bundleName ? formatBundlePrice(request.amount) : ksh(request.amount)}
        </Button>
      )}
      <div className={others.length > 1 && others.every(isShort) ? 'menu-row' : 'assistant-menu'}>
        {others.map((option) => {
          if (option === 'call') return <CallOffice key={option} company={company} />
          const { label, Icon } = secondary[option]
          return (
            <button
              key={option}
              type="button"
              className="menu-option"
              disabled={!online && needsNetwork(option)}
              onClick={() => onChoose(option)}
            >
              <Icon className="icon" aria-hidden="true" />
              {label}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** A link to the login page, which returns to this page and flow. */
export function SignInLink({ flow }: { flow: AssistantFlow }) {
  const location = useLocation()
  return (
    <Link
      to="/auth/login"
      className="button block"
      onClick={() => {
        saveReturnPath(location)
        rememberFlow(flow)
      }}
    >
      <LogIn className="icon" aria-hidden="true" />
      Log in
    </Link>
  )
}

interface BundlesProps {
  slug: string | undefined
  online: boolean
  onPick: Dispatch<AssistantAction>
}

/** The current price list; each pane of a window is a gigabyte. */
function Bundles({ slug, online, onPick }: BundlesProps) {
  // Fetched here, because the data in `facts` may be slightly older than the refusal of a list.
  const assistantData = useAssistantData(slug)
  const [voucher] = useRunningVouchers().running ?? []
  if (!assistantData.data) {
    return <QueryFallback state={assistantData} failed="The bundles couldn’t be loaded." />
  }
  const { packages } = assistantData.data
  return (
    <div className="assistant-menu">
      <p className="assistant-message">
        {packages.length > 0
          ? 'Pick a bundle. Your code will appear here in the chat.'
          : 'No bundles are on sale at the moment. The office can tell you when they will be.'}
      </p>
      {packages.length > 0 && voucher && (
        <p className="assistant-message">
          You still have {formatDataSize(dataLeft(voucher))} until{' '}
          {formatDateTime(new Date(voucher.expires_at))}. A new bundle isn’t added to this one. It
          has its own code, and its time starts when you pay.
        </p>
      )}
      {packages.map((bundle) => (
        <button
          key={bundle.id}
          type="button"
          className="menu-option bundle-option"
          disabled={!online}
          onClick={() => onPick({ type: 'bundle_picked', ...pickedBundle(bundle) })}
        >
          <b className="bundle-data">{bundle.data}</b>
          <span className="bundle-panes" aria-hidden="true">
            {dataPanes(bundle.data_bytes).map((pane) => (
              <i key={pane} />
            ))}
          </span>
          <span className="bundle-duration">{bundle.duration}</span>
          <b className="menu-detail money">{formatBundlePrice(bundle.price)}</b>
        </button>
      ))}
    </div>
  )
}

export const pickedBundle = (bundle: WifiBundle): PickedBundle & { package_id: string } => ({
  package_id: bundle.id,
  name: `${bundle.data}, ${bundle.duration}`,
  price: bundle.price,
  chosen: { data_bytes: bundle.data_bytes, duration_s: bundle.duration_s },
})

interface LatestProps {
  transactions: Facts['transactions']
  onLeave: () => void
}

/** The latest payments, and a link to all of them. */
function LatestTransactions({ transactions, onLeave }: LatestProps) {
  if (!transactions.data) {
    return <QueryFallback state={transactions} failed="Your payments couldn’t be loaded." />
  }
  return (
    <div className="assistant-menu">
      <p className="assistant-message">
        {transactions.data.length > 0 ? 'Here are your latest payments.' : 'No payments yet.'}
      </p>
      {transactions.data.length > 0 && (
        <>
          <ul className="latest-transactions">
            {transactions.data.map((transaction) => (
              <TransactionItem key={transaction.id} row={transaction} onLeave={onLeave} />
            ))}
          </ul>
          <Link to="/transactions" className="menu-option" prefetch="intent" onClick={onLeave}>
            <ArrowRight className="icon" aria-hidden="true" />
            See all
          </Link>
        </>
      )}
    </div>
  )
}

/** Shown while data is being fetched, or when fetching failed. */
const QueryFallback = ({ state, failed }: { state: QueryState<unknown>; failed: string }) =>
  state.failed ? (
    <div className="assistant-menu">
      <p className="assistant-message" role="alert">
        {failed} Please try again.
      </p>
      <Button variant="block" icon={RotateCw} onClick={state.refetch}>
        Try again
      </Button>
    </div>
  ) : (
    <p className="assistant-message" role="status">
      Loading...
    </p>
  )
