import { useEffect, useRef, useState } from 'react'
import {
  answerPush,
  cancelPush,
  type EndedPush,
  type WaitingPush,
  wrong_pin_length,
} from '#contract/pretend-daraja.ts'
import { ksh } from '#rules/money.ts'
import { callPhone } from './phone-api.ts'
import { PinPad } from './pin-pad.tsx'

const pin_length = 4

/** Typing elsewhere on the page is not interrupted. */
function nobodyIsTyping() {
  const active = document.activeElement
  return !(active instanceof HTMLInputElement)
}

/** The request to pay: what for, how much, and the PIN. */
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

  useEffect(() => {
    if (nobodyIsTyping()) boxes.current?.focus()
  }, [])

  function type(digits: string) {
    setPin(digits.replace(/\D/g, '').slice(0, pin_length))
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
    if (pin.length < pin_length) {
      setProblem(wrong_pin_length)
      boxes.current?.focus()
      return
    }
    void end(() => callPhone(answerPush, { params, body: { pin } }))
  }

  return (
    <form
      className="ph-prompt"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="stk" role="dialog" aria-labelledby="stk-title" aria-describedby="stk-text">
        <p className="stk-t" id="stk-title">
          <span className="mp-dot" />
          M-PESA <small>pretend</small>
        </p>
        <p id="stk-text">
          Do you want to pay <b className="money">{ksh(push.amount)}.00</b> to{' '}
          <b>{push.business_name}</b>, account no. <b className="num">{push.account_reference}</b>?
        </p>
        <label className="lab mt-s" htmlFor="stk-pin">
          Enter pretend M-PESA PIN
        </label>
        <div className="pin">
          {Array.from({ length: pin_length }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: four boxes, always the same
            <i key={place} className={place < pin.length ? 'on' : undefined} aria-hidden="true" />
          ))}
          <input
            ref={boxes}
            id="stk-pin"
            // The pad below is the keyboard; the device's own would cover it.
            inputMode="none"
            autoComplete="off"
            value={pin}
            aria-invalid={problem !== null}
            aria-describedby="stk-left"
            onChange={(event) => type(event.target.value)}
          />
        </div>
        {problem ? (
          <p className="stk-problem" id="stk-left" role="alert">
            {problem}
          </p>
        ) : (
          <p className="stk-left num" id="stk-left">
            {push.seconds_left} {push.seconds_left === 1 ? 'second' : 'seconds'} left to answer
          </p>
        )}
      </div>
      <PinPad
        onDigit={(digit) => type(pin + digit)}
        onDelete={() => type(pin.slice(0, -1))}
        onCancel={() => void end(() => callPhone(cancelPush, { params }))}
      />
      <div className="padk-send">
        <button type="submit" className="btn mpesa block" aria-busy={busy}>
          {busy ? 'Sending...' : 'Send'}
        </button>
      </div>
    </form>
  )
}
