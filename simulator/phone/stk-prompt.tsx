import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  answerPush,
  cancelPush,
  type EndedPush,
  pin as pinSchema,
  type WaitingPush,
  WRONG_PIN_LENGTH,
} from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { callPhone } from './phone-api.ts'
import { Keypad, PinField, StkCard } from './stk-card.tsx'

/** An open push over the screen: business, amount and PIN. */
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
  const field = useRef<HTMLInputElement>(null)
  useFocusWhileOpen(field)

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
    if (pinSchema.safeParse(pin).success)
      return end(() => callPhone(answerPush, { params, body: { pin } }))
    setProblem(WRONG_PIN_LENGTH)
    field.current?.focus()
  }

  return (
    <div
      className="stk-prompt"
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
            ref={field}
            id="stk-pin"
            value={pin}
            aria-invalid={problem !== null}
            aria-describedby="stk-prompt-hint"
            onChange={(event) => type(event.target.value)}
          />
          {problem ? (
            <p className="stk-error" id="stk-prompt-hint" role="alert">
              {problem}
            </p>
          ) : (
            <p className="stk-hint tabular" id="stk-prompt-hint">
              {push.seconds_left} {push.seconds_left === 1 ? 'second' : 'seconds'} left to answer
            </p>
          )}
        </StkCard>
        <Keypad
          typed={pin}
          onType={type}
          onCancel={() => void end(() => callPhone(cancelPush, { params }))}
        />
        <div className="keypad-submit">
          <button type="submit" className="button mpesa block" aria-busy={busy}>
            {busy ? 'Sending...' : 'Send'}
          </button>
        </div>
      </form>
    </div>
  )
}

/** Focuses the field of a dialog, and restores the focus when the dialog closes. */
function useFocusWhileOpen(field: RefObject<HTMLInputElement | null>) {
  const before = useRef<Element | null>(null)

  // Read before the screen behind becomes inert and loses the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement
    field.current?.focus({ preventScroll: true })
  }, [field])

  useEffect(() => {
    return () => {
      if (document.activeElement !== document.body) return
      const previous = before.current
      const hadFocus = previous instanceof HTMLElement && previous !== document.body
      const next =
        hadFocus && previous.isConnected ? previous : document.getElementById('phone-title')
      next?.focus({ preventScroll: true })
    }
  }, [])
}
