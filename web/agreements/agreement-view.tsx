import { Link } from 'react-router'
import type { Agreement, AgreementPart, Standing } from '#contract/agreements.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { byWhen } from '#rules/promise.ts'
import './agreements.css'

/** Label and tag for the outcome of an agreement or of one of its parts. */
const outcomes: Record<AgreementPart['outcome'], { label: string; tag: string }> = {
  pending: { label: 'To come', tag: 'tag' },
  kept: { label: 'Kept', tag: 'tag success' },
  broken: { label: 'Broken', tag: 'tag error' },
  ended: { label: 'Ended', tag: 'tag' },
}

/** The parts of a promise or plan, each with its outcome. */
export function AgreementParts({ agreement }: { agreement: Agreement }) {
  return (
    <ul className="agreement-parts" aria-label={titleOf(agreement)}>
      {agreement.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal, and none ever moves
        <li key={index}>
          <span>
            <b className="money">{ksh(part.amount)}</b> {byWhen(part)}
            {part.day === null && part.expected && (
              <span className="small muted">, expected by {formatDay(part.expected)}</span>
            )}
            {part.outcome !== 'kept' && part.unpaid > 0 && part.unpaid < part.amount && (
              <span className="small muted">, {ksh(part.unpaid)} of it to pay</span>
            )}
            {part.outcome === 'broken' && part.unpaid === 0 && agreement.state === 'in_force' && (
              <span className="small muted">, paid later</span>
            )}
          </span>
          {agreement.agreed_at && (
            <span className={outcomes[part.outcome].tag}>{outcomes[part.outcome].label}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Says which sponsor agreed in the tenant's place. */
export function AgreedOver({ agreement: { agreed_over, agreed_at } }: { agreement: Agreement }) {
  if (!agreed_over || !agreed_at) return null
  return (
    <p className="small muted">
      {agreed_over.sponsor} agreed on {formatDateTime(new Date(agreed_at))}, over pay link{' '}
      {agreed_over.link}.
    </p>
  )
}

/** A plan is possible when something is owed now, or billed and due later. */
export const mayPlan = ({ owes, with_bills }: Standing): boolean => owes > 0 || with_bills !== null

export const titleOf = ({ kind, made_at }: Agreement): string =>
  `${kind === 'promise' ? 'Promise' : 'Plan'} of ${formatDay(dayOf(new Date(made_at)))}`

/** The text that both sides agree to, line by line. */
export const Wording = ({ text }: { text: string }) => (
  <blockquote className="agreement-wording">
    {text.split('\n').map((line) => (
      <p key={line}>{line}</p>
    ))}
  </blockquote>
)

/** Agreements that are over, folded away. */
export function PastAgreements({ agreements }: { agreements: Agreement[] }) {
  if (agreements.length === 0) return null
  return (
    <details>
      <summary>Earlier promises and plans ({agreements.length})</summary>
      <ul className="agreements-past space-above-small">
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <p>
              <b>{titleOf(agreement)}</b>
              {!agreement.agreed_at && <span className="muted"> wasn’t agreed to</span>}
            </p>
            <AgreedOver agreement={agreement} />
            <AgreementParts agreement={agreement} />
            {agreement.reason && <q className="small">{agreement.reason}</q>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Links staff to the list of tenants to call. */
export const CallsLink = () => (
  <Link className="small" to="/staff/calls">
    Who to call
  </Link>
)
