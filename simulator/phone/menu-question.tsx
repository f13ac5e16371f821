import { useEffect, useRef } from 'react'
import { KeyPad } from './key-pad.tsx'
import type { Menu, MenuEvent, Question } from './menu.ts'
import { PinField } from './pin-field.tsx'
import { StkCard } from './stk-card.tsx'

interface Props {
  menu: Menu
  question: Question
  /** Whose the typed business number is, as far as is known. */
  business: string | null
  onEvent: (event: MenuEvent) => void
}

const words: Record<Question, { label: string; hint: string }> = {
  business: { label: 'Enter business no.', hint: '' },
  account: { label: 'Enter account no.', hint: 'Tenants find theirs on their home page.' },
  amount: { label: 'Enter amount', hint: 'In whole shillings.' },
  pin: { label: 'Enter pretend M-PESA PIN', hint: 'Any four digits; 0000 is a wrong one.' },
}

/** One thing that M-Pesa wants to know. */
export function MenuQuestion({ menu, question, business, onEvent }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { label, hint } = words[question]
  const problem = menu.stage.at === question ? menu.stage.problem : null
  const value = menu.typed[question]
  const inDigits = question !== 'account'
  const type = (text: string) => onEvent({ type: 'typed', text })

  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const shared = {
    ref: field,
    id: 'ph-question',
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': 'ph-question-hint',
    onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
  }

  return (
    <form
      className="ph-question"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onEvent({ type: 'went_on' })
        field.current?.focus({ preventScroll: true })
      }}
    >
      <StkCard>
        <label className="label" htmlFor="ph-question">
          {label}
        </label>
        {question === 'pin' ? (
          <PinField {...shared} />
        ) : (
          <input
            {...shared}
            className="input tabular"
            // Digits have keys of their own below.
            inputMode={inDigits ? 'none' : 'text'}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
        {problem ? (
          <p className="stk-problem" id="ph-question-hint" role="alert">
            {problem}
          </p>
        ) : (
          <p className="stk-left" id="ph-question-hint">
            {question === 'business' ? (business ?? 'Five to seven digits.') : hint}
          </p>
        )}
      </StkCard>
      {inDigits && <KeyPad typed={value} onType={type} />}
      <div className="padk-send">
        <button type="submit" className="button mpesa block">
          Next
        </button>
      </div>
    </form>
  )
}
