import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  claimForTenant,
  closeClaim,
  closingNote,
  listTenantClaims,
  listUnreportedClaims,
  reopenClaim,
  type StaffClaim,
  typedCode,
} from '#contract/claims.ts'
import { groupByFour } from '#rules/account-number.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
import { isOpenClaim, oddDayOf } from '#rules/claim.ts'
import { ksh } from '#rules/money.ts'
import { withoutBalance } from '#rules/mpesa-code.ts'
import { call, query } from '../api.ts'
import { deskPath } from '../desk/texts.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { Permitted } from '../permission.tsx'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { LoadError } from '../ui/load-error.tsx'
import { useAction } from '../ui/use-action.ts'
import { oddTexts, ReversalText, saidTexts } from './claim-answer.tsx'
import './claims.css'

const changes = [listTenantClaims, listUnreportedClaims]

/** The M-Pesa codes of a tenant, with a field to add one, for a tenant at the counter with a phone. */
export function TenantClaims({ id }: { id: string }) {
  const params = { id }
  const { data: claims, error, refetch } = useQuery(query(listTenantClaims, { params }))
  return (
    <section className="plate padded stack" aria-labelledby="codes">
      <div>
        <h2 id="codes">M‑Pesa codes</h2>
        <p className="small muted">
          Payments they say they made. They count once M‑Pesa reports them.
        </p>
      </div>
      <Permitted to="money">
        <FindForTenant id={id} />
      </Permitted>
      {error && !claims && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      )}
      {claims && claims.length > 0 && (
        <ul className="claims">
          {claims.map((claim) => (
            <StaffClaimItem key={claim.id} claim={claim} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FindForTenant({ id }: { id: string }) {
  const form = useSchemaForm(typedCode, { defaultValues: { text: '' } })
  const { errors } = form.formState
  const { submit, busy, result } = useFormAction(
    form,
    ({ text }) => call(claimForTenant, { params: { id }, body: { text: withoutBalance(text) } }),
    {
      fields: ['text'],
      changes,
      // The field is emptied only if nothing else was typed meanwhile.
      onSuccess: (_, { text }) => form.getValues('text').trim() === text && form.reset(),
    },
  )
  return (
    <form className="stack-small" noValidate onSubmit={submit}>
      <TextArea
        label="M‑Pesa SMS, or its code"
        rows={2}
        error={errors.text?.message ?? errors.root?.refused?.message}
        announce
        {...form.register('text')}
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <SubmitButton variant="secondary" busy={busy} busyLabel="Looking...">
          Find the payment
        </SubmitButton>
      </div>
      <p role="status" className={result ? 'small' : undefined}>
        {result && (
          <>
            <b className="tabular">{result.receipt}</b>: <ClaimText claim={result} />
          </>
        )}
      </p>
    </form>
  )
}

/** A code with its outcome; `named` adds the tenant's name in a list of several people. */
export function StaffClaimItem({ claim, named = false }: { claim: StaffClaim; named?: boolean }) {
  const { receipt, amount, on, account, by, created_at } = claim
  const facts = [
    amount !== null && ksh(amount),
    on && `of ${formatDay(on)}`,
    account && `for account ${account}`,
  ].filter(Boolean)
  return (
    <li className="stack-small">
      <p className="row wrap tabular">
        <b>{receipt}</b>
        {named && <Link to={tenantPath(claim.user_id)}>{claim.full_name}</Link>}
        {facts.length > 0 && <span className="small">{facts.join(' ')}</span>}
      </p>
      <p className="small">
        {claim.reversal && <ReversalText claim={claim} reversal={claim.reversal} />}
        <ClaimText claim={claim} />
      </p>
      <p className="small muted">
        Typed {by && `by ${by}, `}
        {formatDateTime(new Date(created_at))}
      </p>
      <Permitted to="money">
        {claim.closed ? (
          <Reopen claim={claim} />
        ) : (
          isOpenClaim(claim.state) && <Close claim={claim} />
        )}
      </Permitted>
    </li>
  )
}

const paidFor = {
  rent: 'It’s on their account',
  wifi: 'It paid for their wifi',
  deposit: 'It’s their deposit',
}

/** The outcome of a code, worded for staff. */
function ClaimText({ claim }: { claim: StaffClaim }) {
  const { state, payment, item, credited_to, closed, closed_by } = claim
  const paid = payment && `${ksh(payment.amount)} on ${formatDateTime(new Date(payment.paid_at))}`
  switch (state) {
    case 'credited':
      return (
        <>
          {paidFor[payment?.purpose ?? 'rent']}: {paid}.{' '}
          {payment?.receipt_number && (
            <ReceiptLink number={payment.receipt_number}>
              Receipt {payment.receipt_number}
            </ReceiptLink>
          )}
        </>
      )
    case 'for_other':
      return `They paid it to account ${groupByFour(payment?.paid_for ?? '')}: ${paid}.`
    case 'elsewhere':
      return credited_to ? (
        <>
          It was credited to{' '}
          <Link to={tenantPath(credited_to.user_id)}>{credited_to.full_name}</Link>.
        </>
      ) : (
        'It was credited in another residence.'
      )
    case 'on_desk':
      return item === null ? (
        'It’s waiting on the desk of another residence.'
      ) : (
        <Link to={deskPath('open', item)}>It’s waiting on the desk.</Link>
      )
    case 'dismissed':
      return item === null ? (
        'Another residence has decided about it.'
      ) : (
        <Link to={deskPath('closed', item)}>It was dismissed at the desk.</Link>
      )
    case 'reported':
      return 'M‑Pesa has just reported it. It’ll be on an account or on the desk in a few minutes.'
    case 'likely':
      return `Most likely ${paid}, which was counted without an M‑Pesa code.`
    case 'push_open':
      return 'One of their payments is still being processed. It may be this one.'
    case 'closed':
      return `${closed_by}: ${closed?.note}`
    case 'unknown': {
      const odd = oddDayOf(claim, dayOf(new Date()))
      const hint = odd && oddTexts[odd.odd](odd.made_on ? formatDay(odd.made_on) : '', claim.on)
      const said = claim.mpesa ? saidTexts[claim.mpesa] : 'M‑Pesa hasn’t reported this code.'
      return `${said} ${hint ?? ''}`
    }
  }
}

/** Closes a code with a note on what was behind it. This changes no balance. */
function Close({ claim: { id, receipt } }: { claim: StaffClaim }) {
  const [open, setOpen] = useState(false)
  const form = useSchemaForm(closingNote, { defaultValues: { note: '' } })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    ({ note }) => call(closeClaim, { params: { id: String(id) }, body: { note } }),
    { fields: ['note'], changes },
  )
  if (!open) {
    return (
      <Button variant="quiet compact" onClick={() => setOpen(true)}>
        Close<span className="visually-hidden"> {receipt}</span>
      </Button>
    )
  }
  return (
    <form className="suggestion stack-small" noValidate onSubmit={submit}>
      <TextField
        label="What did you find out?"
        hint="The tenant sees it."
        autoFocus
        error={errors.note?.message ?? errors.root?.refused?.message}
        announce
        {...form.register('note')}
      />
      <div className="row wrap">
        <SubmitButton busy={busy}>Close the code</SubmitButton>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Reopen({ claim: { id, receipt } }: { claim: StaffClaim }) {
  const { run, busy, error } = useAction(() => call(reopenClaim, { params: { id: String(id) } }), {
    changes,
  })
  return (
    <>
      <Button variant="quiet compact" busy={busy} onClick={() => void run()}>
        Check for it again<span className="visually-hidden">: {receipt}</span>
      </Button>
      <ActionResult success={null} error={error} />
    </>
  )
}
