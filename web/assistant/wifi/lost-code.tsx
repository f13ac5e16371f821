import { ArrowLeft, CircleAlert, Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Received } from '#contract/endpoint.ts'
import { findVoucher, type Voucher } from '#contract/wifi.ts'
import { call } from '../../api.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import { useAct } from '../../ui/use-act.ts'
import { CallSupport } from '../call-support.tsx'
import type { Facts } from '../use-facts.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Props {
  facts: Facts
  onBack: () => void
  /** A link in it leads to another page. */
  onLeave: () => void
}

type Found = Received<typeof findVoucher>

/** What a bundle that has ended is called; its code is shown all the same. */
const titles: Record<Voucher['state'], string | null> = {
  active: null,
  used_up: 'The data of this bundle is used up.',
  expired: 'The time of this bundle is over.',
}

/** "Missing wifi code": asks for nothing but the payment reference (spec 5). */
export function LostCode({ facts, onBack, onLeave }: Props) {
  const [reference, setReference] = useState('')
  const [invalid, setInvalid] = useState<string | null>(null)
  const { busy, result, error, act } = useAct<Found>()
  const about = useId()
  const field = useRef<HTMLInputElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const complaint = invalid ?? error?.message ?? null

  useEffect(() => {
    if (result) answer.current?.focus()
  }, [result])
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = findVoucher.body.safeParse({ reference })
    setInvalid(read.success ? null : (read.error.issues[0]?.message ?? ''))
    if (!read.success) field.current?.focus()
    else void act('find', () => call(findVoucher, { body: { reference } }))
  }
  return (
    <>
      <div ref={answer} role="log" className="log" tabIndex={-1}>
        {result?.voucher ? (
          <VoucherCard
            title={titles[result.voucher.state] ?? result.message}
            code={result.voucher.code}
            receipt={result.voucher.mpesa_receipt_number}
            expires_at={result.voucher.expires_at}
            facts={facts}
            onLeave={onLeave}
          />
        ) : (
          result && (
            <div className="msg full warn">
              <p>{result.message}</p>
              <CallSupport company={facts.company}>Stuck? Call</CallSupport>
            </div>
          )
        )}
      </div>
      <form className="ask" onSubmit={submit} noValidate>
        <p className="msg">
          {result
            ? 'Another payment? Type its reference.'
            : 'Which payment was it? M-Pesa’s message begins with its reference.'}
        </p>
        <div className="field">
          <label className="lab" htmlFor={`${about}-in`}>
            Payment reference
          </label>
          <input
            ref={field}
            id={`${about}-in`}
            className="in num"
            value={reference}
            onChange={({ target }) => {
              setReference(target.value)
              setInvalid(null)
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={complaint !== null}
            aria-describedby={about}
          />
          <p
            id={about}
            className={complaint ? 'err' : 'hint'}
            role={complaint ? 'alert' : undefined}
          >
            {complaint && <CircleAlert className="ic" aria-hidden="true" />}
            <span>{complaint ?? 'Ten letters and figures, such as UKK9R7C3WD.'}</span>
          </p>
        </div>
        <div className="ways">
          <button type="button" className="btn sec" onClick={onBack}>
            <ArrowLeft className="ic" aria-hidden="true" />
            Back
          </button>
          <button type="submit" className="btn" aria-busy={busy !== null}>
            {busy ? <BusyPanes /> : <Search className="ic" aria-hidden="true" />}
            {busy ? 'Looking...' : 'Find my code'}
          </button>
        </div>
      </form>
    </>
  )
}
