import { useQuery } from '@tanstack/react-query'
import { MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listPayLinks, makePayLink, type PayLink, revokePayLink } from '#contract/pay-links.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { ApiError, call, query } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { newUuid } from '../new-uuid.ts'
import { onSocketEvent } from '../socket.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import './pay-links.css'

export const meta = pageTitle('Pay links')

export default function PayLinksPage() {
  return (
    <RequireAuth title="Your pay links">
      <PayLinks />
    </RequireAuth>
  )
}

const changes = [listPayLinks]

/** How often a list with an open payment is fetched again. */
const OPEN_MS = 5000

/** A link that was just made. Its address is shown only this once. */
interface MadeLink {
  label: string
  url: string
  mayAgree: boolean
}

function PayLinks() {
  const {
    data: links,
    error,
    refetch,
  } = useQuery({
    ...query(listPayLinks, {}),
    // The tenant gets no event when a push over a link fails, so the list is polled while one is open.
    refetchInterval: ({ state }) => (state.data?.some(({ open }) => open) ? OPEN_MS : false),
  })
  useEffect(() => onSocketEvent('balance', () => void refetch()), [refetch])
  const [made, setMade] = useState<MadeLink | null>(null)
  return (
    <div className="page pay-page">
      <h1>Let someone else pay</h1>
      <p className="muted pay-intro">
        Your parents or a sponsor open the link on their phone and pay your rent with M‑Pesa. They
        don’t need an account. Each payment counts at once, with a receipt for them and for you.
      </p>
      <div className="pay-columns">
        {made ? (
          <SendLink made={made} onDone={() => setMade(null)} />
        ) : (
          <MakeLink onMade={setMade} />
        )}
        <section className="plate padded" aria-labelledby="links">
          <h2 id="links">Your links</h2>
          {links ? (
            <LinkList links={links} />
          ) : error ? (
            <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
          ) : (
            <Skeleton lines={['row', 'row']} />
          )}
        </section>
      </div>
    </div>
  )
}

function MakeLink({ onMade }: { onMade: (made: MadeLink) => void }) {
  const [label, setLabel] = useState('')
  const [show_name, setShowName] = useState(false)
  const [show_owed, setShowOwed] = useState(false)
  const [mayAgree, setMayAgree] = useState(false)
  const [phone, setPhone] = useState('')
  const [asked, setAsked] = useState(false)
  const lacksPhone = mayAgree && phone.trim() === ''
  // The id keeps a retry after a lost reply from making a second link; a changed form gets a new id.
  const [submission, setSubmission] = useState({ id: newUuid(), of: '' })
  const { run, busy, error } = useAction(
    async () => {
      const form = { label, show_name, show_owed, agreeing_phone: mayAgree ? phone : '' }
      const of = JSON.stringify(form)
      const id = submission.of === of ? submission.id : newUuid()
      setSubmission({ id, of })
      return call(makePayLink, { body: { ...form, submission_id: id } })
    },
    {
      changes,
      onSuccess: ({ link, url }) =>
        onMade({ label: link.label, url, mayAgree: link.agreeing_phone !== null }),
    },
  )
  const fields = error instanceof ApiError ? error.fields : {}
  const isOfField = fields.label !== undefined || fields.agreeing_phone !== undefined
  return (
    <section className="plate padded" aria-labelledby="make-link">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!lacksPhone) void run()
        }}
      >
        <h2 id="make-link">A new link</h2>
        <TextField
          label="Who is it for?"
          hint="Only you read this: Mum, Uncle Peter, my church."
          error={fields.label}
          announce
          autoComplete="off"
          maxLength={40}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <fieldset>
          <legend className="label">What may they see?</legend>
          <label className="check-label">
            <input
              type="checkbox"
              checked={show_name}
              onChange={({ target }) => setShowName(target.checked)}
            />
            <span>My name</span>
          </label>
          <label className="check-label">
            <input
              type="checkbox"
              checked={show_owed}
              onChange={({ target }) => setShowOwed(target.checked)}
            />
            <span>What I owe, as long as the link works</span>
          </label>
          <label className="check-label">
            <input
              type="checkbox"
              checked={mayAgree}
              onChange={({ target }) => setMayAgree(target.checked)}
            />
            <span>Payment plans the office sets for me, which they can agree to for me</span>
          </label>
          {mayAgree && (
            <TextField
              label="Their phone number"
              hint="They give it when they agree, so that nobody else who gets the link can."
              type="tel"
              autoComplete="off"
              error={
                asked && lacksPhone ? 'Please give their phone number.' : fields.agreeing_phone
              }
              announce
              value={phone}
              onChange={({ target }) => setPhone(target.value)}
            />
          )}
          <p className="hint">
            They always see the residence and your account number, which M‑Pesa shows to whoever
            pays.
          </p>
        </fieldset>
        <div>
          <SubmitButton busy={busy}>Make a link</SubmitButton>
        </div>
        {!isOfField && <ActionResult success={null} error={error} />}
      </form>
    </section>
  )
}

