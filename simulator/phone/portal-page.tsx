import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  getPortal,
  type Portal,
  type PortalMovement,
  reverseOnPortal,
  sweepPaybill,
  withdrawFromPaybill,
} from '#contract/simulator.ts'
import { kshCents } from '#rules/money.ts'
import { pageTitle } from '../../web/layout/title.ts'
import { ActionResult } from '../../web/ui/action-result.tsx'
import { Button } from '../../web/ui/button.tsx'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { firstErrorMessage } from '../../web/ui/error-message.ts'
import { TextField } from '../../web/ui/field.tsx'
import { LoadError } from '../../web/ui/load-error.tsx'
import { useAction } from '../../web/ui/use-action.ts'
import { callPhone, SimulatorAbsent } from './phone-api.ts'
import { PortalMovements, PortalStatements } from './portal-movements.tsx'
import './portal.css'

export const meta = pageTitle('Pretend M-Pesa portal')

/** A page like the portal in which a business sees its paybill. */
export default function PortalPage() {
  const [search] = useSearchParams()
  const from = search.get('from') ?? undefined
  const to = search.get('to') ?? from
  const { data, error, refetch } = useQuery({
    queryKey: [getPortal.path, from, to],
    queryFn: ({ signal }) => callPhone(getPortal, { query: { from, to } }, signal),
    placeholderData: (shown) => shown,
    retry: false,
  })
  if (error instanceof SimulatorAbsent) return <PortalAbsent />
  return (
    <main className="portal">
      <header className="portal-bar">
        <p>Pretend M-PESA · organisation portal</p>
        <p className="portal-business">
          {data?.business_name ?? '…'}
          {data?.shortcode && <span className="tabular"> · short code {data.shortcode}</span>}
        </p>
      </header>
      <div className="portal-body stack">
        <div>
          <h1>Paybill</h1>
          <p className="muted space-above-small">
            For practice: no real money moves here. Payments come from the{' '}
            <Link to="/pretend-daraja/phone">pretend phones</Link>.
          </p>
        </div>
        {error && (
          <LoadError
            message={firstErrorMessage(error, 'The portal couldn’t be loaded.')}
            onRetry={refetch}
          />
        )}
        {error && <DaysForm key={`${from} ${to}`} from={from ?? ''} to={to ?? ''} />}
        {!data && !error && <p className="muted">Loading...</p>}
        {data && !error && <Paybill portal={data} />}
      </div>
    </main>
  )
}

/** Shown in production. */
const PortalAbsent = () => (
  <main className="portal-absent">
    <h1>No pretend portal here</h1>
    <p className="space-above">
      This residence takes real M-Pesa payments. Its statements are on the portal of M-Pesa.
    </p>
    <p className="space-above">
      <Link to="/">Go to the home page</Link>
    </p>
  </main>
)

function Paybill({ portal }: { portal: Portal }) {
  const { shortcode, from, to } = portal
  if (!shortcode) {
    return (
      <p>No paybill has been registered yet. It appears here when the business registers it.</p>
    )
  }
  return (
    <>
      <Accounts portal={portal} shortcode={shortcode} />
      <section className="portal-panel stack" aria-labelledby="portal-period">
        <h2 id="portal-period">Movements and statements</h2>
        <DaysForm key={`${from} ${to}`} from={from} to={to} />
        <PortalStatements shortcode={shortcode} from={from} to={to} />
      </section>
      <Movements portal={portal} shortcode={shortcode} />
    </>
  )
}

/** The balances of the accounts, and the buttons that empty them. */
function Accounts({ portal, shortcode }: { portal: Portal; shortcode: string }) {
  const params = { shortcode }
  const { run, busy, input, result, error } = useAction(
    async (what: 'sweep' | 'withdraw') => {
      const moved = await callPhone(what === 'sweep' ? sweepPaybill : withdrawFromPaybill, {
        params,
      })
      const where = what === 'sweep' ? 'to the settlement account' : 'to the bank'
      return `${moved.receipt}: ${kshCents(moved.cents)} moved ${where}.`
    },
    { changes: [getPortal] },
  )
  const { utility_cents, settlement_cents } = portal
  return (
    <section className="stack" aria-label="Accounts">
      <div className="portal-accounts">
        <div className="portal-panel">
          <h2>Utility account</h2>
          <p className="portal-sum tabular">{kshCents(utility_cents)}</p>
          <p className="muted">Payments arrive here, less the charges.</p>
          <Button
            variant="mpesa"
            busy={busy && input === 'sweep'}
            onClick={() => void run('sweep')}
          >
            Sweep to settlement
          </Button>
        </div>
        <div className="portal-panel">
          <h2>Settlement account</h2>
          <p className="portal-sum tabular">{kshCents(settlement_cents)}</p>
          <p className="muted">Money waits here until it is withdrawn.</p>
          <Button
            variant="secondary"
            busy={busy && input === 'withdraw'}
            onClick={() => void run('withdraw')}
          >
            Withdraw to bank
          </Button>
        </div>
      </div>
      <ActionResult success={result} error={error} />
    </section>
  )
}

function DaysForm({ from, to }: { from: string; to: string }) {
  const [, setSearch] = useSearchParams()
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const first = String(fields.get('from'))
    setSearch({ from: first, to: String(fields.get('to')) || first }, { preventScrollReset: true })
  }
  return (
    <form className="portal-days" onSubmit={show}>
      <TextField label="First day" type="date" name="from" required defaultValue={from} />
      <TextField label="Last day" type="date" name="to" required defaultValue={to} />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  )
}

function Movements({ portal, shortcode }: { portal: Portal; shortcode: string }) {
  const [asked, setAsked] = useState<PortalMovement | null>(null)
  const { run, busy, result, error } = useAction(
    async ({ receipt }: PortalMovement) => {
      const back = await callPhone(reverseOnPortal, { params: { shortcode }, body: { receipt } })
      return `${receipt} was reversed: ${kshCents(-back.cents)} went back to its payer, under ${back.receipt}.`
    },
    { changes: [getPortal] },
  )
  return (
    <>
      <ActionResult success={result} error={error} takesFocus />
      <section className="portal-panel stack" aria-label="Movements">
        <PortalMovements portal={portal} onReverse={setAsked} />
      </section>
      {asked && (
        <ConfirmDialog
          title="Reverse this payment?"
          confirmLabel="Reverse"
          danger
          busy={busy}
          onConfirm={() => void run(asked).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        >
          <p>
            {kshCents(asked.cents)} of {asked.receipt} goes back to {asked.payer}. The charge is not
            returned.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
