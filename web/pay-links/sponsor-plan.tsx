import type { FormEvent } from 'react'
import { agreeOverLink, type LinkPlan, openPayLink } from '#contract/pay-links.ts'
import { formatDateTime, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { byWhen } from '#rules/promise.ts'
import { ApiError, call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useAction } from '../ui/use-action.ts'
import '../agreements/agreements.css'

interface Props {
  token: string
  plan: LinkPlan
  residence: string
}

/** A plan set by the office, to which the sponsor agrees in the tenant's place. */
export function SponsorPlan({ token, plan, residence }: Props) {
  const count = plan.parts.length
  return (
    <section className="plate padded stack" aria-labelledby="plan">
      <div className="stack-small">
        <h2 id="plan">{plan.agreed_at ? 'The plan you agreed to' : 'A plan to agree to'}</h2>
        <p>
          {ksh(plan.owed)} is paid in {count === 1 ? 'one part' : `${count} parts`}. While the parts
          are paid on time, {residence} doesn’t ask for this money earlier. Rent that is charged
          later isn’t part of it.
        </p>
        <ol className="agreement-parts" aria-label="The parts of the plan">
          {plan.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal, and none ever moves
            <li key={index}>
              <span>
                <b className="money">{ksh(part.amount)}</b> {byWhen(part)}
                {part.day === null && part.expected && (
                  <span className="small muted">, expected by {formatDay(part.expected)}</span>
                )}
                {part.unpaid > 0 && part.unpaid < part.amount && (
                  <span className="small muted">, {ksh(part.unpaid)} of it to pay</span>
                )}
              </span>
              {part.unpaid === 0 && <span className="tag success">Paid</span>}
            </li>
          ))}
        </ol>
      </div>
      {plan.agreed_at ? (
        <p className="small" role="status">
          You agreed on {formatDateTime(new Date(plan.agreed_at))}. The tenant and the office see
          it.
        </p>
      ) : (
        <Agree token={token} id={plan.id} />
      )}
    </section>
  )
}

function Agree({ token, id }: { token: string; id: number }) {
  const { run, busy, error, reset } = useAction(
    (phone_number: string) =>
      call(agreeOverLink, { params: { token, id: String(id) }, body: { phone_number } }),
    { changes: [openPayLink] },
  )
  const ofPhone = error instanceof ApiError ? error.fields.phone_number : undefined
  return (
    <form
      className="stack-small"
      noValidate
      // The field is read only here, so that it keeps text typed before the scripts ran.
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void run(String(new FormData(event.currentTarget).get('phone_number') ?? ''))
      }}
    >
      <TextField
        label="Your phone number"
        hint="The one for which the tenant has made this link. Nothing is paid now."
        type="tel"
        autoComplete="tel"
        className="tabular"
        error={ofPhone}
        announce
        name="phone_number"
        onChange={reset}
      />
      <div>
        <SubmitButton variant="secondary" busy={busy}>
          I agree to the plan
        </SubmitButton>
      </div>
      {!ofPhone && <ActionResult success={null} error={error} />}
    </form>
  )
}
