import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Claim } from '#contract/claims.ts'
import { groupByFour } from '#rules/account-number.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
import { type ClaimState, oddDayOf, UNREPORTED_AFTER_MS } from '#rules/claim.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { useCompany } from '../layout/root-data.ts'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'

const noteKinds: Record<ClaimState, ComponentProps<typeof Note>['kind']> = {
  credited: 'done',
  for_other: 'done',
  elsewhere: 'warning',
  returned: 'warning',
  on_desk: 'information',
  dismissed: 'warning',
  reported: 'information',
  closed: 'warning',
  likely: 'done',
  push_open: 'information',
  unknown: 'warning',
}

const paidFor = {
  rent: 'It’s on your account.',
  wifi: 'It paid for a wifi bundle.',
  deposit: 'It’s your deposit.',
}

/** Tells a tenant what happened to a payment, and what to do next. */
export const ClaimAnswer = ({ claim }: { claim: Claim }) => (
  <Note kind={noteKinds[claim.state]}>
    {claim.reversal && <ReversalText claim={claim} reversal={claim.reversal} />}
    <AnswerText claim={claim} />
  </Note>
)

/** Says that the pasted SMS was about a reversal rather than a payment. */
export const ReversalText = ({ claim, reversal }: { claim: Claim; reversal: string }) => (
  <>
    {reversal === claim.receipt
      ? 'The SMS is about a reversal: M‑Pesa took this payment back.'
      : `The SMS is about a reversal: with ${reversal}, M‑Pesa took ${claim.receipt} back.`}{' '}
  </>
)

function AnswerText({ claim }: { claim: Claim }) {
  const { state, payment, closed, returned_at } = claim
  const paid = payment && `${ksh(payment.amount)} on ${formatDateTime(new Date(payment.paid_at))}`
  switch (state) {
    case 'credited':
      return (
        <>
          <b>{paidFor[payment?.purpose ?? 'rent']}</b> {paid}.{' '}
          {payment?.purpose === 'wifi' && <Link to="/wifi">My wifi</Link>}{' '}
          {payment?.receipt_number && (
            <Link to={`/receipts/${payment.receipt_number}`} className="nowrap">
              Receipt {payment.receipt_number}
            </Link>
          )}
        </>
      )
    case 'for_other':
      return (
        <>
          <b>You paid it for account {groupByFour(payment?.paid_for ?? '')}.</b> {paid}; it was
          credited there.
        </>
      )
    case 'elsewhere':
      return (
        <>
          <b>It was credited to another account number.</b> If it was yours, call the office:{' '}
          <Phone />.
        </>
      )
    case 'returned':
      return (
        <>
          <b>
            M‑Pesa sent this money back
            {returned_at && ` on ${formatDay(dayOf(new Date(returned_at)))}`}.
          </b>{' '}
          It doesn’t count here. If you don’t have it, call M‑Pesa on 234.
        </>
      )
    case 'on_desk':
      return (
        <>
          <b>It has arrived, and the office is looking at it.</b> You don’t need to do anything.
          When they decide, you’ll see it here.
        </>
      )
    case 'dismissed':
      return (
        <>
          <b>The office has looked at it and credited nothing.</b> If you think that’s wrong, call
          them: <Phone />.
        </>
      )
    case 'reported':
      return (
        <>
          <b>It’s on its way.</b> M‑Pesa has just reported it to us. It’ll be here in a few minutes.
        </>
      )
    case 'push_open':
      return (
        <>
          <b>It’s probably on its way.</b> We don’t know yet whether one of your payments went
          through. Please don’t pay again.
        </>
      )
    case 'likely':
      return (
        <>
          <b>It’s most likely counted already.</b> {paid} is on your account, but M‑Pesa hasn’t sent
          us its code yet.
        </>
      )
    case 'closed':
      return (
        <>
          <b>The office has looked for it.</b> “{closed?.note}” Questions? <Phone />
        </>
      )
    case 'unknown':
      return <Unknown claim={claim} />
  }
}

function Unknown({ claim }: { claim: Claim }) {
  const now = new Date()
  const odd = oddDayOf(claim, dayOf(now))
  const isLate = now.getTime() - new Date(claim.created_at).getTime() > UNREPORTED_AFTER_MS
  return (
    <>
      <b>We don’t know this code yet.</b> {claim.mpesa && saidTexts[claim.mpesa]}{' '}
      {odd ? (
        <>
          {oddTexts[odd.odd](odd.made_on ? formatDay(odd.made_on) : '', claim.on)} Check every
          character against the SMS.
        </>
      ) : (
        'Check every character against the SMS, and that the SMS names the residence.'
      )}{' '}
      {isLate
        ? 'M‑Pesa hasn’t reported it for more than a day, so the office is looking into it. Please keep the SMS.'
        : 'We keep checking: M‑Pesa may take up to a day to report it. Please don’t pay again.'}{' '}
      Questions? <Phone />
    </>
  )
}

/** M-Pesa's answers when it was asked about a code. */
export const saidTexts = {
  paid: 'M‑Pesa says that it was paid to our paybill.',
  elsewhere: 'M‑Pesa says that it was paid to somebody else, not to our paybill.',
  not_found: 'M‑Pesa knows no payment with this code.',
}

/** Reasons to suspect that a code was mistyped. */
export const oddTexts = {
  no_day: () => 'No M‑Pesa code starts like this.',
  future: (made: string) => `M‑Pesa codes starting like this aren’t used until ${made}.`,
  old: (made: string) => `M‑Pesa codes starting like this are from ${made}.`,
  differs: (made: string, on: string | null) =>
    `M‑Pesa codes starting like this are from ${made}, but the SMS says ${on ? formatDay(on) : 'another day'}.`,
}

function Phone() {
  const { phone } = useCompany()
  return (
    <a className="nowrap" href={telephoneLink(phone)}>
      {formatPhone(phone)}
    </a>
  )
}
