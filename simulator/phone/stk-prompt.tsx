import { useRef, useState } from 'react'
import {
  answerPush,
  cancelPush,
  type EndedPush,
  pin as rightPin,
  type WaitingPush,
  wrong_pin_length,
} from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { KeyPad } from './key-pad.tsx'
import { callPhone } from './phone-api.ts'
import { PinField } from './pin-field.tsx'
import { StkCard } from './stk-card.tsx'
import { useTurn } from './use-turn.ts'

/** The request to pay, over whatever else the phone shows: what for, how much, and the PIN. */
export function StkPrompt({
  push,
  onEnded,
}: {
  push: WaitingPush
  onEnded: (ended: EndedPush) => void
}) {
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const boxes = useRef<HTMLInputElement>(null)
  useTurn(boxes)

  function type(text: string) {
    setPin(text.replace(/\D/g, '').slice(0, 4))
    setProblem(null)
  }

  async function end(answer: () => Promise<EndedPush>) {
    if (busy) return
    setBusy(true)
    try {
      onEnded(await answer())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  const params = { msisdn: push.phone_number, checkout_request_id: push.checkout_request_id }

  function send() {
    if (rightPin.safeParse(pin).success)
      return end(() => callPhone(answerPush, { params, body: { pin } }))
    setProblem(wrong_pin_length)
    boxes.current?.focus()
  }

  return (
    <div
      className="ph-prompt"
      role="dialog"
      aria-labelledby="stk-title"
      aria-describedby="stk-text"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <StkCard>
          <p id="stk-text">
            Do you want to pay <b className="money">{ksh(push.amount)}.00</b> to{' '}
            <b>{push.business_name}</b>, account no.{' '}
            <b className="tabular">{push.account_reference}</b>?
          </p>
          <label className="label space-above-small" htmlFor="stk-pin">
            Enter pretend M-PESA PIN
          </label>
          <PinField
            ref={boxes}
            id="stk-pin"
            value={pin}
            aria-invalid={problem !== null}
            aria-describedby="stk-left"
            onChange={(event) => type(event.target.value)}
          />
          {problem ? (
            <p className="stk-problem" id="stk-left" role="alert">
              {problem}
            </p>
          ) : (
            <p className="stk-left tabular" id="stk-left">
              {push.seconds_left} {push.seconds_left === 1 ? 'second' : 'seconds'} left to answer
            </p>
          )}
        </StkCard>
        <KeyPad
          typed={pin}
          onType={type}
          onCancel={() => void end(() => callPhone(cancelPush, { params }))}
        />
        <div className="padk-send">
          <button type="submit" className="button mpesa block" aria-busy={busy}>
            {busy ? 'Sending...' : 'Send'}
          </button>
        </div>
      </form>
    </div>
  )
}
