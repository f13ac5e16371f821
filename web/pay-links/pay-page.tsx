import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { openPayLink } from '#contract/pay-links.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { ApiError, query } from '../api.ts'
import { PaymentSteps } from '../assistant/payment-status.tsx'
import { PromptView } from '../assistant/prompts.tsx'
import {
  type AssistantState,
  initialState,
  type MenuOption,
  type Prompt,
  promptsFor,
} from '../assistant/state.ts'
import { MessageLog, Transcript } from '../assistant/transcript.tsx'
import type { AssistantAction } from '../assistant/transitions.ts'
import type { Facts } from '../assistant/use-facts.ts'
import { usePayment } from '../assistant/use-payment.ts'
import { NoScripts } from '../layout/no-scripts.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { findPayLink, pageContext } from '../page-context.ts'
import { AccountCard } from '../tenancy/account-card.tsx'
import { Button } from '../ui/button.tsx'
import { MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useOnline } from '../ui/use-online.ts'
import { SponsorFrame, sponsorHeaders } from './sponsor-frame.tsx'
import { readPayments, type SponsorPayments, sponsorCalls } from './sponsor-payments.ts'
import { SponsorPlan } from './sponsor-plan.tsx'
import '../assistant/assistant.css'
import '../assistant/conversation.css'
import '../tenancy/home.css'
import './pay-links.css'

type OpenedLink = Received<typeof openPayLink>

export const meta = pageTitle('Pay rent')

export const headers = sponsorHeaders

export async function loader({ context, params }: LoaderFunctionArgs) {
  const found = await findPayLink(context.get(pageContext), params.token ?? '')
  return data(found, { status: found.status })
}

/** The page of a pay link, for somebody who was sent one and needs no account. */
export default function PayPage() {
  const { token = '' } = useParams()
  const found = useLoaderData<typeof loader>()
  return (
    <SponsorFrame>
      {found.link ? (
        <OpenLink key={token} token={token} rendered={found.link} />
      ) : (
        <NoLink token={token} status={found.status} message={found.message} />
      )}
    </SponsorFrame>
  )
}

const titles: Record<number, string> = {
  404: 'This link doesn’t work',
  410: 'This link was revoked',
}

function NoLink({ token, status, message }: { token: string; status: number; message: string }) {
  return (
    <div className="pay-columns">
      <MessagePlate level={1} title={titles[status] ?? 'This link can’t be opened now'}>
        <p>{message}</p>
      </MessagePlate>
      <PaidBefore token={token} payments={usePayments(token)} />
    </div>
  )
}

/** The payments made over this link in this browser; null on the server and until they are read. */
function usePayments(token: string, changes: unknown = null): SponsorPayments | null {
  const [payments, setPayments] = useState<SponsorPayments | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when something was paid
  useEffect(() => setPayments(readPayments(token)), [token, changes])
  return payments
}

function OpenLink({ token, rendered }: { token: string; rendered: OpenedLink }) {
  const opened = query(openPayLink, { params: { token } })
  const { data: link, error, isFetching } = useQuery({ ...opened, initialData: rendered })
  const client = useQueryClient()
  const hydrated = useHydrated()
  const [paid, setPaid] = useState(0)
  const payments = usePayments(token, paid)
  const { residence, tenant, account_number, paybill } = link
  const onPaid = useCallback(() => {
    setPaid((count) => count + 1)
    void client.invalidateQueries({ queryKey: [openPayLink.path] })
  }, [client])
  const isRevoked = error instanceof ApiError && error.status === 410
  return (
    <div className="pay-columns">
      <section className="plate padded stack" aria-labelledby="pay-rent">
        <div>
          <h1 id="pay-rent">Pay rent{tenant && ` for ${tenant}`}</h1>
          <p className="muted">
            {tenant
              ? `It goes straight to their account at ${residence.name}.`
              : `It goes straight to the account of the tenant of ${residence.name} who sent you this link.`}
          </p>
        </div>
        <NoScripts />
        {isRevoked && <Note kind="error">{error.message}</Note>}
        {hydrated && payments ? (
          <SponsorPayment
            token={token}
            link={link}
            payments={payments}
            balanceOutdated={paid > 0 && isFetching}
            onPaid={onPaid}
          />
        ) : (
          <div className="waits-for-scripts">
            <Skeleton lines={['word', 'bar', 'word', 'bar', 'bar']} />
          </div>
        )}
      </section>
      <div className="stack">
        {link.plan && <SponsorPlan token={token} plan={link.plan} residence={residence.name} />}
        <AccountCard
          account={{ account_number, paybill }}
          title="Or from the M‑Pesa menu"
          hint="It counts in the same way, a minute or two later. M‑Pesa’s SMS is then your receipt."
        />
        <PaidBefore token={token} payments={payments} />
      </div>
    </div>
  )
}

