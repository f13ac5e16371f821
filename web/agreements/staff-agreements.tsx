import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Phone } from 'lucide-react'
import { useState } from 'react'
import {
  agreeToProposal,
  callForm,
  declineProposal,
  declineReason,
  getTenantStanding,
  noteCall,
  type PlanWording,
  previewPlan,
  setPlan,
  type TenantStanding,
} from '#contract/agreements.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { newUuid } from '../new-uuid.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { ShownEffect } from '../ui/shown-effect.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import {
  AgreedOver,
  AgreementParts,
  CallsLink,
  mayPlan,
  PastAgreements,
  titleOf,
  Wording,
} from './agreement-view.tsx'
import { PlanForm, type SentPlan } from './plan-form.tsx'
import { callOutcomeLabels } from './texts.ts'

/** On the page of a tenant: what they have promised and planned, how punctually they pay, and who called them. */
export function StaffAgreements({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(getTenantStanding, { params: { id } }))
  const waiting = data?.agreements.find(({ state }) => state === 'waiting')
  const current = data?.agreements.find(({ state }) => state === 'in_force')
  const past = data?.agreements.filter(({ state }) => state === 'over') ?? []
  return (
    <section className="plate padded stack" aria-labelledby="agreements">
      <div className="row between wrap">
        <h2 id="agreements">Promises and plans</h2>
        <CallsLink />
      </div>
      {error && !data && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeleton lines={['text', 'bar']} />}
      {data && (
        <>
          {data.grade && (
            <p className="small">
              <b className="call-grade">{data.grade.grade}</b> {data.grade.text}
            </p>
          )}
          {current ? (
            <div className="stack-small">
              <h3>{titleOf(current)}</h3>
              <AgreedOver agreement={current} />
              <AgreementParts agreement={current} />
              {current.missing > 0 && (
                <p className="agreement-missing">
                  <b className="owed">{ksh(current.missing)}</b> of it should have been paid by now.
                </p>
              )}
            </div>
          ) : (
            <p className="muted">No promise or plan at the moment.</p>
          )}
          {waiting && <Waiting key={waiting.id} plan={waiting} />}
          <Permitted to="money">{mayPlan(data) && <SetPlan id={id} standing={data} />}</Permitted>
          <Calls id={id} calls={data.calls} />
          <PastAgreements agreements={past} />
        </>
      )}
    </section>
  )
}

/** A proposed plan that waits for an answer from staff or from the tenant. */
function Waiting({ plan }: { plan: TenantStanding['agreements'][number] }) {
  const params = { id: String(plan.id) }
  const [declining, setDeclining] = useState(false)
  const agreeing = useAction(() => call(agreeToProposal, { params }), { changes: changedByBooks })
  const form = useSchemaForm(declineReason, { defaultValues: { reason: '' } })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(form, (body) => call(declineProposal, { params, body }), {
    fields: ['reason'],
    changes: changedByBooks,
  })
  const isTheirs = plan.made_by === null
  return (
    <div className="stack-small">
      <h3>{isTheirs ? 'They propose a plan' : 'A plan is waiting for them to agree'}</h3>
      <Wording text={plan.wording} />
      <Permitted to="money" what="agree to plans">
        {declining ? (
          <form className="suggestion stack-small" onSubmit={submit} noValidate>
            <TextField
              label="Reason"
              hint="The tenant sees this."
              autoFocus
              error={errors.reason?.message}
              announce
              {...form.register('reason')}
            />
            {errors.root?.refused && (
              <FormError id="decline-error">{errors.root.refused.message}</FormError>
            )}
            <div className="row wrap">
              <SubmitButton variant="danger" busy={busy}>
                {isTheirs ? 'Decline the plan' : 'Take the plan back'}
              </SubmitButton>
              <Button variant="quiet" onClick={() => setDeclining(false)}>
                Cancel
              </Button>
            </div>
          </form>
        ) : (
          <div className="row wrap">
            {isTheirs && (
              <Button busy={agreeing.busy} onClick={() => void agreeing.run()}>
                Agree to it
              </Button>
            )}
            <Button variant="secondary" onClick={() => setDeclining(true)}>
              {isTheirs ? 'Decline it' : 'Take it back'}
            </Button>
          </div>
        )}
        <ActionResult success={null} error={agreeing.error} />
      </Permitted>
    </div>
  )
}

