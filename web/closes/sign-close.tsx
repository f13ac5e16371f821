import { PenLine } from 'lucide-react'
import {
  type Close,
  type CloseOfDay,
  countersignClose,
  firstSignature,
  getClose,
  listCloses,
  secondSignature,
  signClose,
} from '#contract/closes.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { kshCents } from '#rules/money.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'

const changes = [getClose, listCloses]

/** The signatures of a day: those it has, and the one that is missing. */
export function SignPlate({ of: data }: { of: CloseOfDay }) {
  const { close } = data
  const isWaiting = close !== null && !close.alone && close.second_by === null
  return (
    <section className="plate padded stack" aria-labelledby="signatures">
      <h2 id="signatures">{close ? 'Signatures' : 'Close this day'}</h2>
      {close && <Signatures close={close} />}
      {isWaiting && close.is_mine && (
        <Note kind="information">
          You have signed. Now a second person who handles money has to sign.
        </Note>
      )}
      {(!close || (isWaiting && !close.is_mine)) && (
        <Permitted to="money" what="close days">
          {close ? <SecondSignature day={data.day} close={close} /> : <FirstSignature of={data} />}
        </Permitted>
      )}
    </section>
  )
}

const Signatures = ({ close }: { close: Close }) => (
  <>
    <dl className="facts">
      <dt>Close</dt>
      <dd>Number {close.number}</dd>
      <dt>{close.alone ? 'Signed by' : 'First signature'}</dt>
      <dd>
        {close.signed_by}, {formatDateTime(new Date(close.signed_at))}
      </dd>
      {close.second_by && close.second_at && (
        <>
          <dt>Second signature</dt>
          <dd>
            {close.second_by}, {formatDateTime(new Date(close.second_at))}
          </dd>
        </>
      )}
      {close.reason && (
        <>
          <dt>Why it was closed with money open</dt>
          <dd>{close.reason}</dd>
        </>
      )}
      {close.second_note && (
        <>
          <dt>Note</dt>
          <dd>{close.second_note}</dd>
        </>
      )}
      <dt>Seal</dt>
      <dd className="tabular" title={close.hash}>
        {close.hash.slice(0, 16)}
      </dd>
    </dl>
    {close.alone && (
      <p className="small muted">
        One signature closed this day, because only one person could handle money.
      </p>
    )}
  </>
)

function FirstSignature({
  of: { day, figures, fingerprint, alone, is_today },
}: {
  of: CloseOfDay
}) {
  const form = useSchemaForm(firstSignature, { defaultValues: { reason: '' } })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    ({ reason }) => call(signClose, { params: { day }, body: { expected: fingerprint, reason } }),
    { fields: ['reason'], changes },
  )
  const isOpen = figures.open_cents > 0
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>
        Signing fixes the figures as they are now. Anything later is listed after this close, and
        counted in the next one.
      </p>
      {is_today && (
        <Note kind="warning">
          The day isn’t over. Anything that arrives later today is listed after the close.
        </Note>
      )}
      {isOpen && (
        <TextArea
          label={`Why close it with ${kshCents(figures.open_cents)} open?`}
          rows={2}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
      )}
      <div>
        <SubmitButton busy={busy} icon={PenLine}>
          {alone ? 'Sign and close' : 'Sign'}
        </SubmitButton>
      </div>
      <p className="small muted">
        {alone
          ? 'You are the only one who may handle money, so your signature alone closes the day. The close will say so.'
          : 'A second person signs after you.'}
      </p>
      <Refused message={errors.root?.refused?.message} />
    </form>
  )
}

function SecondSignature({ day, close }: { day: string; close: Close }) {
  const form = useSchemaForm(secondSignature, { defaultValues: { note: '' } })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    ({ note }) => call(countersignClose, { params: { day }, body: { expected: close.hash, note } }),
    { fields: ['note'], changes },
  )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{close.signed_by} has signed these figures. Your signature closes the day.</p>
      <TextArea
        label="Note"
        optional
        hint="Anything you disagree with. It is kept with your name."
        rows={2}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div>
        <SubmitButton busy={busy} icon={PenLine}>
          Sign
        </SubmitButton>
      </div>
      <Refused message={errors.root?.refused?.message} />
    </form>
  )
}

const Refused = ({ message }: { message: string | undefined }) =>
  message ? <FormError id="not-signed">{message}</FormError> : null
