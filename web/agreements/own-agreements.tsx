import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  type Agreement,
  agreeToPlan,
  endAgreement,
  getStanding,
  proposePlan,
  type Standing,
} from '#contract/agreements.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { ksh } from '#rules/money.ts'
import { call, isMissing, query } from '../api.ts'
import { openAssistant } from '../layout/channels.ts'
import { newUuid } from '../new-uuid.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useAction } from '../ui/use-action.ts'
import {
  AgreedOver,
  AgreementParts,
  mayPlan,
  PastAgreements,
  titleOf,
  Wording,
} from './agreement-view.tsx'
import type { SentPlan } from './plan-form.tsx'

/** Few open it, so its fields and their rules aren't loaded with the home page. */
const PlanForm = lazyPart(async () => (await import('./plan-form.tsx')).PlanForm)

const changes = [getStanding, getPaymentSummary]

/** On the home page of a tenant: what they have promised and planned, a plan to agree to, and how to ask for one. */
export function OwnAgreements() {
  const { data, error, refetch } = useQuery(query(getStanding, {}))
  const section = useRef<HTMLElement>(null)
  const isThere = data !== undefined && isShown(data)
  useEffect(() => {
    // A link from the assistant may lead to this section before it is rendered.
    if (isThere && location.hash === '#paying-later') section.current?.scrollIntoView()
  }, [isThere])
  if (!data && error && !isMissing(error)) {
    return (
      <section className="plate padded stack" aria-labelledby="paying-later-title">
        <h2 id="paying-later-title">Paying later</h2>
        <LoadError
          message={errorMessage(error, 'What you have promised and planned couldn’t be loaded.')}
          onRetry={() => refetch()}
        />
      </section>
    )
  }
  if (!data || !isThere) return null
  const waiting = data.agreements.find(({ state }) => state === 'waiting')
  const current = data.agreements.find(({ state }) => state === 'in_force')
  const past = data.agreements.filter(({ state }) => state === 'over')
  return (
    <section
      ref={section}
      className="plate padded stack"
      id="paying-later"
      aria-labelledby="paying-later-title"
    >
      <h2 id="paying-later-title">Paying later</h2>
      {waiting && <WaitingPlan key={waiting.id} plan={waiting} />}
      {current && <CurrentAgreement agreement={current} />}
      {mayPlan(data) && !waiting && <Ask standing={data} />}
      <PastAgreements agreements={past} />
    </section>
  )
}

const isShown = (standing: Standing) =>
  standing.agreements.length > 0 || (mayPlan(standing) && standing.may_promise !== 'off')

/** A plan that staff have set, to be agreed to with one press; or the tenant's own proposal, not yet answered. */
function WaitingPlan({ plan }: { plan: Agreement }) {
  const params = { id: String(plan.id) }
  const agreeing = useAction(() => call(agreeToPlan, { params, body: { wording: plan.wording } }), {
    changes,
  })
  const ending = useAction(() => call(endAgreement, { params }), { changes })
  return (
    <div className="stack-small">
      <h3>
        {plan.made_by
          ? `${plan.made_by} has set a plan for you`
          : 'Your plan is waiting for the office'}
      </h3>
      <Wording text={plan.wording} />
      {plan.made_by && (
        <p className="small muted">
          If somebody else pays your rent, they can agree to it over{' '}
          <Link to="/pay-links">a link that you send them</Link>.
        </p>
      )}
      <div className="row wrap">
        {plan.made_by && (
          <Button busy={agreeing.busy} onClick={() => void agreeing.run()}>
            I agree
          </Button>
        )}
        <Button variant="quiet" busy={ending.busy} onClick={() => void ending.run()}>
          {plan.made_by ? 'I don’t agree' : 'Withdraw it'}
        </Button>
      </div>
      <ActionResult success={null} error={agreeing.error ?? ending.error} />
    </div>
  )
}

function CurrentAgreement({ agreement }: { agreement: Agreement }) {
  const { id, kind, parts, missing } = agreement
  const ending = useAction(() => call(endAgreement, { params: { id: String(id) } }), { changes })
  const isOpen = parts.some(({ outcome }) => outcome === 'pending')
  return (
    <div className="stack-small">
      <h3>{titleOf(agreement)}</h3>
      <AgreedOver agreement={agreement} />
      <AgreementParts agreement={agreement} />
      {missing > 0 && (
        <p className="agreement-missing">
          <b className="owed">{ksh(missing)}</b> should have been paid by now.
        </p>
      )}
      {kind === 'promise' && isOpen && (
        <div>
          <Button
            variant="quiet compact aligned"
            busy={ending.busy}
            onClick={() => void ending.run()}
          >
            Withdraw the promise
          </Button>
        </div>
      )}
      <ActionResult success={null} error={ending.error} />
    </div>
  )
}

/** How to pay later: a link to the assistant to promise a day, and a form to propose a plan. */
function Ask({ standing }: { standing: Standing }) {
  const { may_promise } = standing
  const [open, setOpen] = useState(false)
  const [submission_id, setSubmission] = useState(newUuid)
  const proposing = useAction(
    (plan: SentPlan) => call(proposePlan, { body: { ...plan, submission_id } }),
    {
      changes,
      onSuccess() {
        setSubmission(newUuid())
        setOpen(false)
      },
    },
  )
  if (open) {
    return (
      <div className="stack-small">
        <h3>Propose a plan</h3>
        <Suspense>
          <PlanForm
            standing={standing}
            error={proposing.error}
            onSend={(plan) => void proposing.run(plan)}
            onChange={proposing.reset}
          >
            <div className="row wrap">
              <SubmitButton busy={proposing.busy} busyLabel="Sending...">
                Send it to the office
              </SubmitButton>
              <Button variant="quiet" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </div>
          </PlanForm>
        </Suspense>
      </div>
    )
  }
  const mayPromise = typeof may_promise === 'object'
  return (
    <div className="stack-small">
      {mayPromise && <p>Can’t pay all of it now? Say when you will.</p>}
      <div className="row wrap">
        {mayPromise && (
          <Button variant="secondary" icon={CalendarClock} onClick={() => openAssistant('promise')}>
            Promise a day
          </Button>
        )}
        <Button variant={mayPromise ? 'quiet' : 'quiet aligned'} onClick={() => setOpen(true)}>
          Propose a plan
        </Button>
      </div>
    </div>
  )
}
