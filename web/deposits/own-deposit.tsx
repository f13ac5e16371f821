import { useQuery } from '@tanstack/react-query'
import { PiggyBank } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type DepositState, getOwnDeposit } from '#contract/deposits.ts'
import { refundClockText } from '#rules/deposit.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { openAssistant } from '../layout/channels.ts'
import { errorMessage } from '../ui/error-message.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './own-deposit.css'

/** Loaded on demand: few tenants look at the entries, and the home page must not wait for them. */
const DepositEntries = lazyPart(async () => (await import('./deposit-entries.tsx')).DepositEntries)

/** The tenant's deposit on the home page: the sum held, the sum missing, and by when they get it back. */
export function OwnDeposit({ deposit }: { deposit: DepositState }) {
  const { held, to_pay } = deposit
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // The details may have been opened before the scripts ran.
    if (details.current?.open) setOpen(true)
  }, [])
  return (
    <section className="own-deposit" aria-labelledby="own-deposit">
      <div className="own-deposit-line">
        <h3 id="own-deposit">
          <PiggyBank className="icon" aria-hidden="true" /> Deposit held
        </h3>
        <b className="money">{ksh(held)}</b>
      </div>
      <p className="small muted tabular">{sentenceOf(deposit)}</p>
      {to_pay > 0 && (
        <button
          type="button"
          className="button secondary block"
          onClick={() => openAssistant('own_deposit')}
        >
          Pay the deposit with M‑Pesa
        </button>
      )}
      <details ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>History</summary>
        {open && <OwnEntries />}
      </details>
    </section>
  )
}

function OwnEntries() {
  const { data, error, refetch } = useQuery(query(getOwnDeposit, {}))
  if (!data) {
    return error ? (
      <LoadError
        message={errorMessage(error, 'Your deposit couldn’t be loaded.')}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton lines={['row', 'row']} />
    )
  }
  if (data.entries.length === 0) return <p className="small muted">No entries yet.</p>
  return (
    <div className="tenant-ledger">
      <Suspense fallback={<Skeleton lines={['row', 'row']} />}>
        <DepositEntries entries={data.entries} />
      </Suspense>
    </div>
  )
}

function sentenceOf({ asked, held, to_pay, refund }: DepositState): string {
  if (refund) {
    return refund.days_left < 0
      ? `The residence should have given it back ${refundClockText(refund)}. Please ask the office.`
      : `The residence gives it back ${refundClockText(refund)}, less what it deducts.`
  }
  if (to_pay > 0) {
    return held === 0
      ? `You agreed on ${ksh(asked ?? 0)}. It isn’t rent: you get it back after moving out.`
      : `${ksh(to_pay)} of the agreed ${ksh(asked ?? 0)} is still to be paid.`
  }
  return 'It isn’t rent: you get it back after moving out, less what is deducted.'
}