/** Lists the payments made over this link in this browser. */
function PaidBefore({ token, payments }: { token: string; payments: SponsorPayments | null }) {
  if (!payments || payments.paid.length === 0) return null
  return (
    <section className="plate padded" aria-labelledby="paid-before">
      <h2 id="paid-before">What you’ve paid</h2>
      <ul className="pay-links">
        {payments.paid.map(({ submission_id, amount, at }) => (
          <li key={submission_id} className="row between wrap">
            <span>
              <b className="money">{ksh(amount)}</b>{' '}
              <span className="small muted tabular">{formatDateTime(new Date(at))}</span>
            </span>
            <Link to={`/pay/${token}/receipts/${submission_id}`}>Receipt</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const atForm: AssistantState = { ...initialState, stage: { at: 'own_rent', errors: null } }

/** The options for a sponsor, who has no menu to go back to and no list of payments. */
const offered: readonly (MenuOption | 'call')[] = ['try_again', 'change', 'check_again', 'call']
function offer(prompt: Prompt): Prompt[] {
  if (prompt.type === 'own_rent') return [prompt]
  if (prompt.type !== 'menu' || prompt.menu !== 'next') return []
  const options = prompt.options.filter((option) => offered.includes(option))
  return options.length > 0 ? [{ ...prompt, options }] : []
}

interface PaymentProps {
  token: string
  link: OpenedLink
  payments: SponsorPayments
  balanceOutdated: boolean
  onPaid: () => void
}

/** The assistant's payment form, used to pay over the link. */
function SponsorPayment({ token, link, payments, balanceOutdated, onPaid }: PaymentProps) {
  const calls = useMemo(() => sponsorCalls(token), [token])
  const [state, dispatch] = usePayment(false, atForm, calls)
  const { stage } = state
  const facts = { ...useSponsorFacts(link, payments.phone), balanceOutdated }
  const log = useRef<HTMLDivElement>(null)
  const [submission] = useState(payments.latest?.submission_id)
  const { data: open } = useQuery({
    queryKey: ['sponsor', token, submission],
    queryFn: () => calls.findOpen(),
    enabled: submission !== undefined,
    gcTime: 0,
  })
  useEffect(() => {
    const push = open?.data
    if (push?.status === 'completed') onPaid()
    if (push?.status !== 'processing') return
    dispatch({ type: 'push_found', push, now: Date.now(), ownRent: true })
  }, [open, dispatch, onPaid])
  useEffect(() => {
    if (stage.at === 'paid') onPaid()
  }, [stage.at, onPaid])

  const act = (action: AssistantAction) => {
    dispatch(action)
    // The form is gone, so the focus moves to the messages, which are then read from the beginning.
    if (action.type === 'own_rent_answered') setTimeout(() => log.current?.focus())
  }
  const choose = (option: MenuOption) => act({ type: 'option_chosen', option, signedIn: true })
  const receipt = payments.paid[0]?.submission_id
  return (
    <div className="pay-conversation">
      <PaymentSteps stage={stage} />
      <div className="assistant-conversation">
        <MessageLog ref={log}>
          <Transcript state={state} facts={facts} onLeave={() => {}} />
        </MessageLog>
        {stage.at === 'completed' ? (
          <div className="row wrap space-above">
            {receipt && (
              <Link className="button" to={`/pay/${token}/receipts/${receipt}`}>
                <ReceiptText className="icon" aria-hidden="true" />
                See your receipt
              </Link>
            )}
            <Button variant="secondary" onClick={() => choose('own_rent')}>
              Pay again
            </Button>
          </div>
        ) : (
          promptsFor(state)
            .flatMap(offer)
            .map((prompt) => (
              <PromptView
                key={prompt.type}
                prompt={prompt}
                state={state}
                facts={facts}
                onType={dispatch}
                onAction={act}
                onChoose={choose}
                onLeave={() => {}}
              />
            ))
        )}
      </div>
    </div>
  )
}

const unused = { data: undefined, failed: false, refetch: () => {} }

/** The facts that the payment form needs, for a sponsor about whom little is known. */
function useSponsorFacts(link: OpenedLink, phone: string | null): Facts {
  const company = useCompany()
  return {
    online: useOnline(),
    user: null,
    phone,
    slug: company.slug,
    company,
    assistantData: unused,
    account: { ...unused, data: link.account_number },
    balance: link.owed,
    due: null,
    agreed: link.next,
    mayPromise: false,
    depositToPay: 0,
    rate: null,
    balanceOutdated: false,
    transactions: unused,
  }
}