/** Sets a plan for the tenant, after showing the text that both sides will read. */
function SetPlan({ id, standing }: { id: string; standing: TenantStanding }) {
  const params = { id }
  const [open, setOpen] = useState(false)
  const [submission_id, setSubmission] = useState(newUuid)
  const look = useAction(async (plan: SentPlan) => ({
    plan,
    wording: await call(previewPlan, { params, body: plan }),
  }))
  const setting = useAction(
    ({ plan, expected }: { plan: SentPlan; expected: PlanWording }) =>
      call(setPlan, { params, body: { plan, submission_id, expected } }),
    {
      changes: changedByBooks,
      onSuccess() {
        setSubmission(newUuid())
        setOpen(false)
        look.reset()
      },
    },
  )
  if (!open) {
    return (
      <div>
        <Button variant="secondary compact" icon={CalendarClock} onClick={() => setOpen(true)}>
          Set a plan
        </Button>
      </div>
    )
  }
  const shown = look.result
  return (
    <div className="suggestion stack">
      <PlanForm
        standing={standing}
        error={look.error ?? setting.error}
        onSend={(plan) => void look.run(plan)}
        onChange={() => {
          look.reset()
          setting.reset()
        }}
      >
        <ShownEffect className="stack-small">
          {shown && (
            <>
              <Wording text={shown.wording.wording} />
              <p className="small">
                It starts once the tenant agrees on their home page, or a sponsor agrees through a
                link the tenant made.
              </p>
            </>
          )}
        </ShownEffect>
        <div className="row wrap">
          {shown ? (
            <Button
              key="set"
              ignoresDoubleClick
              busy={setting.busy}
              onClick={() => void setting.run({ plan: shown.plan, expected: shown.wording })}
            >
              Set the plan
            </Button>
          ) : (
            <SubmitButton key="look" busy={look.busy}>
              Show the plan
            </SubmitButton>
          )}
          <Button
            variant="quiet"
            onClick={() => {
              setOpen(false)
              look.reset()
            }}
          >
            Cancel
          </Button>
        </div>
      </PlanForm>
    </div>
  )
}

/** Calls so far, and a form for one more. */
function Calls({ id, calls }: { id: string; calls: TenantStanding['calls'] }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="stack-small">
      <h3>Calls</h3>
      {open ? (
        <NoteCall id={id} onClose={() => setOpen(false)} />
      ) : (
        <Permitted to="tenancies">
          <div>
            <Button variant="secondary compact" icon={Phone} onClick={() => setOpen(true)}>
              Note a call
            </Button>
          </div>
        </Permitted>
      )}
      {calls.length === 0 && !open && <p className="muted small">Nobody has noted a call yet.</p>}
      {calls.length > 0 && (
        <ul className="agreement-parts">
          {calls.map((one) => (
            <li key={one.id}>
              <span>
                <b>{callOutcomeLabels[one.outcome]}</b>
                {one.note && (
                  <>
                    {' '}
                    <q>{one.note}</q>
                  </>
                )}
              </span>
              <span className="small muted tabular">
                {formatDay(one.day)}, {one.by}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Notes how a call ended; the note is also in the staff log. */
export function NoteCall({ id, onClose }: { id: string; onClose: () => void }) {
  const today = dayOf(new Date())
  const form = useSchemaForm(callForm, {
    defaultValues: { outcome: 'reached', day: today, note: '' },
  })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(form, (body) => call(noteCall, { params: { id }, body }), {
    fields: ['outcome', 'day', 'note'],
    changes: changedByBooks,
    onSuccess: onClose,
  })
  return (
    <form className="suggestion stack-small" onSubmit={submit} noValidate>
      <div className="field-pair">
        <SelectField
          label="How it ended"
          options={Object.entries(callOutcomeLabels).map(([value, label]) => ({ value, label }))}
          error={errors.outcome?.message}
          {...form.register('outcome')}
        />
        <TextField
          label="Day"
          type="date"
          className="tabular"
          max={today}
          error={errors.day?.message}
          {...form.register('day')}
        />
      </div>
      <TextField
        label="Note"
        optional
        hint="Only staff see this."
        error={errors.note?.message}
        {...form.register('note')}
      />
      {errors.root?.refused && <FormError id="call-error">{errors.root.refused.message}</FormError>}
      <div className="row wrap">
        <SubmitButton busy={busy}>Save the call</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
