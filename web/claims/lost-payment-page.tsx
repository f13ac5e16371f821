import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Claim, findPayment, listClaims, typedCode } from '#contract/claims.ts'
import { formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { withoutBalance } from '#rules/mpesa-code.ts'
import { call, query } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextArea } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { LoadError } from '../ui/load-error.tsx'
import { ClaimAnswer } from './claim-answer.tsx'
import './claims.css'

export const meta = pageTitle('I paid, where is it?')

export default function LostPaymentPage() {
  return (
    <RequireAuth title="This page">
      <LostPayment />
    </RequireAuth>
  )
}

/** How often claims are refetched, because a payment may be reported while the page is open. */
const REFETCH_MS = 30_000

/** Looks for a payment by its M-Pesa code, and lists the codes that were asked about before. */
function LostPayment() {
  const {
    data: claims,
    error,
    refetch,
  } = useQuery({
    ...query(listClaims, {}),
    refetchInterval: REFETCH_MS,
  })
  const [asked, setAsked] = useState<number | null>(null)
  const earlier = claims?.filter(({ id }) => id !== asked)
  return (
    <div className="page lost-payment">
      <h1>I paid, where is it?</h1>
      <div className="lost-payment-columns">
        <FindPayment known={claims?.find(({ id }) => id === asked)} onFound={setAsked} />
        {error && !claims && (
          <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
        )}
        {earlier && earlier.length > 0 && (
          <section className="plate padded" aria-labelledby="earlier-codes">
            <h2 id="earlier-codes">Codes you asked about</h2>
            <ul className="claims">
              {earlier.map((claim) => (
                <li key={claim.id} className="stack-small">
                  <ClaimHead claim={claim} />
                  <ClaimAnswer claim={claim} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

/** The code, and the payment as the SMS describes it. */
const ClaimHead = ({ claim: { receipt, amount, on, by } }: { claim: Claim }) => (
  <p className="row wrap tabular">
    <b>{receipt}</b>
    <span className="small muted">
      {[amount !== null && ksh(amount), on && formatDay(on), by && `typed by ${by}`]
        .filter(Boolean)
        .join(', ')}
    </span>
  </p>
)

interface FindProps {
  /** The claim that was found, in its current state. */
  known: Claim | undefined
  onFound: (id: number) => void
}

function FindPayment({ known, onFound }: FindProps) {
  const form = useSchemaForm(typedCode, { defaultValues: { text: '' } })
  const { errors } = form.formState
  const { submit, busy, result } = useFormAction(
    form,
    ({ text }) => call(findPayment, { body: { text: withoutBalance(text) } }),
    {
      fields: ['text'],
      fallback: WENT_WRONG,
      changes: [listClaims],
      onSuccess({ id }, { text }) {
        onFound(id)
        // The field is emptied only if nothing else was typed meanwhile.
        if (form.getValues('text').trim() === text) form.reset()
      },
    },
  )
  const refused = errors.root?.refused
  useEffect(() => {
    if (refused) form.setFocus('text')
  }, [refused, form])
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) answer.current?.focus()
  }, [result])
  const found = known ?? result
  return (
    <section className="plate padded stack" aria-labelledby="find-payment">
      <h2 id="find-payment">Find it with the M‑Pesa SMS</h2>
      <form className="stack" onSubmit={submit} noValidate>
        <TextArea
          label="M‑Pesa SMS, or its code"
          hint="Paste the whole SMS, or type the code at its start, such as UKK9R7C3WD. We keep only the code, amount, day and account."
          error={errors.text?.message ?? refused?.message}
          announce
          rows={3}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.register('text')}
        />
        <SubmitButton variant="block" busy={busy} busyLabel="Looking...">
          Find my payment
        </SubmitButton>
      </form>
      <div ref={answer} role="status" tabIndex={-1} className={found ? 'stack-small' : undefined}>
        {found && (
          <>
            <ClaimHead claim={found} />
            <ClaimAnswer claim={found} />
          </>
        )}
      </div>
    </section>
  )
}