/** False on the server: the page needs the signed-in user, who is known in the browser only. */
const canShare = () => typeof navigator !== 'undefined' && typeof navigator.share === 'function'

function SendLink({ made, onDone }: { made: MadeLink; onDone: () => void }) {
  const { name } = useCompany()
  const { label, url } = made
  const text = `You can pay my rent at ${name} with M-Pesa here: ${url}`
  const share = useAction(() =>
    navigator.share({ text }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) throw new Error('It couldn’t be shared. Please copy the link instead.')
    }),
  )
  return (
    <section className="plate padded stack" aria-labelledby="send-link" role="status">
      <div>
        <h2 id="send-link">Send it to {label}</h2>
        <p className="muted">
          Copy it now: we can’t show it again. Anyone who has it can pay for you
          {made.mayAgree
            ? ', and agree to a plan if they know the phone number'
            : ', and nothing else'}
          .
        </p>
      </div>
      <p className="pay-url tabular">{url}</p>
      <div className="row wrap">
        {canShare() && (
          <Button icon={Share2} busy={share.busy} onClick={() => void share.run()}>
            Share
          </Button>
        )}
        <a
          className={canShare() ? 'button secondary' : 'button'}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle className="icon" aria-hidden="true" />
          WhatsApp
        </a>
        <CopyButton text={url} of="pay link" className="button secondary" />
      </div>
      <ActionResult success={null} error={share.error} />
      <div>
        <Button variant="quiet" onClick={onDone}>
          Make another link
        </Button>
      </div>
    </section>
  )
}

function LinkList({ links }: { links: PayLink[] }) {
  const [revoking, setRevoking] = useState<PayLink | null>(null)
  const { run, busy, error } = useAction((id: number) => call(revokePayLink, { params: { id } }), {
    changes,
    onSuccess: () => setRevoking(null),
    onError: () => setRevoking(null),
  })
  if (links.length === 0) {
    return (
      <p className="muted space-above-small">
        None yet. Each link will show what was paid with it.
      </p>
    )
  }
  return (
    <>
      <ul className="pay-links">
        {links.map((link) => (
          <li key={link.id} className="stack-small">
            <div className="row between wrap">
              <b className="pay-label">{link.label}</b>
              {link.revoked_at ? (
                <span className="tag">Revoked {formatDay(dayOf(new Date(link.revoked_at)))}</span>
              ) : (
                <Button variant="quiet compact danger-text" onClick={() => setRevoking(link)}>
                  Revoke<span className="visually-hidden"> the link for {link.label}</span>
                </Button>
              )}
            </div>
            <p className="tabular">{paidText(link)}</p>
            <p className="small muted">
              {seesText(link)} Made on {formatDay(dayOf(new Date(link.created_at)))}.
            </p>
            {link.open && (
              <p className="small" role="status">
                A phone is being asked for the PIN right now.
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="small muted space-above-small">
        Each payment is in your <Link to="/transactions">transaction history</Link>, with who paid
        it.
      </p>
      <ActionResult success={null} error={error} />
      {revoking && (
        <ConfirmDialog
          title={`Revoke the link for ${revoking.label}?`}
          confirmLabel="Revoke the link"
          danger
          busy={busy}
          onConfirm={() => void run(revoking.id)}
          onClose={() => setRevoking(null)}
        >
          <p>
            Nobody can pay with it any more, and it can’t be put back; you can make a new one. What
            was paid stays paid
            {revoking.open
              ? ', and so does the payment that is open now, if they type their PIN'
              : ''}
            .
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function paidText({ paid, payments, last_paid_at }: PayLink): string {
  if (payments === 0 || last_paid_at === null) return 'Nothing paid yet.'
  const last = formatDay(dayOf(new Date(last_paid_at)))
  return payments === 1
    ? `${ksh(paid)} paid, on ${last}.`
    : `${ksh(paid)} paid in ${payments} payments, the latest on ${last}.`
}

function seesText({ show_name, show_owed, agreeing_phone }: PayLink): string {
  const plans = agreeing_phone
    ? ` Anyone who knows ${formatPhone(agreeing_phone)} can agree to a plan.`
    : ''
  if (show_name && show_owed) return `Shows your name and what you owe.${plans}`
  if (show_name) return `Shows your name.${plans}`
  return show_owed
    ? `Shows what you owe, not your name.${plans}`
    : `Shows neither your name nor what you owe.${plans}`
}
