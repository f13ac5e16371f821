import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CircleHelp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import {
  checkMpesa,
  getMpesa,
  type MpesaVerdict,
  registerMpesa,
  startTestPush,
} from '#contract/mpesa.ts'
import { getPushStatus } from '#contract/payments.ts'
import { getChecklist } from '#contract/settings.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { ApiError, call, query } from '../api.ts'
import { endingMessage } from '../assistant/push.ts'
import { Permitted } from '../permission.tsx'
import { useSession } from '../session.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'

/** The state of the M-Pesa set-up, a check of it, and a test push. */
export function MpesaSettings() {
  const { data, error, refetch } = useQuery(query(getMpesa, {}))
  if (data) {
    return (
      <div className="stack">
        <SettingsCheck mpesa={data} />
        <Permitted to="settings" what="check the settings or send a push">
          <TestPush isPretend={data.pretend} />
        </Permitted>
      </div>
    )
  }
  return error ? (
    <FetchFailed
      title="The settings couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={() => refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['word', 'row', 'row', 'row']} />
  )
}

function SettingsCheck({ mpesa }: { mpesa: Received<typeof getMpesa> }) {
  const { pretend, host, paybill, last } = mpesa
  const check = useAction(() => call(checkMpesa, {}), { changes: [getMpesa, getChecklist] })
  const registration = useAction(() => call(registerMpesa, {}), { changes: [getMpesa] })
  const checked = check.result ?? last
  return (
    <section className="plate padded stack" aria-labelledby="mpesa-check">
      <div className="stack">
        <h2 id="mpesa-check">Connection</h2>
        {pretend ? (
          <Note kind="information">
            This is the pretend M‑Pesa: no real money moves. Whoever runs the server can connect the
            real one, as the guide to going live explains. For statements to try, see the{' '}
            <a href="/pretend-daraja/portal">pretend portal</a>.
          </Note>
        ) : (
          <p className="muted">
            Whoever runs the server has connected M‑Pesa. A check moves no money.
          </p>
        )}
      </div>
      <dl className="detail-rows">
        <div>
          <dt>Paybill</dt>
          <dd className="tabular">{paybill}</dd>
        </div>
        <div>
          <dt>M‑Pesa’s address</dt>
          <dd>{host}</dd>
        </div>
      </dl>
      <div aria-live="polite" className="stack-small">
        {checked && (
          <>
            <Verdicts verdicts={checked.verdicts} />
            <p className="small muted">
              Checked by {checked.by}, {formatDateTime(new Date(checked.at))}.
            </p>
          </>
        )}
        {registration.result && <Verdicts verdicts={registration.result} />}
      </div>
      <Permitted to="settings">
        <div className="row wrap">
          <Button busy={check.busy} busyLabel="Checking..." onClick={() => void check.run()}>
            Check the settings
          </Button>
          <Button
            variant="secondary"
            busy={registration.busy}
            busyLabel="Telling..."
            onClick={() => void registration.run()}
          >
            Tell M‑Pesa where to report payments
          </Button>
        </div>
      </Permitted>
      <ActionResult
        success={null}
        error={check.error ?? registration.error}
        fallback="M‑Pesa couldn’t be asked. Please try again."
      />
    </section>
  )
}

const signs = {
  ok: { Icon: Check, word: 'OK: ' },
  problem: { Icon: CircleAlert, word: 'Problem: ' },
  unknown: { Icon: CircleHelp, word: 'Not tested yet: ' },
}

const Verdicts = ({ verdicts }: { verdicts: MpesaVerdict[] }) => (
  <ul className="verdicts">
    {verdicts.map(({ step, verdict, text, for_operator }) => {
      const { Icon, word } = signs[verdict]
      return (
        <li key={step} className={verdict === 'ok' ? 'in-order' : verdict}>
          <Icon className="icon" aria-hidden="true" />
          <span>
            <span className="visually-hidden">{word}</span>
            {text}
            {for_operator && (
              <details>
                <summary className="small">For whoever runs the server</summary>
                <p className="small muted">{for_operator}</p>
              </details>
            )}
          </span>
        </li>
      )
    })}
  </ul>
)

const POLL_MS = 3000

/** A push of Ksh 1, credited to the account of the staff member who sends it, and followed until it ends. */
function TestPush({ isPretend }: { isPretend: boolean }) {
  const session = useSession()
  const known = session.status === 'signed_in' ? session.user.phone : null
  const [phone, setPhone] = useState(known ? formatPhone(known) : '')
  const push = useAction(
    (phone_number: string) => call(startTestPush, { body: { phone_number } }),
    { changes: [getChecklist] },
  )
  const { busy, result, error } = push
  const checkout_request_id = result?.checkout_request_id ?? ''
  const { data: followed } = useQuery({
    ...query(getPushStatus, { body: { checkout_request_id } }),
    enabled: checkout_request_id !== '',
    refetchInterval: ({ state }) =>
      state.data && state.data.data.status !== 'processing' ? false : POLL_MS,
  })
  const state = followed?.data
  const fieldError = error instanceof ApiError ? error.fields.phone_number : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    void push.run(phone)
  }
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <div className="stack-small">
        <h2>Push of Ksh 1</h2>
        <p className="muted">
          Tests a payment from end to end: the PIN prompt on the phone, and M‑Pesa’s report back.
          The shilling is credited to your own account, like any other payment.
        </p>
      </div>
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="tabular"
        error={fieldError}
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
      <div>
        <SubmitButton
          busy={busy || (result !== null && (!state || state.status === 'processing'))}
          busyLabel={result ? 'Waiting for the phone...' : 'Sending...'}
        >
          Send a push of Ksh 1
        </SubmitButton>
      </div>
      <div aria-live="polite">
        {result && (!state || state.status === 'processing') && (
          <p>
            Type the PIN on the phone.
            {isPretend && (
              <>
                {' '}
                <a href="/pretend-daraja/phone" target="_blank" rel="noreferrer">
                  Open the pretend phone
                </a>
              </>
            )}
          </p>
        )}
        {state?.status === 'completed' && (
          <Note kind="done">
            The payment arrived: M‑Pesa works.{' '}
            {state.receipt_number && (
              <Link to={`/receipts/${state.receipt_number}`}>Receipt {state.receipt_number}</Link>
            )}
          </Note>
        )}
        {state && endingMessage(state.status, state.result_code, state.result_desc) && (
          <Note kind="error">
            {endingMessage(state.status, state.result_code, state.result_desc)}
          </Note>
        )}
      </div>
      <ActionResult
        success={null}
        error={fieldError ? null : error}
        fallback="The push couldn’t be sent. Please try again."
      />
    </form>
  )
}
